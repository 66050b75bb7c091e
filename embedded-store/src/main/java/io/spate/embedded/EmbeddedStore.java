package io.spate.embedded;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * An S3-protocol store in this JVM, on a free port of 127.0.0.1, for tests and demonstrations. It checks signatures
 * (AWS V4) and serves buckets as part of the path. Buckets and objects are made through this class, which is quicker
 * than the protocol and needs no client. Thread-safe. What it holds in memory is gone when it is closed.
 */
public final class EmbeddedStore implements Closeable {
    private static final int MAX_THREADS = 64;
    private static final URI ANY_PORT = URI.create("http://127.0.0.1:0");
    private static final String UPLOADS = ".mpus-";
    private static final String VERSIONS = ".s3proxy-versions";

    private final BlobStore blobs;
    private final S3Proxy server;
    private final StoreKeys keys;

    private EmbeddedStore(BlobStore blobs, S3Proxy server, StoreKeys keys) {
        this.blobs = blobs;
        this.server = server;
        this.keys = keys;
    }

    /** Starts an empty store that holds its objects in the heap, with random keys. */
    public static EmbeddedStore start() throws IOException {
        return start(StoreKeys.random());
    }

    /** Starts an empty store that holds its objects in the heap, with these keys. */
    public static EmbeddedStore start(StoreKeys keys) throws IOException {
        return start(keys, 0);
    }

    /**
     * Starts an empty store that holds its objects in the heap, with these keys, on this port of 127.0.0.1.
     *
     * @param port 0 for a free one
     */
    public static EmbeddedStore start(StoreKeys keys, int port) throws IOException {
        return serve(
                BlobStores.create("transient-nio2", new Properties()), keys, URI.create("http://127.0.0.1:" + port));
    }

    /**
     * Starts a store, with random keys, whose buckets are the directories in {@code directory} and whose objects are
     * the files in those. The directory is made if it does not exist, and left where it is on {@link #close()}.
     */
    public static EmbeddedStore onDisk(Path directory) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(
                "jclouds.filesystem.basedir",
                Files.createDirectories(directory).toAbsolutePath().toString());
        return serve(BlobStores.create("filesystem-nio2", properties), StoreKeys.random(), ANY_PORT);
    }

    /** Starts a store at an endpoint, or closes what it was to serve. */
    static EmbeddedStore serve(BlobStore below, StoreKeys keys, URI endpoint) throws IOException {
        BlobStore blobs = new OrderlyDeletes(below);
        try {
            S3Proxy server = S3Proxy.builder()
                    .blobStore(blobs)
                    .endpoint(endpoint)
                    .awsAuthentication(AuthenticationType.AWS_V4, keys.accessKey(), keys.secretKey())
                    .ignoreUnknownHeaders(true)
                    .jettyMaxThreads(MAX_THREADS)
                    .stopTimeout(0)
                    .build();
            server.start();
            return new EmbeddedStore(blobs, server, keys);
        } catch (Exception e) {
            blobs.close();
            throw new IOException("cannot start the embedded store at " + endpoint + ": " + e.getMessage(), e);
        }
    }

    /** Whether no object can have this key, because the server keeps things of its own under such names. */
    public static boolean isReserved(String key) {
        return key.startsWith(UPLOADS)
                || key.contains("/" + UPLOADS)
                || key.equals(VERSIONS)
                || key.startsWith(VERSIONS + "/");
    }

    /** Where the store answers, as {@code http://127.0.0.1:PORT}. */
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getPort());
    }

    public String accessKey() {
        return keys.accessKey();
    }

    public String secretKey() {
        return keys.secretKey();
    }

    /** The options with which Spate reaches this store. */
    public Map<String, String> options() {
        return Map.of(
                "endpoint", endpoint().toString(),
                "access-key", keys.accessKey(),
                "secret-key", keys.secretKey());
    }

    /** Makes a bucket. */
    public void createBucket(String bucket) throws IOException {
        run("create bucket '" + bucket + "'", () -> blobs.createContainer(bucket));
    }

    /** Puts the UTF-8 bytes of a text, over what was there. */
    public void put(String bucket, String key, String text) throws IOException {
        put(bucket, key, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Puts an object, over what was there. It is an error if the key {@linkplain #isReserved is reserved}. */
    public void put(String bucket, String key, byte[] content) throws IOException {
        put(bucket, key, new ByteArrayInputStream(content), content.length);
    }

    /**
     * Puts an object from a stream, over what was there. The stream is not closed.
     *
     * @param length how many bytes the stream will give
     */
    public void put(String bucket, String key, InputStream content, long length) throws IOException {
        if (isReserved(key)) {
            // The server would take some of these, and then not list them.
            throw new IOException("cannot put '" + key + "' into bucket '" + bucket
                    + "': the store keeps names like this for itself");
        }
        PutObjectRequest request = PutObjectRequest.builder()
                .bucket(bucket)
                .key(key)
                .contentLength(length)
                .build();
        run("put '" + key + "' into bucket '" + bucket + "'", () -> blobs.putBlob(request, content));
    }

    /** Deletes an object; one that is not there is no error. */
    public void delete(String bucket, String key) throws IOException {
        DeleteObjectRequest request =
                DeleteObjectRequest.builder().bucket(bucket).key(key).build();
        run("delete '" + key + "' from bucket '" + bucket + "'", () -> blobs.removeBlob(request));
    }

    /** Breaks off what is being served and frees the port and the memory. Idempotent. */
    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IOException("cannot stop the embedded store", e);
        } finally {
            blobs.close();
        }
    }

    private static void run(String what, Runnable call) throws IOException {
        try {
            call.run();
        } catch (RuntimeException e) {
            throw new IOException("embedded store: cannot " + what + ": " + e.getMessage(), e);
        }
    }
}
