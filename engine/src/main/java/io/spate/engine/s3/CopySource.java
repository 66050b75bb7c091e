package io.spate.engine.s3;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.spate.engine.ObjectInfo;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

/** The object that another one, or a part of it, is copied from. */
final class CopySource {
    private CopySource() {}

    /** A request that names its source too. */
    static StoreRequest request(StoreRequest request, ObjectInfo source) {
        String from = "from " + source.uri();
        return new StoreRequest(
                request.operation(),
                request.uri(),
                request.range(),
                request.part().isEmpty() ? from : request.part() + " " + from);
    }

    /** Which version it is, and the key it is encrypted with. */
    static Map<String, String> headers(ObjectInfo source, S3Connection connection) {
        Map<String, String> headers = new LinkedHashMap<>(connection.headers().ofSource());
        if (!source.etag().isEmpty()) {
            headers.put("x-amz-copy-source-if-match", Etags.quoted(source.etag()));
        }
        return headers;
    }

    /** A success that says nothing at all is none: a store may break off after it has sent its status. */
    static void checkNotEmpty(StoreRequest request, String etagOrNull, Instant lastModifiedOrNull)
            throws StoreException {
        if (etagOrNull == null && lastModifiedOrNull == null) {
            throw new StoreException(
                    Kind.UNAVAILABLE, request, "the answer is empty: whether anything was copied is not known");
        }
    }
}
