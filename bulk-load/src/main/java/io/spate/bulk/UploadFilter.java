package io.spate.bulk;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

import io.spate.engine.PathPattern;
import io.spate.engine.UploadInfo;

/**
 * Which of the open uploads are meant.
 *
 * @param paths where
 * @param keys what else the key must match; empty for anything
 * @param latest when they were begun at the latest; empty for whenever
 */
record UploadFilter(PathPattern paths, Optional<PathPattern> keys, Optional<Instant> latest) {
    /** What the sink makes of its template unless told otherwise: a UUID, a counter and perhaps an extension. */
    private static final Pattern OWN = Pattern.compile(
            "(?:.*/)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-(?:0|[1-9]\\d*)(?:\\.[^/]+)?", Pattern.DOTALL);

    /** @param olderThan by {@code now} */
    static UploadFilter of(PathPattern paths, Optional<PathPattern> keys, Optional<Duration> olderThan, Instant now) {
        return new UploadFilter(paths, keys, olderThan.map(now::minus));
    }

    boolean matches(UploadInfo upload) {
        String key = upload.uri().key();
        return paths.matches(key)
                && keys.map(pattern -> pattern.matches(key)).orElse(true)
                && latest.map(time -> !upload.initiated().isAfter(time)).orElse(true);
    }

    /** Whether a sink of ours has most likely begun it. */
    static boolean isOwn(UploadInfo upload) {
        return OWN.matcher(upload.uri().key()).matches();
    }
}
