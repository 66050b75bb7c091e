package io.spate.engine;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

import io.spate.engine.StoreException.Kind;

/**
 * A store in memory that keeps the contract of the seam: the reference for every other one. It has no bucket that was
 * not made, be it by writing to it beside the seam. Thread-safe.
 */
public final class MemoryStore implements ObjectStore {
    private static final long MINIMUM_PART = 100 << 10;

    @SuppressWarnings("ArrayRecordComponent") // private, never compared
    private record Stored(byte[] bytes, String etag, Instant lastModified, ObjectAttributes attributes) {}

    private final ConcurrentHashMap<String, NavigableMap<String, Stored>> buckets = new ConcurrentHashMap<>();
    private final MemoryUploads uploads = new MemoryUploads(MINIMUM_PART);
    private final AtomicLong versions = new AtomicLong();

    /** Writes an object, and its bucket where there is none. Each write is a version with an etag of its own. */
    public ObjectInfo put(ObjectUri uri, byte[] bytes) {
        Stored stored = stored(bytes.clone(), ObjectAttributes.NONE);
        bucketForWriting(uri.bucket()).put(uri.key(), stored);
        return info(uri, stored);
    }

    /** The uploads that are open, in no order. */
    public List<UploadInfo> openUploads() {
        return uploads.open();
    }

    /** All of an object. */
    public byte[] bytes(ObjectUri uri) throws StoreException {
        return find(StoreRequest.head(uri)).bytes().clone();
    }

    public void createBucket(String bucket) {
        bucketForWriting(bucket);
    }

    @Override
    public ObjectDetails details(ObjectUri uri) throws StoreException {
        Stored stored = find(StoreRequest.head(uri));
        return new ObjectDetails(info(uri, stored), stored.attributes());
    }

    @Override
    public ListPage list(ListRequest request) throws StoreException {
        StoreRequest asked = StoreRequest.list(request.prefix());
        NavigableMap<String, Stored> bucket = bucket(asked);
        String prefix = request.prefix().key();
        String after = request.token().orElse(request.startAfter());
        List<ObjectInfo> objects = new ArrayList<>();
        NavigableSet<String> prefixes = new TreeSet<>();
        String last = after;
        for (Map.Entry<String, Stored> entry : bucket.tailMap(after, false).entrySet()) {
            String key = entry.getKey();
            if (!key.startsWith(prefix)) {
                continue;
            }
            Optional<String> rolled = rolledUp(key, prefix, request.delimiter());
            if (rolled.isPresent() && (prefixes.contains(rolled.get()) || after.startsWith(rolled.get()))) {
                last = key;
                continue;
            }
            if (objects.size() + prefixes.size() == request.maxKeys()) {
                return new ListPage(objects, List.copyOf(prefixes), Optional.of(last));
            }
            rolled.ifPresentOrElse(
                    prefixes::add, () -> objects.add(info(request.prefix().withKey(key), entry.getValue())));
            last = key;
        }
        return new ListPage(objects, List.copyOf(prefixes), Optional.empty());
    }

    @Override
    public RangeBody get(ObjectInfo info, ByteRange range) throws StoreException {
        StoreRequest asked = StoreRequest.get(info.uri(), range);
        Stored stored = findVersion(asked, info);
        if (range.isEmpty() || range.end() > stored.bytes().length) {
            throw new StoreException(
                    Kind.INVALID, asked, "the range is not within " + stored.bytes().length + " bytes");
        }
        return new MemoryBody(
                Arrays.copyOfRange(stored.bytes(), (int) range.start(), (int) range.end()), stored.etag());
    }

    @Override
    public String put(ObjectUri uri, WriteBody body, ObjectAttributes attributes, Precondition precondition)
            throws StoreException {
        StoreRequest request = StoreRequest.of(Operation.PUT, uri);
        return store(request, MemoryUploads.bytes(request, body), attributes, precondition);
    }

    @Override
    public String createUpload(ObjectUri uri, ObjectAttributes attributes) throws StoreException {
        bucket(StoreRequest.of(Operation.CREATE_UPLOAD, uri));
        return uploads.create(uri, attributes);
    }

    @Override
    public Part uploadPart(Upload upload, int number, WriteBody body) throws StoreException {
        StoreRequest request = StoreRequest.part(Operation.UPLOAD_PART, upload, number);
        return uploads.put(request, upload, number, MemoryUploads.bytes(request, body));
    }

    @Override
    public Part copyPart(Upload upload, int number, ObjectInfo source, ByteRange range) throws StoreException {
        StoreRequest request = StoreRequest.part(Operation.COPY_PART, upload, number);
        byte[] bytes = Arrays.copyOfRange(
                findVersion(StoreRequest.of(Operation.COPY_PART, source.uri()), source)
                        .bytes(),
                (int) range.start(),
                (int) range.end());
        return uploads.put(request, upload, number, bytes);
    }

    @Override
    public String complete(Upload upload, Precondition precondition) throws StoreException {
        StoreRequest request = StoreRequest.upload(Operation.COMPLETE_UPLOAD, upload);
        MemoryUploads.Content content = uploads.content(request, upload);
        String etag = store(request, content.bytes(), content.attributes(), precondition);
        uploads.end(request, upload);
        return etag;
    }

    @Override
    public void abort(Upload upload) throws StoreException {
        uploads.end(StoreRequest.upload(Operation.ABORT_UPLOAD, upload), upload);
    }

    @Override
    public UploadPage listUploads(ObjectUri prefix, Optional<UploadPage.Position> after) throws StoreException {
        bucket(StoreRequest.of(Operation.LIST_UPLOADS, prefix));
        return uploads.list(prefix, after);
    }

    @Override
    public PartPage listParts(Upload upload, OptionalInt after) throws StoreException {
        return uploads.parts(StoreRequest.upload(Operation.LIST_PARTS, upload), upload, after);
    }

    @Override
    public String copy(ObjectInfo source, ObjectUri target, Optional<ObjectAttributes> replacing)
            throws StoreException {
        Stored copied = findVersion(StoreRequest.of(Operation.COPY, source.uri()), source);
        return store(
                StoreRequest.of(Operation.COPY, target),
                copied.bytes(),
                replacing.orElse(copied.attributes()),
                Precondition.NONE);
    }

    @Override
    public void delete(ObjectUri uri) {
        bucketForWriting(uri.bucket()).remove(uri.key());
    }

    @Override
    public Map<ObjectUri, StoreException> deleteMany(List<ObjectUri> uris) throws StoreException {
        NavigableMap<String, Stored> bucket = bucket(StoreRequest.of(Operation.DELETE_MANY, uris.get(0)));
        uris.forEach(uri -> bucket.remove(uri.key()));
        return Map.of();
    }

    @Override
    public void close() {}

    private Stored stored(byte[] bytes, ObjectAttributes attributes) {
        long version = versions.incrementAndGet();
        ObjectAttributes kept = new ObjectAttributes(attributes.headers(), attributes.metadata());
        return new Stored(bytes, "v" + version, Instant.ofEpochSecond(1_700_000_000L + version), kept);
    }

    private String store(StoreRequest request, byte[] bytes, ObjectAttributes attributes, Precondition precondition)
            throws StoreException {
        NavigableMap<String, Stored> bucket = bucket(request);
        Stored stored = stored(bytes, attributes);
        String key = request.uri().key();
        switch (precondition.kind()) {
            case ANY -> bucket.put(key, stored);
            case ABSENT -> {
                if (bucket.putIfAbsent(key, stored) != null) {
                    throw new StoreException(Kind.EXISTS, request, "there is an object already");
                }
            }
            case VERSION -> {
                Stored present = find(request);
                if (!present.etag().equals(precondition.etag()) || !bucket.replace(key, present, stored)) {
                    throw new StoreException(Kind.CHANGED, request, "it is not etag " + precondition.etag());
                }
            }
        }
        return stored.etag();
    }

    private Stored findVersion(StoreRequest request, ObjectInfo info) throws StoreException {
        Stored stored = find(request);
        if (!info.etag().isEmpty() && !stored.etag().equals(info.etag())) {
            throw new StoreException(
                    Kind.CHANGED, request, "the etag was " + info.etag() + " and is now " + stored.etag());
        }
        return stored;
    }

    private static Optional<String> rolledUp(String key, String prefix, String delimiter) {
        int at = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
        return at < 0 ? Optional.empty() : Optional.of(key.substring(0, at + delimiter.length()));
    }

    private NavigableMap<String, Stored> bucketForWriting(String name) {
        return buckets.computeIfAbsent(name, any -> new ConcurrentSkipListMap<>(MemoryStore::compareAsUtf8));
    }

    private NavigableMap<String, Stored> bucket(StoreRequest request) throws StoreException {
        NavigableMap<String, Stored> bucket = buckets.get(request.uri().bucket());
        if (bucket == null) {
            throw new StoreException(Kind.NOT_FOUND, request, "there is no such bucket");
        }
        return bucket;
    }

    private Stored find(StoreRequest request) throws StoreException {
        Stored stored = bucket(request).get(request.uri().key());
        if (stored == null) {
            throw new StoreException(Kind.NOT_FOUND, request, "there is no such key");
        }
        return stored;
    }

    private static int compareAsUtf8(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectInfo info(ObjectUri uri, Stored stored) {
        return new ObjectInfo(uri, stored.bytes().length, stored.etag(), stored.lastModified());
    }

    private static final class MemoryBody implements RangeBody {
        private final byte[] bytes;
        private final String etag;
        private int position;

        MemoryBody(byte[] bytes, String etag) {
            this.bytes = bytes;
            this.etag = etag;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (position == bytes.length) {
                return -1;
            }
            int count = Math.min(length, bytes.length - position);
            System.arraycopy(bytes, position, target, offset, count);
            position += count;
            return count;
        }

        @Override
        public String etag() {
            return etag;
        }

        @Override
        public void abort() {}

        @Override
        public void close() {}
    }
}
