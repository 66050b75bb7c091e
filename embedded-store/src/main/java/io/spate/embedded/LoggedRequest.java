package io.spate.embedded;

import java.net.URI;

/**
 * A request that a {@link RequestLog} has seen.
 *
 * @param operation its name in the protocol, such as {@code UploadPart}
 * @param key of the object, decoded; the bucket's requests have the empty one
 * @param sent bytes of the body that the client sent
 * @param received bytes of the body that the client was answered
 */
public record LoggedRequest(String operation, String key, long sent, long received) {
    static LoggedRequest of(String method, URI uri, boolean isCopy, long sent, long received) {
        String path = uri.getPath();
        int slash = path.indexOf('/', 1);
        String key = slash < 0 ? "" : path.substring(slash + 1);
        String query = uri.getRawQuery() == null ? "" : "&" + uri.getRawQuery();
        return new LoggedRequest(operation(method, key.isEmpty(), query, isCopy), key, sent, received);
    }

    private static String operation(String method, boolean ofBucket, String query, boolean isCopy) {
        boolean ofUpload = query.contains("&uploadId=");
        return switch (method) {
            case "PUT" -> ofUpload ? "UploadPart" + (isCopy ? "Copy" : "") : isCopy ? "CopyObject" : "PutObject";
            case "POST" -> post(ofUpload, query);
            case "DELETE" -> ofUpload ? "AbortMultipartUpload" : "DeleteObject";
            case "HEAD" -> ofBucket ? "HeadBucket" : "HeadObject";
            case "GET" -> get(ofBucket, ofUpload, query);
            default -> method;
        };
    }

    private static String post(boolean ofUpload, String query) {
        if (query.contains("&delete")) {
            return "DeleteObjects";
        }
        return ofUpload ? "CompleteMultipartUpload" : "CreateMultipartUpload";
    }

    private static String get(boolean ofBucket, boolean ofUpload, String query) {
        if (ofBucket) {
            return query.contains("&uploads") ? "ListMultipartUploads" : "ListObjects";
        }
        return ofUpload ? "ListParts" : "GetObject";
    }
}
