package io.spate.benchmarks;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

import io.spate.engine.ObjectUri;
import io.spate.engine.Option;
import io.spate.engine.SpateOptions;

/** The peer: as many threads as parts in flight, each with one connection, put as many bytes in as large requests. */
final class SocketWriter {
    private final URI endpoint;
    private final ObjectUri target;
    private final long bytes;
    private final byte[] chunk;
    private final long partSize;
    private final int concurrency;

    SocketWriter(SpateOptions options, ObjectUri target, long bytes, byte[] chunk) {
        this.endpoint = options.get(Option.ENDPOINT)
                .filter(uri -> "http".equals(uri.getScheme()))
                .orElseThrow(() -> new IllegalArgumentException("give a plain endpoint: -o endpoint=http://host:port"));
        this.target = target;
        this.bytes = bytes;
        this.chunk = chunk;
        this.partSize = options.get(Option.PART_SIZE);
        this.concurrency = options.get(Option.WRITE_CONCURRENCY);
    }

    long write() throws IOException, InterruptedException {
        AtomicLong next = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(concurrency);
        try {
            List<Future<Long>> writes = new ArrayList<>();
            for (int i = 0; i < concurrency; i++) {
                writes.add(threads.submit(() -> writeSome(next)));
            }
            long total = 0;
            for (Future<Long> write : writes) {
                total += write.get();
            }
            return total;
        } catch (ExecutionException e) {
            throw new IOException("writing by sockets failed", e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private long writeSome(AtomicLong next) throws IOException {
        long total = 0;
        try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort());
                InputStream in = new BufferedInputStream(socket.getInputStream(), 8 << 10)) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            for (long start = next.getAndAdd(partSize); start < bytes; start = next.getAndAdd(partSize)) {
                long length = Math.min(partSize, bytes - start);
                out.write(request(start / partSize + 1, length));
                for (long left = length; left > 0; left -= chunk.length) {
                    out.write(chunk, 0, (int) Math.min(chunk.length, left));
                }
                skipAnswer(in);
                total += length;
            }
        }
        return total;
    }

    private byte[] request(long number, long length) {
        String text = "PUT /" + target.bucket() + "/" + target.key() + "?partNumber=" + number
                + "&uploadId=sockets HTTP/1.1\r\nHost: " + endpoint.getAuthority() + "\r\nContent-Length: " + length
                + "\r\n\r\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** An answer whose body is empty, chunked or not. */
    private static void skipAnswer(InputStream in) throws IOException {
        String headers = readTo(in, "\r\n\r\n");
        if (!headers.startsWith("HTTP/1.1 200 ")) {
            throw new IOException("the part was not taken: " + headers);
        }
        if (headers.contains("Transfer-Encoding: chunked")) {
            readTo(in, "0\r\n\r\n");
        }
    }

    private static String readTo(InputStream in, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the answer ended early: " + text);
            }
            text.append((char) next);
        }
        return text.toString();
    }
}
