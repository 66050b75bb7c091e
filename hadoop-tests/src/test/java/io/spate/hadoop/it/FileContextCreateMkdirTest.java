package io.spate.hadoop.it;

import org.apache.hadoop.fs.FileContextCreateMkdirBaseTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KnownLimits.class)
final class FileContextCreateMkdirTest extends FileContextCreateMkdirBaseTest {
    @BeforeEach
    @Override
    public void setUp() throws Exception {
        fc = HadoopStore.context(getClass());
        super.setUp();
    }
}
