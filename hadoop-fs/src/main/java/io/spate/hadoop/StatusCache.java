package io.spate.hadoop;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.apache.hadoop.fs.Path;

/**
 * Remembers the status of files for a while. What is not there is not remembered, nor are directories; what this file system
 * itself changes is forgotten. Thread-safe.
 */
final class StatusCache {
    /** Finds out what is not remembered. */
    interface Source {
        Optional<SpateFileStatus> find(Path path) throws IOException;
    }

    private final Optional<Cache<String, SpateFileStatus>> cache;
    /** How often something was forgotten: what was asked for before may be out of date after. */
    private final AtomicLong changes = new AtomicLong();

    private StatusCache(Optional<Cache<String, SpateFileStatus>> cache) {
        this.cache = cache;
    }

    /** @param ttl how long a status is remembered; zero remembers nothing */
    static StatusCache of(Duration ttl, int entries) {
        return new StatusCache(
                ttl.isZero()
                        ? Optional.empty()
                        : Optional.of(Caffeine.newBuilder()
                                .expireAfterWrite(ttl)
                                .maximumSize(entries)
                                .build()));
    }

    /** What is remembered of a path, else what the source finds. */
    Optional<SpateFileStatus> get(Path path, Source source) throws IOException {
        return cache.isPresent() ? get(cache.get(), path, source) : source.find(path);
    }

    private Optional<SpateFileStatus> get(Cache<String, SpateFileStatus> statuses, Path path, Source source)
            throws IOException {
        String key = KeyCodec.key(path);
        SpateFileStatus known = statuses.getIfPresent(key);
        if (known != null) {
            return Optional.of(known);
        }
        long before = changes.get();
        Optional<SpateFileStatus> found = source.find(path);
        found.filter(SpateFileStatus::isFile).ifPresent(status -> statuses.put(key, status));
        if (changes.get() != before) {
            statuses.invalidate(key);
        }
        return found;
    }

    /** A file was made, replaced or deleted. */
    void forget(Path path) {
        changes.incrementAndGet();
        cache.ifPresent(statuses -> statuses.invalidate(KeyCodec.key(path)));
    }

    /** A directory was deleted or renamed, or something was renamed to it. */
    void forgetTree(Path path) {
        forget(path);
        String prefix = KeyCodec.prefix(path);
        cache.ifPresent(statuses -> statuses.asMap().keySet().removeIf(key -> key.startsWith(prefix)));
    }
}
