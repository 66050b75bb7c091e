package io.spate.shell;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.spate.embedded.EmbeddedStore;
import io.spate.embedded.LoggedRequest;
import io.spate.embedded.RequestLog;

import static org.assertj.core.api.Assertions.assertThat;

/** What commands of the shell cost in requests. */
@Timeout(120)
final class ShellRequestsTest {
    private static final int LENGTH = 100 << 20;

    /** Of its own for each test: Hadoop keeps file systems open by the name of their bucket. */
    private final String bucket = "requests-" + UUID.randomUUID();

    @TempDir
    Path directory;

    private EmbeddedStore store;
    private RequestLog log;

    @BeforeEach
    void start() throws Exception {
        store = EmbeddedStore.start();
        store.createBucket(bucket);
        log = RequestLog.before(store);
    }

    @AfterEach
    void stop() throws Exception {
        log.close();
        store.close();
    }

    @Test
    void put_largeFile_isOneUploadAndNothingIsCopied() throws Exception {
        shell("-put", file(LENGTH), "spate://" + bucket + "/file");

        assertThat(counts())
                .isEqualTo(Map.of(
                        "HeadObject",
                        4L,
                        "ListObjects",
                        3L,
                        "CreateMultipartUpload",
                        1L,
                        "UploadPart",
                        13L,
                        "CompleteMultipartUpload",
                        1L));
        assertThat(sent()).isEqualTo(LENGTH);
    }

    @Test
    void cp_largeFile_isOneUploadAndNothingIsCopied() throws Exception {
        store.put(bucket, "file", new byte[LENGTH]);

        shell("-cp", "spate://" + bucket + "/file", "spate://" + bucket + "/copy");

        assertThat(counts())
                .isEqualTo(Map.of(
                        "HeadObject",
                        5L,
                        "ListObjects",
                        3L,
                        "GetObject",
                        13L,
                        "CreateMultipartUpload",
                        1L,
                        "UploadPart",
                        13L,
                        "CompleteMultipartUpload",
                        1L));
        assertThat(sent()).isEqualTo(LENGTH);
    }

    @Test
    void put_smallFile_isOnePut() throws Exception {
        shell("-put", file(1000), "spate://" + bucket + "/file");

        assertThat(counts()).isEqualTo(Map.of("HeadObject", 3L, "ListObjects", 3L, "PutObject", 1L));
    }

    private String file(long length) throws Exception {
        Path path = directory.resolve("file");
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(length);
        }
        return path.toString();
    }

    private void shell(String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of("fs"));
        log.options().forEach((key, value) -> Collections.addAll(line, "-D", "fs.spate." + key + "=" + value));
        line.addAll(Arrays.asList(words));
        Console.Answer answer = Console.run(line.toArray(String[]::new));
        assertThat(answer).isEqualTo(new Console.Answer(0, "", ""));
    }

    private Map<String, Long> counts() {
        return log.requests().stream()
                .collect(Collectors.groupingBy(LoggedRequest::operation, TreeMap::new, Collectors.counting()));
    }

    private long sent() {
        return log.requests().stream()
                .filter(request -> request.operation().equals("UploadPart"))
                .mapToLong(LoggedRequest::sent)
                .sum();
    }
}
