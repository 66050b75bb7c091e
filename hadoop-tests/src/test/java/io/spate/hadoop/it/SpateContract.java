package io.spate.hadoop.it;

import java.io.IOException;
import java.net.URI;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** What Hadoop's contract tests work on, and, in {@code contract/spate.xml}, what is declared of it. */
final class SpateContract extends AbstractFSContract {
    private final URI bucket;

    SpateContract(Class<?> test, Configuration configuration) {
        super(configuration);
        bucket = HadoopStore.uri(HadoopStore.bucketOf(test));
        HadoopStore.configure(getConf());
        addConfResource("contract/spate.xml");
    }

    @Override
    public FileSystem getTestFileSystem() throws IOException {
        return getFileSystem(bucket);
    }

    @Override
    public FileSystem getFileSystem(URI uri) throws IOException {
        return FileSystem.get(uri, getConf());
    }

    @Override
    public String getScheme() {
        return "spate";
    }

    @Override
    public Path getTestPath() {
        return new Path("/contract");
    }

    @Override
    public String toString() {
        return "contract of spate";
    }
}
