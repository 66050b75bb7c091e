package io.spate.engine.s3;

import java.util.LinkedHashMap;
import java.util.Map;

import software.amazon.awssdk.utils.http.SdkHttpUtils;

import io.spate.engine.ObjectInfo;
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

    /** Which object it is, which version of it, and the key it is encrypted with. */
    static Map<String, String> headers(ObjectInfo source, S3Connection connection) {
        Map<String, String> headers = new LinkedHashMap<>(connection.headers().ofSource());
        headers.put(
                "x-amz-copy-source",
                SdkHttpUtils.urlEncode(source.uri().bucket()) + "/"
                        + SdkHttpUtils.urlEncodeIgnoreSlashes(source.uri().key()));
        if (!source.etag().isEmpty()) {
            headers.put("x-amz-copy-source-if-match", Etags.quoted(source.etag()));
        }
        return headers;
    }
}
