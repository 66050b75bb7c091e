package io.spate.it;

import java.io.Closeable;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;

import io.spate.embedded.Answer;
import io.spate.embedded.HttpFront;

/**
 * A store that has any number of objects of one length, and keeps none of them: their bytes are made when they are asked
 * for. It lists and reads, and counts what it is asked for. Thread-safe.
 */
final class GeneratedStore implements Closeable {
    static final String PATH = "spate://generated/t/";

    private static final int PAGE = 1000;
    private static final Pattern START = Pattern.compile("(?:^|&)(?:continuation-token|start-after)=([^&]*)");
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");
    private static final Pattern KEY = Pattern.compile("t/(\\d{6})");
    private static final String MODIFIED = "2026-01-01T00:00:00.000Z";

    /** What the objects are. */
    interface Content {
        /**
         * Makes a range of an object.
         *
         * @param object its number, from 0
         * @param offset where the range starts
         * @param range takes its bytes
         */
        void fill(int object, long offset, byte[] range);
    }

    private final AtomicLong lists = new AtomicLong();
    private final AtomicLong gets = new AtomicLong();
    private final HttpFront front;
    private final int objects;
    private final long length;
    private final Content content;

    private GeneratedStore(int objects, long length, Content content) throws IOException {
        this.objects = objects;
        this.length = length;
        this.content = content;
        this.front = new HttpFront(TestStore.get());
    }

    /**
     * Starts one.
     *
     * @param objects how many there are, less than a million
     * @param length of each, in bytes
     */
    static GeneratedStore start(int objects, long length, Content content) throws IOException {
        GeneratedStore store = new GeneratedStore(objects, length, content);
        store.front.start(store::serve);
        return store;
    }

    /** The options of a table of all objects. */
    Map<String, String> options() {
        return TestStore.options("path", PATH, "endpoint", front.endpoint());
    }

    long lists() {
        return lists.get();
    }

    long gets() {
        return gets.get();
    }

    @Override
    public void close() {
        front.close();
    }

    private void serve(HttpExchange exchange, byte[] body) throws IOException {
        Matcher key = KEY.matcher(exchange.getRequestURI().getPath());
        String range = exchange.getRequestHeaders().getFirst("range");
        if (key.find()) {
            front.answer(exchange, object(Integer.parseInt(key.group(1)), range == null ? "" : range));
        } else {
            String query = exchange.getRequestURI().getRawQuery();
            front.answer(exchange, page(query == null ? "" : query));
        }
    }

    private Answer object(int object, String header) {
        Matcher range = RANGE.matcher(header);
        if (!range.matches()) {
            return StoreAnswers.error(400, "InvalidRequest");
        }
        gets.incrementAndGet();
        long first = Long.parseLong(range.group(1));
        long last = Math.min(Long.parseLong(range.group(2)), length - 1);
        byte[] bytes = new byte[Math.toIntExact(last - first + 1)];
        content.fill(object, first, bytes);
        return new Answer(
                206,
                Map.of("ETag", etag(object), "Content-Range", "bytes " + first + "-" + last + "/" + length),
                bytes);
    }

    /** Tokens are keys, as are the ones that listings start after. */
    private Answer page(String query) {
        lists.incrementAndGet();
        Matcher start = START.matcher(query);
        Matcher after = KEY.matcher(start.find() ? URLDecoder.decode(start.group(1), StandardCharsets.UTF_8) : "");
        int from = after.find() ? Integer.parseInt(after.group(1)) + 1 : 0;
        int to = Math.min(from + PAGE, objects);
        StringBuilder page = new StringBuilder("<ListBucketResult><IsTruncated>" + (to < objects) + "</IsTruncated>");
        if (to < objects) {
            page.append("<NextContinuationToken>").append(key(to - 1)).append("</NextContinuationToken>");
        }
        for (int object = from; object < to; object++) {
            page.append("<Contents><Key>")
                    .append(key(object))
                    .append("</Key><LastModified>" + MODIFIED)
                    .append("</LastModified><ETag>")
                    .append(etag(object))
                    .append("</ETag><Size>")
                    .append(length)
                    .append("</Size></Contents>");
        }
        return StoreAnswers.xml(page.append("</ListBucketResult>").toString());
    }

    private static String key(int object) {
        return "t/%06d".formatted(object);
    }

    private static String etag(int object) {
        return "\"%032x\"".formatted(object);
    }
}
