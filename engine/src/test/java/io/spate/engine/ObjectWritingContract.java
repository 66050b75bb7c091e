package io.spate.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The half of {@link ObjectStoreContract} that writes. Everything goes through the seam. */
public abstract class ObjectWritingContract {
    private static final ObjectAttributes ATTRIBUTES = ObjectAttributes.NONE
            .with(StoredHeader.CONTENT_TYPE, "text/csv")
            .with(StoredHeader.CONTENT_ENCODING, "gzip")
            .with(StoredHeader.CACHE_CONTROL, "no-store")
            .withMetadata("team", "blue")
            .withMetadata(Upload.MARKER, "marker-1");

    /** The store under test. */
    protected abstract ObjectStore store();

    /** An empty bucket that no other test uses. */
    protected abstract String newBucket() throws IOException;

    /** How many bytes a part needs that is not the last. */
    protected int minimumPart() {
        return 5 << 20;
    }

    @Test
    void put_gives_what_details_and_get_give() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "dir/ob ject+%20\u00e9");
        byte[] bytes = ReaderFixture.random(4, 100_000);
        String etag = store().put(uri, WriteBody.of(bytes), ATTRIBUTES, Precondition.NONE);
        ObjectDetails details = store().details(uri);
        assertThat(details.info().etag()).isEqualTo(etag).isNotEmpty();
        assertKeeps(details, ATTRIBUTES);
        assertHolds(uri, bytes);
    }

    @Test
    void put_again_replaces_object_and_attributes() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "object");
        store().put(uri, WriteBody.of(new byte[10]), ATTRIBUTES, Precondition.NONE);
        store().put(uri, WriteBody.of(new byte[0]), ObjectAttributes.NONE, Precondition.NONE);
        ObjectDetails details = store().details(uri);
        assertThat(details.info().length()).isZero();
        assertThat(details.attributes().metadata()).isEmpty();
    }

    @Test
    void put_if_absent_is_kept() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "object");
        store().put(uri, WriteBody.of(new byte[] {1}), ObjectAttributes.NONE, Precondition.IF_ABSENT);
        assertFails(Kind.EXISTS, uri, () -> store().put(
                        uri, WriteBody.of(new byte[2]), ObjectAttributes.NONE, Precondition.IF_ABSENT));
        assertHolds(uri, new byte[] {1});
    }

    @Test
    void put_if_etag_is_kept() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "object");
        String first = store().put(uri, WriteBody.of(new byte[] {1}), ObjectAttributes.NONE, Precondition.NONE);
        Precondition ifFirst = Precondition.ifEtag(first);
        store().put(uri, WriteBody.of(new byte[] {2}), ObjectAttributes.NONE, ifFirst);
        assertFails(
                Kind.CHANGED, uri, () -> store().put(uri, WriteBody.of(new byte[3]), ObjectAttributes.NONE, ifFirst));
        assertHolds(uri, new byte[] {2});
    }

    @Test
    void complete_if_etag_is_kept() throws IOException {
        Upload upload = newUpload(ObjectAttributes.NONE);
        Part part = store().uploadPart(upload, 1, WriteBody.of(new byte[] {7}));
        String present =
                store().put(upload.uri(), WriteBody.of(new byte[] {1}), ObjectAttributes.NONE, Precondition.NONE);
        assertFails(Kind.CHANGED, upload.uri(), () -> store().complete(
                        upload.with(part), Precondition.ifEtag("0123456789abcdef0123456789abcdef")));
        assertHolds(upload.uri(), new byte[] {1});
        store().complete(upload.with(part), Precondition.ifEtag(present));
        assertHolds(upload.uri(), new byte[] {7});
    }

    @Test
    void put_into_no_bucket_is_not_found() {
        ObjectUri uri = new ObjectUri("spate-no-such-bucket", "object");
        assertFails(Kind.NOT_FOUND, uri, () -> store().put(
                        uri, WriteBody.of(new byte[1]), ObjectAttributes.NONE, Precondition.NONE));
        assertFails(Kind.NOT_FOUND, uri, () -> store().createUpload(uri, ObjectAttributes.NONE));
    }

    @Test
    void upload_of_parts_sent_in_any_order_and_with_gaps_is_in_order_of_numbers() throws IOException {
        Upload upload = newUpload(ATTRIBUTES);
        byte[] first = ReaderFixture.random(5, minimumPart());
        byte[] middle = ReaderFixture.random(6, minimumPart() + 1);
        byte[] last = ReaderFixture.random(7, 3);
        Part nine = store().uploadPart(upload, 9, WriteBody.of(last));
        Part two = store().uploadPart(upload, 2, WriteBody.of(first));
        Part five = store().uploadPart(upload, 5, WriteBody.of(middle));
        assertThat(nine).isEqualTo(new Part(9, nine.etag(), 3));
        assertNothingAt(upload.uri());
        String etag = store().complete(upload.with(two).with(five).with(nine), Precondition.NONE);
        ObjectDetails details = store().details(upload.uri());
        assertThat(etag).isIn("", details.info().etag());
        assertKeeps(details, ATTRIBUTES);
        assertHolds(upload.uri(), joined(first, middle, last));
    }

    @Test
    void part_sent_again_replaces_the_one_before() throws IOException {
        Upload upload = newUpload(ObjectAttributes.NONE);
        store().uploadPart(upload, 1, WriteBody.of(new byte[] {1, 2, 3}));
        Part part = store().uploadPart(upload, 1, WriteBody.of(new byte[] {4}));
        store().complete(upload.with(part), Precondition.NONE);
        assertHolds(upload.uri(), new byte[] {4});
    }

    @Test
    void part_that_is_not_named_is_dropped() throws IOException {
        Upload upload = newUpload(ObjectAttributes.NONE);
        byte[] first = ReaderFixture.random(8, minimumPart());
        Part one = store().uploadPart(upload, 1, WriteBody.of(first));
        store().uploadPart(upload, 2, WriteBody.of(new byte[5]));
        Part three = store().uploadPart(upload, 3, WriteBody.of(new byte[] {7}));
        store().complete(upload.with(one).with(three), Precondition.NONE);
        assertHolds(upload.uri(), joined(first, new byte[] {7}));
    }

    @Test
    void part_without_bytes_makes_an_object_without_bytes() throws IOException {
        Upload upload = newUpload(ObjectAttributes.NONE);
        Part part = store().uploadPart(upload, 1, WriteBody.of(new byte[0]));
        store().complete(upload.with(part), Precondition.NONE);
        assertThat(store().head(upload.uri()).length()).isZero();
    }

    @Test
    void part_that_was_never_sent_cannot_be_named() throws IOException {
        Upload upload = newUpload(ObjectAttributes.NONE);
        Part part = store().uploadPart(upload, 1, WriteBody.of(new byte[1]));
        Upload wrong = upload.with(new Part(2, part.etag(), 1));
        assertFails(Kind.INVALID, upload.uri(), () -> store().complete(wrong, Precondition.NONE));
        assertNothingAt(upload.uri());
    }

    @Test
    void complete_of_an_upload_that_is_not_open_finds_it_lost() throws IOException {
        Upload upload = newUpload(ObjectAttributes.NONE);
        Part part = store().uploadPart(upload, 1, WriteBody.of(new byte[1]));
        store().abort(upload);
        assertFails(Kind.LOST_UPLOAD, upload.uri(), () -> store().complete(upload.with(part), Precondition.NONE));
        Upload other = new Upload(upload.uri(), upload.uploadId() + "x", "", List.of(part));
        assertFails(Kind.LOST_UPLOAD, upload.uri(), () -> store().complete(other, Precondition.NONE));
        assertNothingAt(upload.uri());
    }

    @Test
    void part_copied_from_an_object_has_the_bytes_of_its_range() throws IOException {
        String bucket = newBucket();
        byte[] bytes = ReaderFixture.random(9, minimumPart() + 1000);
        ObjectInfo source = written(new ObjectUri(bucket, "so urce+%41\u00e9"), bytes, ObjectAttributes.NONE);
        Upload upload = newUpload(new ObjectUri(bucket, "target"), ObjectAttributes.NONE);
        Part one = store().copyPart(upload, 1, source, new ByteRange(10, minimumPart() + 10));
        Part two = store().uploadPart(upload, 2, WriteBody.of(new byte[] {1}));
        assertThat(one.length()).isEqualTo(minimumPart());
        store().complete(upload.with(one).with(two), Precondition.NONE);
        assertHolds(upload.uri(), joined(Arrays.copyOfRange(bytes, 10, minimumPart() + 10), new byte[] {1}));
    }

    @Test
    void copy_keeps_attributes_or_replaces_them_all() throws IOException {
        String bucket = newBucket();
        byte[] bytes = ReaderFixture.random(10, 1000);
        ObjectInfo source = written(new ObjectUri(bucket, "so urce+%41\u00e9"), bytes, ATTRIBUTES);
        ObjectUri same = new ObjectUri(bucket, "same");
        ObjectUri other = new ObjectUri(bucket, "other");
        ObjectAttributes replacing = ObjectAttributes.NONE
                .with(StoredHeader.CONTENT_TYPE, "text/plain")
                .withMetadata("only", "this");
        String etag = store().copy(source, same, Optional.empty());
        store().copy(source, other, Optional.of(replacing));
        assertThat(etag).isIn("", store().head(same).etag());
        assertKeeps(store().details(same), ATTRIBUTES);
        assertKeeps(store().details(other), replacing);
        assertHolds(same, bytes);
        assertHolds(other, bytes);
    }

    @Test
    void copy_of_nothing_is_not_found() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "object");
        ObjectInfo source = written(uri, new byte[1], ObjectAttributes.NONE);
        store().delete(uri);
        assertFails(Kind.NOT_FOUND, uri, () -> store().copy(source, uri.withKey("copy"), Optional.empty()));
        assertNothingAt(uri.withKey("copy"));
    }

    @Test
    void delete_twice_is_a_success_twice() throws IOException {
        ObjectUri uri = new ObjectUri(newBucket(), "object");
        written(uri, new byte[1], ObjectAttributes.NONE);
        store().delete(uri);
        store().delete(uri);
        assertNothingAt(uri);
    }

    @Test
    void delete_of_a_thousand_deletes_those_and_no_others() throws IOException {
        ObjectUri bucket = new ObjectUri(newBucket(), "");
        List<ObjectUri> uris = new ArrayList<>();
        for (String key :
                List.of("a b+c%20?.txt", "<&>\"'", "\u00e9\u4e2d\ud83d\ude00", "#=;:@!$()*,[]", "dir/sub/x")) {
            uris.add(bucket.withKey(key));
            written(bucket.withKey(key), new byte[1], ObjectAttributes.NONE);
        }
        written(bucket.withKey("kept"), new byte[1], ObjectAttributes.NONE);
        IntStream.range(uris.size(), 1000).forEach(i -> uris.add(bucket.withKey("nothing-" + i)));
        assertThat(store().deleteMany(uris)).isEmpty();
        assertThat(store().list(ListRequest.below(bucket)).objects())
                .extracting(info -> info.uri().key())
                .containsExactly("kept");
    }

    @Test
    void uploads_that_are_open_are_listed_once_below_their_prefix() throws IOException {
        ObjectUri prefix = new ObjectUri(newBucket(), "u/");
        List<String> begun = new ArrayList<>();
        for (int i = 0; i < 105; i++) {
            ObjectUri uri = prefix.withKey("u/k +%41\u00e9" + i / 2);
            begun.add(uri.key() + " " + store().createUpload(uri, ObjectAttributes.NONE));
        }
        store().createUpload(prefix.withKey("v"), ObjectAttributes.NONE);
        List<String> listed = new ArrayList<>();
        Optional<UploadPage.Position> next = Optional.empty();
        do {
            UploadPage page = store().listUploads(prefix, next);
            page.uploads().forEach(info -> listed.add(info.uri().key() + " " + info.uploadId()));
            next = page.next();
        } while (next.isPresent());
        assertThat(listed).containsExactlyInAnyOrderElementsOf(begun);
    }

    @Test
    void parts_of_an_open_upload_are_listed_once_in_order() throws IOException {
        Upload upload = newUpload(ObjectAttributes.NONE);
        List<Part> sent = new ArrayList<>();
        for (int i = 0; i < 105; i++) {
            byte[] bytes = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
            sent.add(store().uploadPart(upload, 3 * i + 1, WriteBody.of(bytes)));
        }
        List<Part> listed = new ArrayList<>();
        OptionalInt next = OptionalInt.empty();
        do {
            PartPage page = store().listParts(upload, next);
            listed.addAll(page.parts());
            next = page.next();
        } while (next.isPresent());
        assertThat(listed).isEqualTo(sent);
    }

    private Upload newUpload(ObjectAttributes attributes) throws IOException {
        return newUpload(new ObjectUri(newBucket(), "dir/up load+%41\u00e9"), attributes);
    }

    private Upload newUpload(ObjectUri uri, ObjectAttributes attributes) throws IOException {
        return new Upload(uri, store().createUpload(uri, attributes), "");
    }

    private ObjectInfo written(ObjectUri uri, byte[] bytes, ObjectAttributes attributes) throws IOException {
        store().put(uri, WriteBody.of(bytes), attributes, Precondition.NONE);
        return store().head(uri);
    }

    private void assertHolds(ObjectUri uri, byte[] bytes) throws IOException {
        ObjectInfo info = store().head(uri);
        assertThat(info.length()).isEqualTo(bytes.length);
        assertThat(read(info, info.range())).isEqualTo(bytes);
    }

    /** Stores may add headers of their own to those of an object. */
    private static void assertKeeps(ObjectDetails details, ObjectAttributes attributes) {
        assertThat(details.attributes().headers()).containsAllEntriesOf(attributes.headers());
        assertThat(details.attributes().metadata()).isEqualTo(attributes.metadata());
    }

    private void assertNothingAt(ObjectUri uri) throws IOException {
        assertFails(Kind.NOT_FOUND, uri, () -> store().head(uri));
        assertThat(store().list(ListRequest.below(uri)).objects()).isEmpty();
    }

    final byte[] read(ObjectInfo info, ByteRange range) throws IOException {
        try (RangeBody body = store().get(info, range)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] chunk = new byte[8192];
            for (int count = 0; count >= 0; count = body.read(chunk, 0, chunk.length)) {
                bytes.write(chunk, 0, count);
            }
            return bytes.toByteArray();
        }
    }

    private static byte[] joined(byte[]... pieces) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            bytes.writeBytes(piece);
        }
        return bytes.toByteArray();
    }

    interface Call {
        Object make() throws IOException;
    }

    /** The message of the failure names the URI. */
    static void assertFails(Kind kind, ObjectUri uri, Call call) {
        assertThatThrownBy(call::make)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessageContaining(uri.toString());
    }
}
