package io.spate.hadoop;

import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.hadoop.ModelSteps.Step;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares random sequences of operations with what HDFS would do. */
@Timeout(120)
final class FileSystemModelTest {
    private static final int STEPS = 80;

    @ParameterizedTest(name = "seed {0}, rename-on-upload {1}, cache {2}, profile {3}")
    @CsvSource({
        "1, true, 0 s, oss",
        "2, true, 0 s, generic",
        "3, false, 0 s, ceph",
        "4, true, 1 h, aws",
        "5, false, 1 h, ozone",
        "6, true, 1 h, oss",
        "7, true, 0 s, oss",
        "8, true, 0 s, aws"
    })
    void randomOperations_onAnEmptyBucket_leaveWhatHdfsWouldLeave(
            long seed, String renameOnUpload, String cache, String profile) throws Exception {
        Map<String, String> options =
                Map.of("rename-on-upload", renameOnUpload, "stat-cache.ttl", cache, "profile", profile);
        try (WritingFixture fixture = new WritingFixture(options)) {
            ModelSteps steps = new ModelSteps(fixture.fileSystem, new ModelTree(), new Random(seed));
            for (int i = 0; i < STEPS; i++) {
                Step step = steps.next();
                String as = "seed " + seed + ", step " + i + ", " + step.what();
                assertThat(step.got()).as(as).isEqualTo(step.expected());
                steps.compareAll(as);
            }
            assertThat(fixture.memory.openUploads()).isEmpty();
        }
    }
}
