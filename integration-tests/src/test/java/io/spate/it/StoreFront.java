package io.spate.it;

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
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Stands before the {@link TestStore} and passes on what clients send, byte for byte, but for the requests that complete
 * uploads: it answers those that come again as some other store would, and can catch one. Thread-safe.
 */
final class StoreFront implements Closeable {
    /** What stores answer when an upload is completed that is complete already. */
    enum Repeated {
        /** 200 and the same as the first time. */
        SUCCEEDS,
        /** 404, as the upload is gone. */
        IS_UNKNOWN,
        /** 400, as the parts are gone. */
        IS_REFUSED
    }

    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Answer(int status, Map<String, String> headers, byte[] body) {
        static Answer error(int status, String code) {
            String body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code
                    + "</Code><Message>The upload was completed before.</Message></Error>";
            return new Answer(status, Map.of("Content-Type", "application/xml"), body.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static final Pattern UPLOAD_ID = Pattern.compile("(?:^|&)uploadId=([^&]*)");
    /** Of the connection rather than the message, or set by client and server themselves. */
    private static final Set<String> NOT_PASSED_ON =
            Set.of("connection", "content-length", "expect", "transfer-encoding", "upgrade", "date");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private final Map<String, Answer> completed = new ConcurrentHashMap<>();
    private final AtomicReference<Optional<CaughtComplete>> next = new AtomicReference<>(Optional.empty());
    private final Repeated repeated;
    private final HttpServer server;
    private volatile boolean losesFirstAnswers;

    private StoreFront(Repeated repeated) throws IOException {
        this.repeated = repeated;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    static StoreFront open(Repeated repeated) throws IOException {
        return new StoreFront(repeated);
    }

    /** The options that reach the store through this. */
    Map<String, String> options(String... more) {
        Map<String, String> options = TestStore.options(more);
        options.put("endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
        return options;
    }

    /** From now on no answer comes back from the first request to complete an upload, so that it comes again. */
    void loseFirstAnswers() {
        losesFirstAnswers = true;
    }

    /** Catches the next request that completes an upload. Its client gets no answer. */
    void catchNext(CaughtComplete complete) {
        next.set(Optional.of(complete));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Optional<String> completing = completing(exchange);
            if (completing.isEmpty()) {
                answer(exchange, passOn(exchange, body));
                return;
            }
            String uploadId = completing.get();
            Optional<CaughtComplete> caught = next.getAndSet(Optional.empty());
            if (caught.isPresent()) {
                caught.get().meet(() -> complete(exchange, body, uploadId));
                return;
            }
            boolean lost = losesFirstAnswers && !completed.containsKey(uploadId);
            Answer answer = complete(exchange, body, uploadId);
            if (!lost) {
                answer(exchange, answer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Answer complete(HttpExchange exchange, byte[] body, String uploadId)
            throws IOException, InterruptedException {
        // Stores do so with one request after the other, where they are of one upload.
        synchronized (locks.computeIfAbsent(uploadId, id -> new Object())) {
            Answer before = completed.get(uploadId);
            if (before != null) {
                return switch (repeated) {
                    case SUCCEEDS -> before;
                    case IS_UNKNOWN -> Answer.error(404, "NoSuchUpload");
                    case IS_REFUSED -> Answer.error(400, "InvalidPart");
                };
            }
            Answer answer = passOn(exchange, body);
            if (answer.status() == 200) {
                completed.put(uploadId, answer);
            }
            return answer;
        }
    }

    /** The id of the upload that a request completes, if it does that. */
    private static Optional<String> completing(HttpExchange exchange) {
        String query =
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
        Matcher id = UPLOAD_ID.matcher(query);
        return exchange.getRequestMethod().equals("POST") && id.find() ? Optional.of(id.group(1)) : Optional.empty();
    }

    private Answer passOn(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        String method = exchange.getRequestMethod();
        boolean bodiless = method.equals("GET") || method.equals("HEAD") || method.equals("DELETE");
        URI target =
                URI.create(TestStore.get().endpoint() + exchange.getRequestURI().toString());
        HttpRequest.Builder request = HttpRequest.newBuilder(target)
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

    private static void answer(HttpExchange exchange, Answer answer) throws IOException {
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

    private static boolean isPassedOn(String header) {
        return !NOT_PASSED_ON.contains(header.toLowerCase(Locale.ROOT));
    }
}
