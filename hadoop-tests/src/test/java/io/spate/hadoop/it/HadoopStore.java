package io.spate.hadoop.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;

import io.spate.embedded.EmbeddedStore;

/** The one store of this JVM, which ends with it, as Hadoop reaches it. Tests have buckets of their own. */
final class HadoopStore {
    private static final EmbeddedStore STORE = start();

    private static final Map<Class<?>, String> OF_TESTS = new ConcurrentHashMap<>();

    private HadoopStore() {}

    static EmbeddedStore get() {
        return STORE;
    }

    static String newBucket() throws IOException {
        String bucket = "test-" + UUID.randomUUID();
        STORE.createBucket(bucket);
        return bucket;
    }

    /** The bucket of one of Hadoop's tests, in which its methods follow one another. */
    static String bucketOf(Class<?> test) {
        return OF_TESTS.computeIfAbsent(test, asked -> {
            try {
                return newBucket();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    static URI uri(String bucket) {
        return URI.create("spate://" + bucket + "/");
    }

    /** With what reaches the store, and with Hadoop's own defaults. */
    static Configuration configuration() {
        return configure(new Configuration());
    }

    static Configuration configure(Configuration configuration) {
        STORE.options().forEach((key, value) -> configuration.set("fs.spate." + key, value));
        configuration.set("fs.AbstractFileSystem.spate.impl", "io.spate.hadoop.SpateFs");
        return configuration;
    }

    /** A file system of its own over a bucket, to be closed by the caller. */
    static FileSystem open(String bucket) throws IOException {
        return FileSystem.newInstance(uri(bucket), configuration());
    }

    static FileContext context(Class<?> test) throws IOException {
        return FileContext.getFileContext(uri(bucketOf(test)), configuration());
    }

    private static EmbeddedStore start() {
        try {
            return EmbeddedStore.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
