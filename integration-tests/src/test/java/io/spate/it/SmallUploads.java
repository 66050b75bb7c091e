package io.spate.it;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;

import io.spate.embedded.Answer;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Precondition;
import io.spate.engine.WriteBody;
import io.spate.engine.s3.S3Store;

/**
 * Uploads with parts of any size, which the server behind does not take: when one is complete, the server gets its object
 * in one piece. Thread-safe.
 */
final class SmallUploads implements Closeable {
    private static final Pattern PART_NUMBER = Pattern.compile("(?:^|&)partNumber=(\\d+)");
    private static final Pattern PARTS = Pattern.compile("<Part>(.*?)</Part>", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("<PartNumber>(\\d+)</PartNumber>");
    private static final Pattern ETAG = Pattern.compile("([0-9a-f]{32})");
    private static final String METADATA = "x-amz-meta-";

    private record Begun(ObjectUri uri, ObjectAttributes attributes, Map<Integer, byte[]> parts) {}

    private final ObjectStore store = S3Store.open(TestStore.checkedOptions());
    private final Map<String, Begun> uploads = new ConcurrentHashMap<>();

    /** The answer to a request about uploads; empty if it is about something else. */
    Optional<Answer> answer(HttpExchange exchange, Optional<String> uploadId, byte[] body) throws IOException {
        String method = exchange.getRequestMethod();
        if (uploadId.isEmpty()) {
            boolean begins = method.equals("POST") && query(exchange).startsWith("uploads");
            return begins ? Optional.of(begin(exchange)) : Optional.empty();
        }
        Begun upload = uploads.get(uploadId.get());
        if (upload == null) {
            return Optional.of(StoreAnswers.error(404, "NoSuchUpload"));
        }
        return Optional.of(
                switch (method) {
                    case "PUT" -> put(upload, number(PART_NUMBER, query(exchange)), body);
                    case "POST" -> complete(uploadId.get(), upload, new String(body, StandardCharsets.UTF_8));
                    case "DELETE" -> abort(uploadId.get());
                    default -> StoreAnswers.xml("<ListPartsResult><IsTruncated>false</IsTruncated></ListPartsResult>");
                });
    }

    /** How many are open. */
    int open() {
        return uploads.size();
    }

    @Override
    public void close() {
        store.close();
    }

    private Answer begin(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath().substring(1);
        int slash = path.indexOf('/');
        Map<String, String> metadata = new TreeMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (name.toLowerCase(Locale.ROOT).startsWith(METADATA)) {
                metadata.put(name.toLowerCase(Locale.ROOT).substring(METADATA.length()), values.get(0));
            }
        });
        String id = UUID.randomUUID().toString();
        uploads.put(
                id,
                new Begun(
                        new ObjectUri(path.substring(0, slash), path.substring(slash + 1)),
                        new ObjectAttributes(Map.of(), metadata),
                        new ConcurrentHashMap<>()));
        return StoreAnswers.xml(
                "<InitiateMultipartUploadResult><UploadId>" + id + "</UploadId></InitiateMultipartUploadResult>");
    }

    private static Answer put(Begun upload, int number, byte[] body) {
        upload.parts().put(number, body);
        return new Answer(200, Map.of("ETag", '"' + md5(body) + '"'), new byte[0]);
    }

    private Answer complete(String id, Begun upload, String request) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Matcher parts = PARTS.matcher(request);
        while (parts.find()) {
            byte[] part = upload.parts().get(number(NUMBER, parts.group(1)));
            Matcher etag = ETAG.matcher(parts.group(1));
            if (part == null || !etag.find() || !etag.group(1).equals(md5(part))) {
                return StoreAnswers.error(400, "InvalidPart");
            }
            bytes.write(part);
        }
        String etag =
                store.put(upload.uri(), WriteBody.of(bytes.toByteArray()), upload.attributes(), Precondition.NONE);
        uploads.remove(id);
        return StoreAnswers.xml(
                "<CompleteMultipartUploadResult><Bucket>" + upload.uri().bucket() + "</Bucket><Key>"
                        + upload.uri().key() + "</Key><ETag>\"" + etag + "\"</ETag></CompleteMultipartUploadResult>");
    }

    private Answer abort(String id) {
        uploads.remove(id);
        return new Answer(204, Map.of(), new byte[0]);
    }

    private static String query(HttpExchange exchange) {
        URI uri = exchange.getRequestURI();
        return uri.getRawQuery() == null ? "" : uri.getRawQuery();
    }

    private static int number(Pattern pattern, String text) {
        Matcher number = pattern.matcher(text);
        return number.find() ? Integer.parseInt(number.group(1)) : -1;
    }

    private static String md5(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("MD5").digest(bytes);
            return "%032x".formatted(new BigInteger(1, hash));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
