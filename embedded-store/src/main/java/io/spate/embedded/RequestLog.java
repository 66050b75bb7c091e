package io.spate.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Stands before an {@link EmbeddedStore}, passes on what clients send as it is, and keeps a list of it, in the order of the
 * answers. Bodies are held in the heap meanwhile. The JVM must run with {@code -Djdk.httpclient.allowRestrictedHeaders=host},
 * or signatures break. Thread-safe. For tests and measurements.
 */
public final class RequestLog implements Closeable {
    /** Of the connection rather than the message, or set by client and server themselves. */
    private static final Set<String> NOT_PASSED_ON =
            Set.of("connection", "content-length", "expect", "transfer-encoding", "upgrade", "date");

    private final EmbeddedStore store;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ConcurrentLinkedQueue<LoggedRequest> requests = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    private RequestLog(EmbeddedStore store) throws IOException {
        this.store = store;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** Starts one on a free port. The store is not closed with it. */
    public static RequestLog before(EmbeddedStore store) throws IOException {
        return new RequestLog(store);
    }

    /** The options with which Spate reaches the store through this. */
    public Map<String, String> options() {
        Map<String, String> options = new TreeMap<>(store.options());
        options.put("endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
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
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            HttpResponse<byte[]> answer = client.send(request(exchange, body), BodyHandlers.ofByteArray());
            // Before the answer: who has it finds the request in the list.
            requests.add(LoggedRequest.of(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI(),
                    exchange.getRequestHeaders().containsKey("x-amz-copy-source"),
                    body.length,
                    answer.body().length));
            answer(exchange, answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpRequest request(HttpExchange exchange, byte[] body) {
        String method = exchange.getRequestMethod();
        boolean bodiless = method.equals("GET") || method.equals("HEAD") || method.equals("DELETE");
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(store.endpoint() + exchange.getRequestURI().toString()))
                .method(method, bodiless ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (isPassedOn(name)) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return request.build();
    }

    private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        answer.headers().map().forEach((name, values) -> {
            if (isPassedOn(name) || (head && name.equalsIgnoreCase("content-length"))) {
                exchange.getResponseHeaders().put(name, new ArrayList<>(values));
            }
        });
        exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
        if (answer.body().length > 0) {
            exchange.getResponseBody().write(answer.body());
        }
    }

    private static boolean isPassedOn(String header) {
        return !NOT_PASSED_ON.contains(header.toLowerCase(Locale.ROOT));
    }
}
