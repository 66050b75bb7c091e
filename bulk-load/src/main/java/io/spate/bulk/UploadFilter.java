package io.spate.bulk;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.spate.engine.PathPattern;
import io.spate.engine.UploadInfo;

/**
 * Which of the open uploads are meant.
 *
 * @param paths where
 * @param keys what else must hold for the key; empty for nothing
 * @param olderThan how long ago they were begun at the least; empty for whenever
 * @param now by the clock of this machine
 */
record UploadFilter(PathPattern paths, Optional<Predicate<String>> keys, Optional<Duration> olderThan, Instant now) {
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

    /** What the sink makes of its template unless told otherwise: a UUID, a counter and perhaps an extension. */
    private static final Pattern OWN = Pattern.compile(
            "(?:.*/)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-(?:0|[1-9]\\d*)(?:\\.[^/]+)?", Pattern.DOTALL);

    boolean matches(UploadInfo upload) {
        String key = upload.uri().key();
        return paths.matches(key)
                && keys.map(wanted -> wanted.test(key)).orElse(true)
                && olderThan
                        .map(age -> !upload.initiated().isAfter(now.minus(age)))
                        .orElse(true);
    }

    /** Whether it was begun later than now, by more than clocks differ that are kept right: then ages mean nothing. */
    boolean isOfTheFuture(UploadInfo upload) {
        return upload.initiated().isAfter(now.plus(CLOCKS_DIFFER));
    }

    /** Whether a sink of ours has most likely begun it. */
    static boolean isOwn(UploadInfo upload) {
        return OWN.matcher(upload.uri().key()).matches();
    }
}
