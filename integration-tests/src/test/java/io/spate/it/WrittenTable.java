package io.spate.it;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;

import io.spate.engine.ObjectInfo;

/** A table {@code t} in a bucket of its own, and what others see of it. Used by one thread. */
final class WrittenTable implements Closeable {
    private static final long LIMIT_SECONDS = 60;
    private static final String DIRECTORY = "t/";

    private final TableEnvironment tables;
    private final String bucket;
    private final StoredObjects objects;

    private WrittenTable(EnvironmentSettings mode) throws IOException {
        this.tables = TableEnvironment.create(mode);
        this.bucket = TestStore.newBucket();
        this.objects = new StoredObjects(bucket);
    }

    /** Statements run to their end. */
    static WrittenTable batch() throws IOException {
        return new WrittenTable(EnvironmentSettings.inBatchMode());
    }

    static WrittenTable streaming() throws IOException {
        return new WrittenTable(EnvironmentSettings.inStreamingMode());
    }

    /**
     * Defines the table.
     *
     * @param columns and what follows them in front of {@code WITH}
     * @param more options and values in turn
     */
    WrittenTable define(String columns, String format, String... more) {
        Map<String, String> options =
                TestStore.options("connector", "spate", "path", "spate://" + bucket + "/" + DIRECTORY);
        options.put("format", format);
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        String with = options.entrySet().stream()
                .map(option -> "'" + option.getKey() + "' = '" + option.getValue() + "'")
                .collect(Collectors.joining(", "));
        tables.executeSql("DROP TABLE IF EXISTS t");
        tables.executeSql("CREATE TABLE t " + columns + " WITH (" + with + ")");
        return this;
    }

    WrittenTable run(String statement) throws Exception {
        tables.executeSql(statement).await(LIMIT_SECONDS, TimeUnit.SECONDS);
        return this;
    }

    /** The keys below the path, with {@code *} for what is different each time. */
    List<String> keys() throws IOException {
        return objects.list().stream()
                .map(info -> anonymous(info.uri().key().substring(DIRECTORY.length())))
                .sorted()
                .toList();
    }

    /** The lines of all objects, each behind the directory of its object. */
    List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (ObjectInfo object : objects.list()) {
            String key = object.uri().key().substring(DIRECTORY.length());
            String directory = key.substring(0, key.lastIndexOf('/') + 1);
            text(object).lines().map(line -> directory + line).forEach(lines::add);
        }
        return lines.stream().sorted().toList();
    }

    /** The bytes of the one object that there is. */
    byte[] bytes() throws IOException {
        List<ObjectInfo> all = objects.list();
        if (all.size() != 1) {
            throw new AssertionError("expected one object: " + all);
        }
        return objects.bytes(all.get(0));
    }

    @Override
    public void close() throws IOException {
        objects.close();
    }

    private String text(ObjectInfo object) throws IOException {
        byte[] bytes = objects.bytes(object);
        if (object.uri().key().endsWith(".gz")) {
            bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String anonymous(String key) {
        return key.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]+", "*")
                .replaceAll("_manifest-[0-9a-f]{16}", "_manifest-*");
    }
}
