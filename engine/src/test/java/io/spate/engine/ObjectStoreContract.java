package io.spate.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every store must do behind the seam. A subclass names the store and how objects get into it; each test works in a
 * bucket of its own.
 */
@Timeout(120)
public abstract class ObjectStoreContract extends ObjectWritingContract {
    /** Writes an object beside the store under test. */
    protected abstract void put(ObjectUri uri, byte[] bytes) throws IOException;

    /** Deletes an object beside the store under test. */
    protected abstract void delete(ObjectUri uri) throws IOException;

    @Test
    void head_gives_length_and_version() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "dir/object");
        put(uri, new byte[1234]);
        ObjectInfo info = store().head(uri);
        assertThat(info.uri()).isEqualTo(uri);
        assertThat(info.length()).isEqualTo(1234);
        assertThat(info.etag()).isNotEmpty().doesNotContain("\"");
    }

    @Test
    void head_of_nothing_is_not_found() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "nothing");
        assertFails(Kind.NOT_FOUND, uri, () -> store().head(uri));
    }

    @Test
    void get_gives_exactly_the_range() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "object");
        byte[] bytes = ReaderFixture.random(1, 1000);
        put(uri, bytes);
        ObjectInfo info = store().head(uri);
        for (ByteRange range : List.of(
                new ByteRange(0, 1), new ByteRange(0, 1000), new ByteRange(999, 1000), new ByteRange(100, 900))) {
            assertThat(read(info, range)).isEqualTo(Arrays.copyOfRange(bytes, (int) range.start(), (int) range.end()));
        }
    }

    @Test
    void get_of_another_version_is_changed() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "object");
        put(uri, new byte[100]);
        ObjectInfo old = store().head(uri);
        put(uri, ReaderFixture.random(2, 100));
        assertFails(Kind.CHANGED, uri, () -> store().get(old, new ByteRange(0, 10)));
    }

    @Test
    void get_of_a_deleted_object_is_not_found() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "object");
        put(uri, new byte[100]);
        ObjectInfo old = store().head(uri);
        delete(uri);
        assertFails(Kind.NOT_FOUND, uri, () -> store().get(old, new ByteRange(0, 10)));
    }

    @Test
    void list_gives_what_head_gives_in_key_order() throws IOException {
        String bucket = newBucket();
        for (String key : List.of("b", "a/2", "a/1", "a.txt", "é", "z%20 +?#", "empty")) {
            put(new ObjectUri(bucket, key), key.equals("empty") ? new byte[0] : key.getBytes(StandardCharsets.UTF_8));
        }
        ListPage page = store().list(ListRequest.below(new ObjectUri(bucket, "")));
        assertThat(page.objects())
                .extracting(info -> info.uri().key())
                .containsExactly("a.txt", "a/1", "a/2", "b", "empty", "z%20 +?#", "é");
        assertThat(page.nextToken()).isEmpty();
        for (ObjectInfo listed : page.objects()) {
            ObjectInfo head = store().head(listed.uri());
            assertThat(listed.etag()).isEqualTo(head.etag());
            assertThat(listed.length()).isEqualTo(head.length());
        }
    }

    @Test
    void list_in_pages_and_after_a_key_gives_every_key_once() throws IOException {
        String bucket = newBucket();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            keys.add(String.format("p/%03d", i));
            put(new ObjectUri(bucket, keys.get(i)), new byte[1]);
        }
        put(new ObjectUri(bucket, "q"), new byte[1]);
        ListRequest first = ListRequest.below(new ObjectUri(bucket, "p/")).withMaxKeys(10);
        assertThat(listAll(first, 3)).isEqualTo(keys);
        assertThat(listAll(first.startingAfter("p/012"), 2)).isEqualTo(keys.subList(13, 25));
    }

    @Test
    void list_with_a_delimiter_rolls_up_what_is_deeper() throws IOException {
        String bucket = newBucket();
        for (String key : List.of("dir/a", "dir/b", "dir/sub/1", "dir/sub/2", "dir/zub/3", "other")) {
            put(new ObjectUri(bucket, key), new byte[1]);
        }
        ListPage page =
                store().list(ListRequest.below(new ObjectUri(bucket, "dir/")).withDelimiter("/"));
        assertThat(page.objects()).extracting(info -> info.uri().key()).containsExactly("dir/a", "dir/b");
        assertThat(page.prefixes()).containsExactly("dir/sub/", "dir/zub/");
    }

    @Test
    void list_of_no_bucket_is_not_found_and_of_an_empty_one_is_empty() throws IOException {
        ObjectUri none = new ObjectUri("spate-no-such-bucket", "");
        assertFails(Kind.NOT_FOUND, none, () -> store().list(ListRequest.below(none)));
        ListPage page = store().list(ListRequest.below(new ObjectUri(newBucket(), "")));
        assertThat(page.objects()).isEmpty();
    }

    @Test
    void listing_of_2500_objects_costs_three_requests_and_reading_one_costs_no_head() throws IOException {
        String bucket = newBucket();
        byte[] bytes = ReaderFixture.random(3, 300_000);
        for (int i = 0; i < 2500; i++) {
            put(new ObjectUri(bucket, "many/" + i), i == 7 ? bytes : new byte[0]);
        }
        CountingStore counting = new CountingStore(store());
        List<ObjectInfo> listed = new ArrayList<>();
        ObjectLister lister = new ObjectLister(counting, PathPattern.parse("spate://" + bucket + "/many/"), "");
        while (!lister.isDone()) {
            listed.addAll(lister.nextPage());
        }
        assertThat(listed).hasSize(2500);
        assertThat(counting.count(Operation.LIST)).isEqualTo(3);
        ObjectInfo info =
                listed.stream().filter(i -> i.length() > 0).findFirst().orElseThrow();
        Map<String, String> options = new TreeMap<>(Map.of("read.range-size", "64k", "memory", "32m"));
        Engine engine = Engine.over(counting, SpateOptions.of(options));
        try (ObjectReader reader = engine.reader(info, info.range(), info.range(), engine.newWindow(bucket))) {
            assertThat(ReaderFixture.readAll(reader)).isEqualTo(bytes);
        }
        assertThat(counting.count(Operation.GET)).isEqualTo(5);
        assertThat(counting.count(Operation.HEAD)).isZero();
    }

    private List<String> listAll(ListRequest first, int pages) throws IOException {
        List<String> keys = new ArrayList<>();
        Optional<ListRequest> next = Optional.of(first);
        int count = 0;
        while (next.isPresent()) {
            ListRequest request = next.get();
            ListPage page = store().list(request);
            page.objects().forEach(info -> keys.add(info.uri().key()));
            next = page.nextToken().map(request::continuing);
            count++;
        }
        assertThat(count).isEqualTo(pages);
        return keys;
    }
}
