package io.spate.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import com.sun.net.httpserver.HttpExchange;

/**
 * Stands before an {@link EmbeddedStore}, passes on what clients send as it is, and keeps a list of it, in the order of the
 * answers. See {@link HttpFront}. Thread-safe. For tests and measurements.
 */
public final class RequestLog implements Closeable {
    private final EmbeddedStore store;
    private final HttpFront front;
    private final ConcurrentLinkedQueue<LoggedRequest> requests = new ConcurrentLinkedQueue<>();

    private RequestLog(EmbeddedStore store) throws IOException {
        this.store = store;
        this.front = new HttpFront(store);
    }

    /** Starts one on a free port. The store is not closed with it. */
    public static RequestLog before(EmbeddedStore store) throws IOException {
        RequestLog log = new RequestLog(store);
        log.front.start(log::handle);
        return log;
    }

    /** The options with which Spate reaches the store through this. */
    public Map<String, String> options() {
        Map<String, String> options = new TreeMap<>(store.options());
        options.put("endpoint", front.endpoint());
        return options;
    }

    /** What has been answered since this started, or since it was cleared. */
    public List<LoggedRequest> requests() {
        return List.copyOf(requests);
    }

    /** Forgets what was answered so far. */
    public void clear() {
        requests.clear();
    }

    @Override
    public void close() {
        front.close();
    }

    private void handle(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        Answer answer = front.passOn(exchange, body);
        // Before the answer: who has it finds the request in the list.
        requests.add(LoggedRequest.of(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                exchange.getRequestHeaders().containsKey("x-amz-copy-source"),
                body.length,
                answer.body().length));
        front.answer(exchange, answer);
    }
}
