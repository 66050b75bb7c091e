package io.spate.hadoop.it;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
final class HadoopStoreTest {
    @Test
    void open_fileThatWasWritten_readsWhatWasWritten() throws Exception {
        Path file = new Path("/d/file");
        try (FileSystem fileSystem = HadoopStore.open(HadoopStore.newBucket())) {
            try (FSDataOutputStream out = fileSystem.create(file)) {
                out.writeUTF("hello");
            }

            try (FSDataInputStream in = fileSystem.open(file)) {
                assertThat(in.readUTF()).isEqualTo("hello");
            }
            assertThat(fileSystem.getFileStatus(new Path("/d")).isDirectory()).isTrue();
        }
    }
}
