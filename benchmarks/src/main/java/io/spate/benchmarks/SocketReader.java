package io.spate.benchmarks;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

import io.spate.engine.ObjectInfo;
import io.spate.engine.Option;
import io.spate.engine.SpateOptions;

/** The peer: as many threads as ranges in flight, each with one connection, asks for the same ranges and drops them. */
final class SocketReader {
    private static final int CHUNK = 128 << 10;

    private final URI endpoint;
    private final ObjectInfo info;
    private final long rangeSize;
    private final int concurrency;

    SocketReader(SpateOptions options, ObjectInfo info) {
        this.endpoint = options.get(Option.ENDPOINT)
                .filter(uri -> "http".equals(uri.getScheme()))
                .orElseThrow(() -> new IllegalArgumentException("give a plain endpoint: -o endpoint=http://host:port"));
        this.info = info;
        this.rangeSize = options.get(Option.RANGE_SIZE);
        this.concurrency = options.get(Option.READ_CONCURRENCY);
    }

    long read() throws IOException, InterruptedException {
        AtomicLong next = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(concurrency);
        try {
            List<Future<Long>> reads = new ArrayList<>();
            for (int i = 0; i < concurrency; i++) {
                reads.add(threads.submit(() -> readSome(next)));
            }
            long total = 0;
            for (Future<Long> read : reads) {
                total += read.get();
            }
            return total;
        } catch (ExecutionException e) {
            throw new IOException("reading by sockets failed", e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private long readSome(AtomicLong next) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long total = 0;
        try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort());
                InputStream in = new BufferedInputStream(socket.getInputStream(), 8 << 10)) {
            for (long start = next.getAndAdd(rangeSize); start < info.length(); start = next.getAndAdd(rangeSize)) {
                long end = Math.min(start + rangeSize, info.length());
                socket.getOutputStream().write(request(start, end));
                skipHeaders(in);
                drop(in, chunk, end - start);
                total += end - start;
            }
        }
        return total;
    }

    private byte[] request(long start, long end) {
        String text = "GET /" + info.uri().bucket() + "/" + info.uri().key() + " HTTP/1.1\r\nHost: "
                + endpoint.getAuthority() + "\r\nRange: bytes=" + start + "-" + (end - 1) + "\r\n\r\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void skipHeaders(InputStream in) throws IOException {
        StringBuilder headers = new StringBuilder();
        while (headers.indexOf("\r\n\r\n") < 0) {
            headers.append((char) next(in));
        }
        if (!headers.toString().startsWith("HTTP/1.1 206 ")) {
            throw new IOException("no partial content: " + headers);
        }
    }

    private static void drop(InputStream in, byte[] chunk, long length) throws IOException {
        for (long left = length; left > 0; ) {
            int count = in.read(chunk, 0, (int) Math.min(chunk.length, left));
            if (count < 0) {
                throw new EOFException("the body ended early");
            }
            left -= count;
        }
    }

    private static int next(InputStream in) throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException("the answer ended early");
        }
        return next;
    }
}
