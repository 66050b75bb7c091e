package io.spate.hadoop.it;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
final class TrashTest {
    @Test
    void rm_trashOn_movesToTheTrashOfTheUser() throws Exception {
        String bucket = HadoopStore.newBucket();

        remove(configuration(true), bucket);

        try (FileSystem fileSystem = HadoopStore.open(bucket)) {
            Path trash = new Path(fileSystem.getTrashRoot(new Path("/d/file")), "Current/d/file");
            assertThat(fileSystem.exists(trash)).isTrue();
            assertThat(fileSystem.exists(new Path("/d/file"))).isFalse();
        }
    }

    @Test
    void rm_trashOff_deletes() throws Exception {
        String bucket = HadoopStore.newBucket();

        remove(configuration(false), bucket);

        try (FileSystem fileSystem = HadoopStore.open(bucket)) {
            assertThat(fileSystem.exists(new Path("/d/file"))).isFalse();
            assertThat(fileSystem.exists(new Path("/user"))).isFalse();
        }
    }

    /** A client that wants trash, and a file system that allows it or not. */
    private static Configuration configuration(boolean allowed) {
        Configuration configuration = HadoopStore.configuration();
        configuration.set("fs.trash.interval", "60");
        configuration.setBoolean("fs.spate.trash", allowed);
        configuration.setBoolean("fs.spate.impl.disable.cache", true);
        return configuration;
    }

    private static void remove(Configuration configuration, String bucket) throws Exception {
        HadoopStore.get().put(bucket, "d/file", "1");

        assertThat(ToolRunner.run(
                        new FsShell(configuration), new String[] {"-rm", HadoopStore.uri(bucket) + "d/file"}))
                .isZero();
    }
}
