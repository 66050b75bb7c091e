package io.spate.hadoop.it;

import java.net.URI;

import org.apache.hadoop.fs.FCStatisticsBaseTest;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(KnownLimits.class)
final class FileContextStatisticsTest extends FCStatisticsBaseTest {
    private Path root;

    @BeforeEach
    void makeRoot() throws Exception {
        fc = HadoopStore.context(getClass());
        root = fileContextTestHelper.getTestRootPath(fc, "test");
        fc.mkdir(root, FileContext.DEFAULT_PERM, true);
        FileContext.clearStatistics();
    }

    @AfterEach
    void deleteRoot() throws Exception {
        fc.delete(root, true);
    }

    /** One block is read by {@code read}, another by {@code readFully}. */
    @Override
    protected void verifyReadBytes(FileSystem.Statistics statistics) {
        assertThat(statistics.getBytesRead()).isEqualTo(2L * blockSize);
    }

    @Override
    protected void verifyWrittenBytes(FileSystem.Statistics statistics) {
        assertThat(statistics.getBytesWritten()).isEqualTo((long) blockSize * numBlocks);
    }

    @Override
    protected URI getFsUri() {
        return HadoopStore.uri(HadoopStore.bucketOf(getClass()));
    }
}
