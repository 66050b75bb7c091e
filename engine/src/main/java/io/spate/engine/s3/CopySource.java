package io.spate.engine.s3;

import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.spate.engine.ObjectInfo;
import io.spate.engine.Option;
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

    /**
     * Which version it is, and the key it is encrypted with. That key is for the store that has the source, so it goes
     * nowhere else.
     *
     * @param from the connection of the source
     * @param to the connection that the request goes over
     */
    static Map<String, String> headers(StoreRequest request, ObjectInfo source, S3Connection from, S3Connection to)
            throws StoreException {
        Map<String, String> headers = new LinkedHashMap<>(from.headers().ofSource());
        if (!headers.isEmpty() && !(from.endpoint().equals(to.endpoint()) && isProtected(to))) {
            throw new StoreException(
                    Kind.INVALID,
                    request,
                    "the option '" + Option.CUSTOMER_KEY + "' of bucket '"
                            + source.uri().bucket()
                            + "' would be sent to another endpoint: give both buckets the same '"
                            + Option.ENDPOINT + "' with https, or read the object and write it");
        }
        if (!source.etag().isEmpty()) {
            headers.put("x-amz-copy-source-if-match", Etags.quoted(source.etag()));
        }
        return headers;
    }

    private static boolean isProtected(S3Connection connection) {
        return connection.endpoint().map(URI::getScheme).orElse("https").equals("https");
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
