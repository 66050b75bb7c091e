package io.spate.it;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;

import io.spate.embedded.HttpFront;
import io.spate.engine.ByteRange;

/** Stands before the {@link TestStore}, passes on what clients send, and notes which ranges they ask for. Thread-safe. */
final class RangeLog implements Closeable {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

    private final ConcurrentLinkedQueue<ByteRange> ranges = new ConcurrentLinkedQueue<>();
    private final HttpFront front;

    private RangeLog() throws IOException {
        front = new HttpFront(TestStore.get());
    }

    static RangeLog start() throws IOException {
        RangeLog log = new RangeLog();
        log.front.start(log::serve);
        return log;
    }

    Map<String, String> options(String... more) {
        Map<String, String> options = TestStore.options(more);
        options.put("endpoint", front.endpoint());
        return options;
    }

    /** Those that were asked for so far, of whatever objects. */
    List<ByteRange> ranges() {
        return List.copyOf(ranges);
    }

    @Override
    public void close() {
        front.close();
    }

    private void serve(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        String header = exchange.getRequestHeaders().getFirst("range");
        if (header != null) {
            Matcher range = RANGE.matcher(header);
            if (!range.matches()) {
                throw new IOException("this is no range as Spate asks for them: " + header);
            }
            ranges.add(new ByteRange(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)) + 1));
        }
        front.answer(exchange, front.passOn(exchange, body));
    }
}
