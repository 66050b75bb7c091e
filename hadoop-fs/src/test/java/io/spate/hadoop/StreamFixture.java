package io.spate.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;

import io.spate.engine.ByteRange;
import io.spate.engine.CountingStore;
import io.spate.engine.Engine;
import io.spate.engine.FaultyStore;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** A file system over one file in memory, with small ranges, and a count of the requests that reading it sends. */
final class StreamFixture implements AutoCloseable {
    static final int RANGE = 64 << 10;
    static final int MINIMUM = 64 << 10;
    static final Path FILE = new Path("spate://" + FileSystemFixture.BUCKET + "/d/file");

    final MemoryStore memory = FileSystemFixture.newStore();
    final CountingStore requests;
    final SpateFileSystem fileSystem;
    private final AtomicReference<Engine> engine = new AtomicReference<>();

    StreamFixture(Map<String, String> options, FaultyStore.Plan plan) throws IOException {
        requests = new CountingStore(new FaultyStore(memory, plan));
        Map<String, String> all = new TreeMap<>(Map.of("read.range-size", "64k", "memory", "32m"));
        all.putAll(options);
        Configuration configuration = new Configuration(false);
        all.forEach((key, value) -> configuration.set(HadoopConfiguration.PREFIX + key, value));
        fileSystem = new SpateFileSystem(checked -> {
            engine.set(Engine.over(requests, checked));
            return engine.get();
        });
        fileSystem.initialize(FILE.toUri(), configuration);
    }

    StreamFixture() throws IOException {
        this(Map.of(), new FaultyStore.Plan() {});
    }

    /** Puts random bytes at the file. */
    byte[] put(long seed, int length) {
        byte[] bytes = random(seed, length);
        memory.put(new ObjectUri(FileSystemFixture.BUCKET, "d/file"), bytes);
        return bytes;
    }

    /** The file's present version. */
    ObjectInfo info() throws IOException {
        return memory.head(new ObjectUri(FileSystemFixture.BUCKET, "d/file"));
    }

    static byte[] random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    Engine engine() {
        return engine.get();
    }

    /** Opens the file with its length, so without a request. */
    FSDataInputStream open(String policy, long length) throws Exception {
        return open(fileSystem
                .openFile(FILE)
                .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, policy)
                .optLong(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, length));
    }

    static FSDataInputStream open(FutureDataInputStreamBuilder builder) throws Exception {
        return builder.build().get(10, TimeUnit.SECONDS);
    }

    long gets() {
        return requests.count(Operation.GET);
    }

    List<ByteRange> ranges() {
        return requests.requests().stream()
                .map(StoreRequest::range)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Reads ranges and gives their bytes in the order of the ranges. */
    static List<byte[]> readVectored(FSDataInputStream in, List<ByteRange> ranges) throws Exception {
        List<FileRange> asked = ranges.stream()
                .map(range -> FileRange.createFileRange(range.start(), (int) range.length()))
                .toList();
        in.readVectored(asked, ByteBuffer::allocate);
        List<byte[]> answers = new ArrayList<>();
        for (FileRange range : asked) {
            answers.add(bytes(range.getData().get(30, TimeUnit.SECONDS)));
        }
        return answers;
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** Waits until I/O threads have let go of the last block, as they do soon after it was given up. */
    void awaitNoMemoryInUse() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (engine().transferMemory() > 0 && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(engine().transferMemory()).isZero();
    }

    @Override
    public void close() throws IOException {
        fileSystem.close();
    }
}
