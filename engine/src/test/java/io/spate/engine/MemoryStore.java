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
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

import io.spate.engine.StoreException.Kind;

/** A store in memory that keeps the contract of the seam: the reference for every other one. Thread-safe. */
public final class MemoryStore implements ObjectStore {
    @SuppressWarnings("ArrayRecordComponent") // private, never compared
    private record Stored(byte[] bytes, String etag, Instant lastModified) {}

    private final ConcurrentHashMap<String, NavigableMap<String, Stored>> buckets = new ConcurrentHashMap<>();
    private final AtomicLong versions = new AtomicLong();

    /** Writes an object, and its bucket where there is none. Each write is a version with an etag of its own. */
    public ObjectInfo put(ObjectUri uri, byte[] bytes) {
        Stored stored = new Stored(
                bytes.clone(),
                "v" + versions.incrementAndGet(),
                Instant.ofEpochSecond(1_700_000_000L + versions.get()));
        bucketForWriting(uri.bucket()).put(uri.key(), stored);
        return info(uri, stored);
    }

    public void createBucket(String bucket) {
        bucketForWriting(bucket);
    }

    public void delete(ObjectUri uri) {
        bucketForWriting(uri.bucket()).remove(uri.key());
    }

    @Override
    public ObjectInfo head(ObjectUri uri) throws StoreException {
        return info(uri, find(StoreRequest.head(uri)));
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
        Stored stored = find(asked);
        if (!info.etag().isEmpty() && !stored.etag().equals(info.etag())) {
            throw new StoreException(
                    Kind.CHANGED, asked, "the etag was " + info.etag() + " and is now " + stored.etag());
        }
        if (range.isEmpty() || range.end() > stored.bytes().length) {
            throw new StoreException(
                    Kind.INVALID, asked, "the range is not within " + stored.bytes().length + " bytes");
        }
        return new MemoryBody(Arrays.copyOfRange(stored.bytes(), (int) range.start(), (int) range.end()));
    }

    @Override
    public void close() {}

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
        private int position;

        MemoryBody(byte[] bytes) {
            this.bytes = bytes;
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
        public void abort() {}

        @Override
        public void close() {}
    }
}
