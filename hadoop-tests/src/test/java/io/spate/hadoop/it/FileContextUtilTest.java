package io.spate.hadoop.it;

import org.apache.hadoop.fs.FileContextUtilBase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KnownLimits.class)
final class FileContextUtilTest extends FileContextUtilBase {
    @BeforeEach
    @Override
    public void setUp() throws Exception {
        fc = HadoopStore.context(getClass());
        super.setUp();
    }
}
