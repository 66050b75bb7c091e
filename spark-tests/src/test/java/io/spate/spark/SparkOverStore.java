package io.spate.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.sql.SparkSession;

import io.spate.embedded.EmbeddedStore;
import io.spate.embedded.LoggedRequest;
import io.spate.embedded.RequestLog;

/** A Spark of two threads in this process, and a store that keeps a list of what it is asked. */
final class SparkOverStore implements AutoCloseable {
    private static final String BUCKET = "spark";

    private final EmbeddedStore store;
    private final RequestLog log;
    private final SparkSession session;

    private SparkOverStore(EmbeddedStore store, RequestLog log, SparkSession session) {
        this.store = store;
        this.log = log;
        this.session = session;
    }

    static SparkOverStore start() throws IOException {
        EmbeddedStore store = EmbeddedStore.start();
        store.createBucket(BUCKET);
        RequestLog log = RequestLog.before(store);
        SparkSession.Builder builder = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2);
        log.options().forEach((key, value) -> builder.config("spark.hadoop.fs.spate." + key, value));
        return new SparkOverStore(store, log, builder.getOrCreate());
    }

    SparkSession session() {
        return session;
    }

    static String uri(String directory) {
        return "spate://" + BUCKET + "/" + directory;
    }

    /** The files in a directory and below. */
    List<FileStatus> files(String directory) throws IOException {
        List<FileStatus> files = new ArrayList<>();
        RemoteIterator<? extends FileStatus> listing = fileSystem().listFiles(new Path(uri(directory)), true);
        while (listing.hasNext()) {
            files.add(listing.next());
        }
        return files;
    }

    /** The names of all that is in a directory, directories too. */
    List<String> names(String directory) throws IOException {
        return List.of(fileSystem().listStatus(new Path(uri(directory)))).stream()
                .map(status -> status.getPath().getName())
                .toList();
    }

    /** Forgets what was asked so far. */
    void forget() {
        log.clear();
    }

    List<LoggedRequest> requests(String operation) {
        return log.requests().stream()
                .filter(request -> request.operation().equals(operation))
                .toList();
    }

    /** How many requests there were of each operation. */
    Map<String, Long> counts() {
        return log.requests().stream()
                .collect(Collectors.groupingBy(LoggedRequest::operation, TreeMap::new, Collectors.counting()));
    }

    private FileSystem fileSystem() throws IOException {
        return new Path(uri("")).getFileSystem(session.sparkContext().hadoopConfiguration());
    }

    @Override
    public void close() throws IOException {
        session.stop();
        log.close();
        store.close();
    }
}
