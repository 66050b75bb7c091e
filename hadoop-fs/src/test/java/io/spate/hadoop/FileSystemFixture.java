package io.spate.hadoop;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

import io.spate.engine.CountingStore;
import io.spate.engine.Engine;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;

/** A file system over a bucket in memory, and a count of the requests it sends. */
final class FileSystemFixture {
    static final String BUCKET = "bucket";

    private FileSystemFixture() {}

    /** A store with an empty bucket. */
    static MemoryStore newStore() {
        MemoryStore store = new MemoryStore();
        store.createBucket(BUCKET);
        return store;
    }

    static SpateFileSystem open(ObjectStore store, Map<String, String> options) throws IOException {
        Configuration configuration = new Configuration(false);
        options.forEach((key, value) -> configuration.set(HadoopConfiguration.PREFIX + key, value));
        SpateFileSystem fileSystem = new SpateFileSystem(checked -> Engine.over(store, checked));
        fileSystem.initialize(URI.create("spate://" + BUCKET + "/"), configuration);
        return fileSystem;
    }

    static SpateFileSystem open(ObjectStore store) throws IOException {
        return open(store, Map.of());
    }

    static ObjectInfo put(MemoryStore store, String key, String text) {
        return store.put(new ObjectUri(BUCKET, key), text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(MemoryStore store, String key) throws IOException {
        return new String(store.bytes(new ObjectUri(BUCKET, key)), StandardCharsets.UTF_8);
    }

    static void write(SpateFileSystem fileSystem, String path, String text) throws IOException {
        try (FSDataOutputStream out = fileSystem.create(new Path(path))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    static CountingStore counting(ObjectStore store) {
        return new CountingStore(store);
    }
}
