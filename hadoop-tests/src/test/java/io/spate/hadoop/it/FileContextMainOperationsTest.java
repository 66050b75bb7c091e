package io.spate.hadoop.it;

import org.apache.hadoop.fs.FileContextMainOperationsBaseTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KnownLimits.class)
final class FileContextMainOperationsTest extends FileContextMainOperationsBaseTest {
    @BeforeEach
    @Override
    public void setUp() throws Exception {
        fc = HadoopStore.context(getClass());
        super.setUp();
    }

    @Override
    protected boolean listCorruptedBlocksSupported() {
        return false;
    }
}
