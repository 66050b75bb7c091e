package io.spate.it;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;

import io.spate.embedded.Answer;
import io.spate.embedded.HttpFront;

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

    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private final Map<String, Answer> completed = new ConcurrentHashMap<>();
    private final AtomicReference<Optional<CaughtCommit>> next = new AtomicReference<>(Optional.empty());
    private final Repeated repeated;
    private final Optional<SmallUploads> uploads;
    private final HttpFront front;
    private volatile boolean losesFirstAnswers;

    private StoreFront(Repeated repeated, Optional<SmallUploads> uploads) throws IOException {
        this.repeated = repeated;
        this.uploads = uploads;
        this.front = new HttpFront(TestStore.get());
    }

    private StoreFront started() {
        front.start(this::serve);
        return this;
    }

    static StoreFront open(Repeated repeated) throws IOException {
        return new StoreFront(repeated, Optional.empty()).started();
    }

    /** Takes parts of any size, other than the server behind. */
    static StoreFront withSmallParts(Repeated repeated) throws IOException {
        return new StoreFront(repeated, Optional.of(new SmallUploads())).started();
    }

    /** The options that reach the store through this. */
    Map<String, String> options(String... more) {
        Map<String, String> options = TestStore.options(more);
        options.put("endpoint", front.endpoint());
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
        front.close();
        uploads.ifPresent(SmallUploads::close);
    }

    private void serve(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        if (!isCommit(exchange)) {
            front.answer(exchange, answerOfStore(exchange, body));
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
            front.answer(exchange, answer);
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
                    case IS_UNKNOWN -> StoreAnswers.error(404, "NoSuchUpload");
                    case IS_REFUSED -> StoreAnswers.error(400, "InvalidPart");
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
        return front.passOn(exchange, body);
    }
}
