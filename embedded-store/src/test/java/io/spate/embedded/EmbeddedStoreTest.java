package io.spate.embedded;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.gaul.s3proxy.blobstore.BlobStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class EmbeddedStoreTest {
    private static final String BUCKET = "bucket";

    @Test
    void get_objectPutDirectly_returnsItsBytes() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start();
                S3Client client = client(store, store.accessKey(), store.secretKey())) {
            store.createBucket(BUCKET);
            store.put(BUCKET, "dir/a b+c%20#?ä", "content");

            assertThat(get(client, "dir/a b+c%20#?ä")).isEqualTo("content");
        }
    }

    @Test
    void put_overTheProtocol_isServed() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start();
                S3Client client = client(store, store.accessKey(), store.secretKey())) {
            store.createBucket(BUCKET);
            client.putObject(request -> request.bucket(BUCKET).key("key"), RequestBody.fromString("over http"));

            assertThat(get(client, "key")).isEqualTo("over http");
        }
    }

    @Test
    void get_objectDeletedDirectly_isNotFound() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start();
                S3Client client = client(store, store.accessKey(), store.secretKey())) {
            store.createBucket(BUCKET);
            store.put(BUCKET, "key", "content");
            store.delete(BUCKET, "key");

            assertThatThrownBy(() -> get(client, "key")).isInstanceOf(NoSuchKeyException.class);
        }
    }

    @Test
    void get_wrongSecretKey_isRefused() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start(new StoreKeys("access", "secret"));
                S3Client client = client(store, "access", "wrong")) {
            store.createBucket(BUCKET);
            store.put(BUCKET, "key", "content");

            assertThatThrownBy(() -> get(client, "key"))
                    .isInstanceOfSatisfying(S3Exception.class, refused -> assertThat(refused.statusCode())
                            .isEqualTo(403));
        }
    }

    @Test
    void start_twice_keepsTheStoresApart() throws Exception {
        try (EmbeddedStore one = EmbeddedStore.start();
                EmbeddedStore two = EmbeddedStore.start();
                S3Client clientOfOne = client(one, one.accessKey(), one.secretKey());
                S3Client clientOfTwo = client(two, two.accessKey(), two.secretKey())) {
            one.createBucket(BUCKET);
            two.createBucket(BUCKET);
            one.put(BUCKET, "key", "one");
            two.put(BUCKET, "key", "two");

            assertThat(get(clientOfOne, "key")).isEqualTo("one");
            assertThat(get(clientOfTwo, "key")).isEqualTo("two");
        }
    }

    @Test
    void close_again_freesThePortOnce() throws Exception {
        EmbeddedStore store = EmbeddedStore.start();
        int port = store.endpoint().getPort();
        store.close();
        store.close();

        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.getLocalPort()).isEqualTo(port);
        }
    }

    @Test
    void put_noSuchBucket_failsNamingIt() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start()) {
            assertThatThrownBy(() -> store.put("missing", "key", "content")).hasMessageContaining("bucket 'missing'");
        }
    }

    @Test
    void onDisk_closed_leavesItsObjectsInTheDirectory(@TempDir Path directory) throws Exception {
        try (EmbeddedStore store = EmbeddedStore.onDisk(directory);
                S3Client client = client(store, store.accessKey(), store.secretKey())) {
            store.createBucket(BUCKET);
            store.put(BUCKET, "dir/key", "content");

            assertThat(get(client, "dir/key")).isEqualTo("content");
        }
        assertThat(Files.readString(directory.resolve(BUCKET).resolve("dir/key")))
                .isEqualTo("content");
    }

    @Test
    void put_reservedKey_isRefused() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start()) {
            store.createBucket(BUCKET);
            for (String key :
                    List.of(".mpus-x", "x/.mpus-x", "x/.mpus-x/y", ".s3proxy-versions", ".s3proxy-versions/x")) {
                assertThat(EmbeddedStore.isReserved(key)).isTrue();
                assertThatThrownBy(() -> store.put(BUCKET, key, "content")).hasMessageContaining(key);
            }
            for (String key : List.of(".mpus", "x.mpus-x", ".s3proxy-versions-x", "x/.s3proxy-versions/x")) {
                assertThat(EmbeddedStore.isReserved(key)).isFalse();
                store.put(BUCKET, key, "content");
            }
        }
    }

    @Test
    void serve_portThatIsTaken_closesWhatItWasToServe() throws Exception {
        AtomicBoolean closed = new AtomicBoolean();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI endpoint = URI.create("http://127.0.0.1:" + taken.getLocalPort());

            assertThatThrownBy(() -> EmbeddedStore.serve(closing(closed), StoreKeys.random(), endpoint))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(endpoint.toString());
        }
        assertThat(closed).isTrue();
    }

    @Test
    void serve_endpointThatIsNone_closesWhatItWasToServe() {
        AtomicBoolean closed = new AtomicBoolean();

        assertThatThrownBy(() -> EmbeddedStore.serve(closing(closed), StoreKeys.random(), URI.create("nowhere")))
                .isInstanceOf(IOException.class);
        assertThat(closed).isTrue();
    }

    @Test
    void options_ofAStore_nameEndpointAndKeys() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start(new StoreKeys("access", "secret"))) {
            assertThat(store.options())
                    .containsEntry("endpoint", store.endpoint().toString())
                    .containsEntry("access-key", "access")
                    .containsEntry("secret-key", "secret")
                    .hasSize(3);
        }
    }

    @Test
    void toString_ofKeys_hidesTheSecret() {
        assertThat(new StoreKeys("access", "hidden")).hasToString("StoreKeys[accessKey=access, secretKey=***]");
        assertThat(StoreKeys.random()).isNotEqualTo(StoreKeys.random());
    }

    private static String get(S3Client client, String key) {
        return client.getObjectAsBytes(request -> request.bucket(BUCKET).key(key))
                .asString(StandardCharsets.UTF_8);
    }

    /** A store of blobs that can be closed, and nothing else. */
    private static BlobStore closing(AtomicBoolean closed) {
        return (BlobStore) Proxy.newProxyInstance(
                BlobStore.class.getClassLoader(), new Class<?>[] {BlobStore.class}, (proxy, method, arguments) -> {
                    closed.compareAndSet(false, method.getName().equals("close"));
                    return null;
                });
    }

    private static S3Client client(EmbeddedStore store, String accessKey, String secretKey) {
        return S3Client.builder()
                .endpointOverride(store.endpoint())
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, secretKey)))
                .build();
    }
}
