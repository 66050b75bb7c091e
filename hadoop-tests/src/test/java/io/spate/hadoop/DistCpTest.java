package io.spate.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.tools.DistCp;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** The stock DistCp, run in this JVM, and what it costs. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class DistCpTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path folder;

    private final String bucket = "test-" + UUID.randomUUID();
    private final Map<String, byte[]> files = new TreeMap<>();

    @BeforeEach
    void fill() {
        CountedFileSystem.MEMORY.createBucket(bucket);
        files.put("small", random(10));
        files.put("empty", new byte[0]);
        files.put("sub/large", random(3 * MIB));
    }

    @AfterEach
    void close() throws IOException {
        FileSystem.closeAll();
        assertThat(CountedFileSystem.MEMORY.openUploads()).isEmpty();
    }

    @Test
    void copy_betweenPrefixes_copiesNothingASecondTime() throws Exception {
        putSource();

        List<StoreRequest> log = run("spate://" + bucket + "/source", "spate://" + bucket + "/target");

        requireTarget();
        assertThat(operations(log))
                .doesNotContain(Operation.COPY, Operation.DELETE, Operation.DELETE_MANY, Operation.ABORT_UPLOAD);
        assertThat(log.stream().filter(request -> request.operation() == Operation.PUT))
                .extracting(request -> request.uri().key())
                .contains("target/small", "target/empty")
                .allMatch(key -> key.endsWith("/") || key.equals("target/small") || key.equals("target/empty"));
        assertThat(log.stream().filter(request -> request.operation() == Operation.COMPLETE_UPLOAD))
                .extracting(request -> request.uri().key())
                .containsExactly("target/sub/large");
    }

    @Test
    void copy_fromLocalFiles_copiesNothingASecondTime() throws Exception {
        putLocal();

        List<StoreRequest> log = run(folder.resolve("source").toUri().toString(), "spate://" + bucket + "/target");

        requireTarget();
        assertThat(operations(log)).doesNotContain(Operation.COPY, Operation.DELETE, Operation.DELETE_MANY);
    }

    @Test
    void copy_ofOneFileToAName_copiesNothingASecondTime() throws Exception {
        putSource();

        List<StoreRequest> log = run("spate://" + bucket + "/source/sub/large", "spate://" + bucket + "/other/name");

        assertThat(bytes("other/name")).isEqualTo(files.get("sub/large"));
        assertThat(operations(log)).doesNotContain(Operation.COPY, Operation.DELETE, Operation.DELETE_MANY);
    }

    @Test
    void copy_switchedOff_copies() throws Exception {
        putSource();

        List<StoreRequest> log = run(
                "-Dfs.spate.rename-on-upload=false", "spate://" + bucket + "/source", "spate://" + bucket + "/target");

        requireTarget();
        assertThat(operations(log)).contains(Operation.COPY, Operation.DELETE);
    }

    @Test
    void copy_direct_writesTheTarget() throws Exception {
        putSource();

        List<StoreRequest> log = run("-direct", "spate://" + bucket + "/source", "spate://" + bucket + "/target");

        requireTarget();
        assertThat(operations(log)).doesNotContain(Operation.COPY, Operation.DELETE, Operation.DELETE_MANY);
    }

    @Test
    void copy_update_leavesWhatIsThere() throws Exception {
        putSource();
        run("spate://" + bucket + "/source", "spate://" + bucket + "/target");
        CountedFileSystem.MEMORY.put(uri("source/new"), random(7));
        files.put("new", random(7));

        List<StoreRequest> log = run("-update", "spate://" + bucket + "/source", "spate://" + bucket + "/target");

        requireTarget();
        assertThat(operations(log))
                .doesNotContain(Operation.COPY, Operation.DELETE, Operation.DELETE_MANY, Operation.CREATE_UPLOAD);
        assertThat(log.stream().filter(request -> request.operation() == Operation.GET))
                .extracting(request -> request.uri().key())
                .containsOnly("source/new");
    }

    @Test
    void copy_byChunks_makesOneFileByCopiesOfParts() throws Exception {
        files.put("sub/large", random(12 * MIB));
        putSource();

        List<StoreRequest> log =
                run("-blocksperchunk", "1", "spate://" + bucket + "/source", "spate://" + bucket + "/target");

        requireTarget();
        assertThat(operations(log)).doesNotContain(Operation.COPY);
        assertThat(log.stream().filter(request -> request.operation() == Operation.COPY_PART))
                .extracting(request -> request.uri().key())
                .containsExactly("target/sub/large", "target/sub/large", "target/sub/large");
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private void putSource() {
        files.forEach((name, bytes) -> CountedFileSystem.MEMORY.put(uri("source/" + name), bytes));
    }

    private void putLocal() throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = folder.resolve("source").resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
    }

    /** Runs DistCp, and gives the requests that this took. */
    private List<StoreRequest> run(String... arguments) throws Exception {
        int before = CountedFileSystem.REQUESTS.requests().size();
        assertThat(ToolRunner.run(new DistCp(new Configuration(), null), arguments(arguments)))
                .isZero();
        List<StoreRequest> all = CountedFileSystem.REQUESTS.requests();
        return all.subList(before, all.size());
    }

    private String[] arguments(String... arguments) {
        Map<String, String> options = new TreeMap<>(Map.of(
                "fs.spate.impl", CountedFileSystem.class.getName(),
                "fs.spate.profile", "oss",
                "fs.spate.write.part-size", "1m",
                "fs.spate.block-size", "5m",
                "mapreduce.framework.name", "local",
                "hadoop.tmp.dir", folder.resolve("tmp").toString(),
                "mapreduce.jobtracker.staging.root.dir",
                        folder.resolve("staging").toString()));
        String[] defined = options.entrySet().stream()
                .map(option -> "-D" + option.getKey() + "=" + option.getValue())
                .toArray(String[]::new);
        String[] all = new String[defined.length + arguments.length];
        System.arraycopy(defined, 0, all, 0, defined.length);
        System.arraycopy(arguments, 0, all, defined.length, arguments.length);
        return all;
    }

    /** That the target has all files with their bytes, and nothing else but directories. */
    private void requireTarget() throws IOException {
        Map<String, byte[]> found = new TreeMap<>();
        for (ObjectInfo info :
                CountedFileSystem.MEMORY.list(ListRequest.below(uri("target/"))).objects()) {
            if (!info.uri().key().endsWith("/")) {
                found.put(
                        info.uri().key().substring("target/".length()),
                        bytes(info.uri().key()));
            }
        }
        assertThat(found.keySet()).isEqualTo(files.keySet());
        files.forEach((name, bytes) -> assertThat(found.get(name)).as(name).isEqualTo(bytes));
    }

    private byte[] bytes(String key) throws IOException {
        return CountedFileSystem.MEMORY.bytes(uri(key));
    }

    private ObjectUri uri(String key) {
        return new ObjectUri(bucket, key);
    }

    private static List<Operation> operations(List<StoreRequest> log) {
        return log.stream().map(StoreRequest::operation).distinct().toList();
    }
}
