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

    private static final Pattern UPLOAD_ID = Pattern.compile("(?:^|&)uploadId=([^&]*)");
    /** Of the connection rather than the message, or set by client and server themselves. */
    private static final Set<String> NOT_PASSED_ON =
            Set.of("connection", "content-length", "expect", "transfer-encoding", "upgrade", "date");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private final Map<String, Answer> completed = new ConcurrentHashMap<>();
    private final AtomicReference<Optional<CaughtCommit>> next = new AtomicReference<>(Optional.empty());
    private final Repeated repeated;
    private final Optional<SmallUploads> uploads;
    private final HttpServer server;
    private volatile boolean losesFirstAnswers;

    private StoreFront(Repeated repeated, Optional<SmallUploads> uploads) throws IOException {
        this.repeated = repeated;
        this.uploads = uploads;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    static StoreFront open(Repeated repeated) throws IOException {
        return new StoreFront(repeated, Optional.empty());
    }

    /** Takes parts of any size, other than the server behind. */
    static StoreFront withSmallParts(Repeated repeated) throws IOException {
        return new StoreFront(repeated, Optional.of(new SmallUploads()));
    }

    /** The options that reach the store through this. */
    Map<String, String> options(String... more) {
        Map<String, String> options = TestStore.options(more);
        options.put("endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
        return options;
    }

    /** How many uploads with small parts are open. */
    int openUploads() {
        return uploads.map(SmallUploads::open).orElse(0);
    }

    /** From now on no answer comes back from the first request to complete an upload, so that it comes again. */
    void loseFirstAnswers() {
        losesFirstAnswers = true;
    }

    /** Catches the next request that makes an object visible. Its client gets no answer. */
    void catchNext(CaughtCommit commit) {
        next.set(Optional.of(commit));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        uploads.ifPresent(SmallUploads::close);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (!isCommit(exchange)) {
                answer(exchange, answerOfStore(exchange, body));
                return;
            }
            Optional<CaughtCommit> caught = next.getAndSet(Optional.empty());
            if (caught.isPresent()) {
                caught.get().meet(() -> commit(exchange, body));
                return;
            }
            boolean lost = losesFirstAnswers
                    && upload(exchange).filter(id -> !completed.containsKey(id)).isPresent();
            Answer answer = commit(exchange, body);
            if (!lost) {
                answer(exchange, answer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether a request makes an object visible: by completing an upload, or all at once. */
    private static boolean isCommit(HttpExchange exchange) {
        String method = exchange.getRequestMethod();
        return upload(exchange).isPresent()
                ? method.equals("POST")
                : method.equals("PUT") && exchange.getRequestURI().getPath().indexOf('/', 1) > 0;
    }

    private Answer commit(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        Optional<String> upload = upload(exchange);
        return upload.isPresent() ? complete(exchange, body, upload.get()) : answerOfStore(exchange, body);
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
            Answer answer = answerOfStore(exchange, body);
            if (answer.status() == 200) {
                completed.put(uploadId, answer);
            }
            return answer;
        }
    }

    /** The id of the upload that a request is about, if it is about one. */
    private static Optional<String> upload(HttpExchange exchange) {
        String query = exchange.getRequestURI().getRawQuery();
        Matcher id = UPLOAD_ID.matcher(query == null ? "" : query);
        return id.find() ? Optional.of(id.group(1)) : Optional.empty();
    }

    private Answer answerOfStore(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        if (uploads.isPresent()) {
            Optional<Answer> own = uploads.get().answer(exchange, upload(exchange), body);
            if (own.isPresent()) {
                return own.get();
            }
        }
        return passOn(exchange, body);
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
