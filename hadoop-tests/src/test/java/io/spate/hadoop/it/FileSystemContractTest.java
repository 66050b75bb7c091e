package io.spate.hadoop.it;

import org.apache.hadoop.fs.FileSystemContractBaseTest;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KnownLimits.class)
final class FileSystemContractTest extends FileSystemContractBaseTest {
    private Path base;

    @BeforeEach
    void makeBase() throws Exception {
        fs = HadoopStore.open(HadoopStore.bucketOf(getClass()));
        base = fs.makeQualified(new Path("/file-system-contract"));
        fs.delete(base, true);
        fs.mkdirs(base);
    }

    @Override
    protected int getGlobalTimeout() {
        return 120_000;
    }

    @Override
    public Path getTestBaseDir() {
        return base;
    }

    @Override
    protected boolean rootDirTestEnabled() {
        return true;
    }
}
