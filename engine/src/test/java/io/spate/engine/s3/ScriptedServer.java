package io.spate.engine.s3;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** A server on loopback that answers each request with the next answer of its script, and writes down what it was sent. */
final class ScriptedServer implements AutoCloseable {
    /** What came over the wire: the head line by line, and the body as far as it was read. */
    record Request(String line, List<String> headers, String body) {
        Optional<String> header(String name) {
            String start = name.toLowerCase(Locale.ROOT) + ":";
            return headers.stream()
                    .filter(header -> header.toLowerCase(Locale.ROOT).startsWith(start))
                    .map(header -> header.substring(start.length()).strip())
                    .findFirst();
        }

        /** The names of its headers in lower case. */
        List<String> names() {
            return headers.stream()
                    .map(header -> header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT))
                    .toList();
        }
    }

    /**
     * @param text what is sent, verbatim
     * @param ending what happens to the connection afterwards
     * @param bodyLimit how much of the body of the request is read before
     * @param before runs between the body and the answer
     */
    private record Answer(String text, Ending ending, int bodyLimit, Runnable before) {
        Answer(String text, Ending ending, int bodyLimit) {
            this(text, ending, bodyLimit, () -> {});
        }
    }

    private enum Ending {
        KEEP,
        CLOSE,
        RESET,
        STALL
    }

    private static final int TLS_HANDSHAKE = 0x16;

    private final String scheme;
    private final ServerSocket socket;
    private final BlockingQueue<Answer> script = new LinkedBlockingQueue<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Socket> open = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final Semaphore arrivals = new Semaphore(0);
    private final CountDownLatch hungUp = new CountDownLatch(1);

    ScriptedServer() {
        this("http", ServerSocketFactory.getDefault());
    }

    /** A server that speaks what the sockets of a factory do. */
    ScriptedServer(String scheme, ServerSocketFactory factory) {
        this.scheme = scheme;
        try {
            socket = factory.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    String endpoint() {
        return scheme + "://127.0.0.1:" + port();
    }

    /** Answers one request; lines end with CR LF and the body follows an empty line. */
    ScriptedServer answer(String status, String body, String... headers) {
        return add(message(status, body, headers), Ending.KEEP);
    }

    /** Answers one request when it is there as a whole, and something else has been done. */
    ScriptedServer answerAfter(Runnable before, String status, String body, String... headers) {
        script.add(new Answer(message(status, body, headers), Ending.KEEP, Integer.MAX_VALUE, before));
        return this;
    }

    /** Answers one request without a look at its body, and hangs up. */
    ScriptedServer answerHead(String status, String body, String... headers) {
        script.add(new Answer(message(status, body, headers), Ending.CLOSE, 0));
        return this;
    }

    /** Answers one request and hangs up. */
    ScriptedServer answerAndClose(String status, String body, String... headers) {
        return add(message(status, body, headers), Ending.CLOSE);
    }

    /** Answers one request, then sends nothing more and keeps the connection open. */
    ScriptedServer answerAndStall(String status, String body, String... headers) {
        return add(message(status, body, headers), Ending.STALL);
    }

    /** Hangs up on one request without an answer. */
    ScriptedServer hangUp() {
        return add("", Ending.CLOSE);
    }

    /** Breaks off the connection of one request when so many bytes of its body have come. */
    ScriptedServer cutBody(int bytes) {
        script.add(new Answer("", Ending.RESET, bytes));
        return this;
    }

    /** Leaves one request without an answer. */
    ScriptedServer stall() {
        return add("", Ending.STALL);
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    Request onlyRequest() {
        if (requests.size() != 1) {
            throw new AssertionError("expected one request: " + requests);
        }
        return requests.get(0);
    }

    int connections() {
        return connections.get();
    }

    /** Waits until the head of one more request has come. */
    boolean awaitRequest() throws InterruptedException {
        return arrivals.tryAcquire(20, TimeUnit.SECONDS);
    }

    /** Waits until a client has closed a connection. */
    boolean awaitHangUp() throws InterruptedException {
        return hungUp.await(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        closeQuietly(socket);
        open.forEach(ScriptedServer::closeQuietly);
    }

    private ScriptedServer add(String text, Ending ending) {
        script.add(new Answer(text, ending, Integer.MAX_VALUE));
        return this;
    }

    private static String message(String status, String body, String... headers) {
        StringBuilder text = new StringBuilder("HTTP/1.1 ").append(status).append("\r\n");
        boolean sized = false;
        for (String header : headers) {
            text.append(header).append("\r\n");
            sized |= header.toLowerCase(Locale.ROOT).startsWith("content-length:")
                    || header.toLowerCase(Locale.ROOT).startsWith("transfer-encoding:");
        }
        if (!sized) {
            text.append("Content-Length: ")
                    .append(body.getBytes(StandardCharsets.UTF_8).length)
                    .append("\r\n");
        }
        return text.append("\r\n").append(body).toString();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                open.add(connection);
                connections.incrementAndGet();
                start(() -> serve(connection));
            }
        } catch (IOException e) {
            // The server was closed.
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            boolean more = !refusesTls(connection, in);
            while (more) {
                more = serveOne(connection, in);
            }
        } catch (IOException e) {
            hungUp.countDown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers a TLS greeting as servers do that speak plain HTTP only. */
    private static boolean refusesTls(Socket connection, InputStream in) throws IOException {
        in.mark(1);
        boolean tls = in.read() == TLS_HANDSHAKE;
        in.reset();
        if (tls) {
            connection.getOutputStream().write(message("400 Bad Request", "").getBytes(StandardCharsets.UTF_8));
        }
        return tls;
    }

    private boolean serveOne(Socket connection, InputStream in) throws IOException, InterruptedException {
        String head = readHead(in);
        if (head.isEmpty()) {
            hungUp.countDown();
            return false;
        }
        List<String> lines = head.lines().toList();
        arrivals.release();
        Request request = new Request(lines.get(0), lines.subList(1, lines.size()), "");
        Answer answer = script.poll(20, TimeUnit.SECONDS);
        requests.add(answer == null ? request : readBody(in, request, answer.bodyLimit()));
        if (answer == null) {
            return false;
        }
        answer.before().run();
        connection.getOutputStream().write(answer.text().getBytes(StandardCharsets.UTF_8));
        connection.getOutputStream().flush();
        return switch (answer.ending()) {
            case KEEP -> true;
            case CLOSE -> false;
            case RESET -> {
                connection.setSoLinger(true, 0);
                yield false;
            }
            case STALL -> in.read() >= 0;
        };
    }

    private static Request readBody(InputStream in, Request request, int limit) throws IOException {
        int length = request.header("Content-Length").map(Integer::parseInt).orElse(0);
        String body = new String(in.readNBytes(Math.min(length, limit)), StandardCharsets.UTF_8);
        return new Request(request.line(), request.headers(), body);
    }

    private static String readHead(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int state = 0;
        while (state < 4) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.write(next);
            state = next == (state % 2 == 0 ? '\r' : '\n') ? state + 1 : 0;
        }
        return head.toString(StandardCharsets.ISO_8859_1).strip();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new IllegalStateException("a socket cannot be closed", e);
        }
    }
}
