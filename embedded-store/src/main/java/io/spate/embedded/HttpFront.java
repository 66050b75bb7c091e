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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Stands before an {@link EmbeddedStore} on a free port of this machine, and passes on what clients send, byte for byte, as
 * far as its handler has it. Bodies are held in the heap meanwhile. The JVM must run with {@code
 * -Djdk.httpclient.allowRestrictedHeaders=host}, or signatures break. Thread-safe. For tests and measurements.
 */
public final class HttpFront implements Closeable {
    /** What becomes of a request. Without an answer its client gets none. */
    public interface Handler {
        void handle(HttpExchange exchange, byte[] body) throws IOException, InterruptedException;
    }

    /** Of the connection rather than the message, or set by client and server themselves. */
    private static final Set<String> NOT_PASSED_ON =
            Set.of("connection", "content-length", "expect", "transfer-encoding", "upgrade", "date");

    private final URI store;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** Takes requests only once it is started. The store is not closed with it. */
    public HttpFront(EmbeddedStore store) throws IOException {
        this.store = store.endpoint();
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
    }

    public void start(Handler handler) {
        server.createContext("/", exchange -> serve(exchange, handler));
        server.start();
    }

    /** Where clients reach the store through this. */
    public String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What the store says to a request. */
    public Answer passOn(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        String method = exchange.getRequestMethod();
        boolean bodiless = method.equals("GET") || method.equals("HEAD") || method.equals("DELETE");
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(store + exchange.getRequestURI().toString()))
                .method(method, bodiless ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (isPassedOn(name)) {
                values.forEach(value -> request.header(name, value));
            }
        });
        HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
        Map<String, String> headers = new ConcurrentHashMap<>();
        response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
        return new Answer(response.statusCode(), headers, response.body());
    }

    /** Gives a client an answer. */
    public void answer(HttpExchange exchange, Answer answer) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        answer.headers().forEach((name, value) -> {
            if (isPassedOn(name) || (head && name.equalsIgnoreCase("content-length"))) {
                exchange.getResponseHeaders().set(name, value);
            }
        });
        exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
        if (answer.body().length > 0) {
            exchange.getResponseBody().write(answer.body());
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void serve(HttpExchange exchange, Handler handler) throws IOException {
        try (exchange) {
            handler.handle(exchange, exchange.getRequestBody().readAllBytes());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isPassedOn(String header) {
        return !NOT_PASSED_ON.contains(header.toLowerCase(Locale.ROOT));
    }
}
