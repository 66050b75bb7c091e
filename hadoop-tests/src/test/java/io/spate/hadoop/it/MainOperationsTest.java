package io.spate.hadoop.it;

import org.apache.hadoop.fs.FSMainOperationsBaseTest;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KnownLimits.class)
final class MainOperationsTest extends FSMainOperationsBaseTest {
    MainOperationsTest() {
        super(HadoopStore.uri(HadoopStore.bucketOf(MainOperationsTest.class)) + "main-operations");
    }

    @BeforeEach
    @Override
    public void setUp() throws Exception {
        fSys = createFileSystem();
        super.setUp();
    }

    @Override
    protected FileSystem createFileSystem() throws Exception {
        return HadoopStore.open(HadoopStore.bucketOf(getClass()));
    }
}
