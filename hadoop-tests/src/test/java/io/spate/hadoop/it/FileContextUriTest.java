package io.spate.hadoop.it;

import org.apache.hadoop.fs.FileContextURIBase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KnownLimits.class)
final class FileContextUriTest extends FileContextURIBase {
    @BeforeEach
    @Override
    public void setUp() throws Exception {
        fc1 = HadoopStore.context(getClass());
        fc2 = HadoopStore.context(getClass());
        super.setUp();
    }
}
