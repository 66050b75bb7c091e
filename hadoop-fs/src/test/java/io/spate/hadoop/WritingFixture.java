package io.spate.hadoop;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

import io.spate.engine.CountingStore;
import io.spate.engine.FaultyStore;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreRequest;

/**
 * A file system over a bucket in memory, whose requests are counted and perhaps fail. Parts have 100 KiB, and are sent one
 * after the other.
 */
final class WritingFixture implements AutoCloseable {
    static final int PART = 100 << 10;

    final MemoryStore memory = FileSystemFixture.newStore();
    final CountingStore requests;
    final SpateFileSystem fileSystem;
    private int seen;

    WritingFixture(Map<String, String> options) throws IOException {
        this(options, new FaultyStore.Plan() {});
    }

    WritingFixture(Map<String, String> options, FaultyStore.Plan plan) throws IOException {
        requests = new CountingStore(new FaultyStore(memory, plan));
        Map<String, String> all = new TreeMap<>(
                Map.of("profile", "oss", "write.part-size", "100k", "write.concurrency", "1", "retry.deadline", "1 s"));
        all.putAll(options);
        fileSystem = FileSystemFixture.open(requests, all);
    }

    static Path path(String text) {
        return new Path(text);
    }

    static ObjectUri uri(String key) {
        return new ObjectUri(FileSystemFixture.BUCKET, key);
    }

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    void write(String path, byte[] bytes) throws IOException {
        try (FSDataOutputStream out = fileSystem.create(path(path))) {
            out.write(bytes);
        }
    }

    /** The requests since this was asked last, as operation and key. */
    List<String> log() {
        List<StoreRequest> all = requests.requests();
        List<String> fresh = all.subList(seen, all.size()).stream()
                .map(request -> request.operation() + " " + request.uri().key())
                .toList();
        seen = all.size();
        return fresh;
    }

    byte[] bytes(String key) throws IOException {
        return memory.bytes(uri(key));
    }

    boolean isThere(String key) {
        try {
            memory.details(uri(key));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    String[] keysOf(String... more) {
        return Arrays.stream(more).filter(this::isThere).toArray(String[]::new);
    }

    @Override
    public void close() throws IOException {
        fileSystem.close();
    }
}
