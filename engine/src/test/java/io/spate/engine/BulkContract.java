package io.spate.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** What is made of many requests, on any store. */
@Timeout(120)
public abstract class BulkContract {
    private static final long LARGEST = 6 << 20;
    private static final StoreProfile PROFILE =
            new StoreProfile(5 << 20, LARGEST, 100, 1L << 40, true, true, false, false, false, false);

    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    /** The store under test. */
    protected abstract ObjectStore store();

    /** An empty bucket that no other test uses. */
    protected abstract String newBucket() throws IOException;

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void copy_object_by_one_request_and_by_parts_has_all_bytes_and_the_new_marker() throws IOException {
        String bucket = newBucket();
        for (int length : List.of(1000, 11 << 20)) {
            ObjectUri source = new ObjectUri(bucket, "from +%20/" + length);
            ObjectUri target = new ObjectUri(bucket, "to/" + length);
            byte[] bytes = ReaderFixture.random(length, length);
            ObjectAttributes attributes = ObjectAttributes.NONE
                    .with(StoredHeader.CONTENT_TYPE, "text/csv")
                    .withMetadata("team", "blue")
                    .withMetadata(Upload.MARKER, "old");
            store().put(source, WriteBody.of(bytes), attributes, Precondition.NONE);

            new BulkCopy(store(), SpateOptions.defaults(), any -> PROFILE, threads)
                    .copy(store().head(source), WriteTarget.of(target).withMarker("new"));

            ObjectDetails copied = store().details(target);
            assertThat(copied.attributes().metadata()).isEqualTo(Map.of("team", "blue", Upload.MARKER, "new"));
            assertThat(copied.attributes().header(StoredHeader.CONTENT_TYPE)).contains("text/csv");
            assertThat(read(copied.info())).isEqualTo(bytes);
        }
        assertThat(new UploadLister(store(), new ObjectUri(bucket, "")).next()).isEmpty();
    }

    @Test
    void delete_keys_of_all_kinds_leaves_none() throws IOException {
        String bucket = newBucket();
        List<ObjectUri> uris = new ArrayList<>();
        for (int i = 0; i < 1100; i++) {
            uris.add(new ObjectUri(bucket, "k" + i));
        }
        for (String odd : List.of("a b", "a+b", "a%20b", "<&>\"'", "\u00e4\uD83D\uDE00")) {
            ObjectUri uri = new ObjectUri(bucket, odd);
            store().put(uri, WriteBody.of(new byte[1]), ObjectAttributes.NONE, Precondition.NONE);
            uris.add(uri);
        }
        try (Engine engine = Engine.over(new Shared(store()), SpateOptions.of(Map.of("memory", "32m")))) {
            assertThat(new BulkDelete(engine, threads, 2).delete(uris.iterator()))
                    .isEqualTo(new DeleteOutcome(1105, 0, Map.of(), false));
            assertThat(engine.stats().get(IoStat.DELETE_REQUESTS)).isEqualTo(2);
        }
        assertThat(store().list(ListRequest.below(new ObjectUri(bucket, ""))).objects())
                .isEmpty();
    }

    @Test
    void uploads_are_listed_until_they_are_aborted() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "dir/object");
        String id = store().createUpload(uri, ObjectAttributes.NONE);
        Optional<UploadInfo> listed = new UploadLister(store(), uri.withKey("dir/")).next();

        assertThat(listed.orElseThrow().uri()).isEqualTo(uri);
        assertThat(listed.orElseThrow().uploadId()).isEqualTo(id);
        store().abort(listed.orElseThrow().toUpload());
        assertThat(new UploadLister(store(), uri.withKey("dir/")).next()).isEmpty();
    }

    private byte[] read(ObjectInfo info) throws IOException {
        byte[] bytes = new byte[(int) info.length()];
        try (RangeBody body = store().get(info, info.range())) {
            int at = 0;
            for (int count = 0; count >= 0 && at < bytes.length; at += count) {
                count = body.read(bytes, at, bytes.length - at);
            }
        }
        return bytes;
    }

    /** Stays open for the other tests. */
    private static final class Shared extends ForwardingStore {
        Shared(ObjectStore store) {
            super(store);
        }

        @Override
        void before(StoreRequest request) {}

        @Override
        public void close() {}
    }
}
