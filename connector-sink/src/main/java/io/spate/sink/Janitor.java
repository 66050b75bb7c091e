package io.spate.sink;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.Engine;
import io.spate.engine.ObjectUri;
import io.spate.engine.UploadInfo;
import io.spate.engine.UploadLister;

/**
 * Aborts uploads that writers of this sink have left behind when they failed. All that tells them from uploads that a
 * checkpoint refers to is their age, so it has to be longer than anybody goes back.
 *
 * @param directory below which the sink writes
 * @param age of uploads that are aborted; zero if there is nothing to be done
 */
record Janitor(ObjectUri directory, KeyTemplate template, Duration age) implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);
    private static final Logger LOG = LoggerFactory.getLogger(Janitor.class);

    /** What was done. */
    record Sweep(int aborted, int failed) {}

    /** Goes to work beside the task, which neither waits for it nor fails with it. */
    void start(EngineFactory engines, Collection<SpateWriterState> restored) {
        if (age.isZero()) {
            return;
        }
        Set<String> kept = restored.stream()
                .flatMap(state -> state.object().upload().stream())
                .map(upload -> upload.uploadId())
                .collect(Collectors.toSet());
        Background.THREADS.execute(() -> {
            try (Engine engine = engines.open()) {
                Sweep sweep = sweep(engine, kept, Instant.now());
                LOG.info(
                        "aborted {} uploads below {} that were older than {}; {} more could not be aborted",
                        sweep.aborted(),
                        directory,
                        age,
                        sweep.failed());
            } catch (IOException | RuntimeException e) {
                LOG.warn(
                        "cannot find out which uploads below {} are old, to abort them; goes on without", directory, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** @param kept ids of uploads that stay, however old they are */
    Sweep sweep(Engine engine, Set<String> kept, Instant now) throws IOException, InterruptedException {
        Instant oldest = now.minus(age);
        Pattern ours = template.ownKeys(directory.key());
        UploadLister uploads =
                new UploadLister(engine.store(), directory.withKey(template.fixedPrefix(directory.key())));
        int aborted = 0;
        int failed = 0;
        for (Optional<UploadInfo> next = uploads.next(); next.isPresent(); next = uploads.next()) {
            UploadInfo upload = next.get();
            requireAge(upload, now);
            boolean ownKey = ours.matcher(upload.uri().key()).matches();
            if (ownKey && upload.initiated().isBefore(oldest) && !kept.contains(upload.uploadId())) {
                if (abort(engine, upload)) {
                    aborted++;
                } else {
                    failed++;
                }
            }
        }
        return new Sweep(aborted, failed);
    }

    private static void requireAge(UploadInfo upload, Instant now) throws IOException {
        if (upload.initiated().isAfter(now.plus(CLOCKS_DIFFER))) {
            throw new IOException("upload " + upload.uploadId() + " of " + upload.uri() + " was begun at "
                    + upload.initiated() + " as the store says, which this machine has not reached at " + now
                    + ": the clocks differ, so no more is aborted by age; set them right");
        }
    }

    private static boolean abort(Engine engine, UploadInfo upload) throws InterruptedException {
        try {
            Outcome.of(engine.committer().abort(upload.toUpload()), "aborting upload " + upload.uploadId());
            LOG.info("aborted upload {} of {}, begun at {}", upload.uploadId(), upload.uri(), upload.initiated());
            return true;
        } catch (IOException e) {
            LOG.warn("cannot abort upload {} of {}; goes on", upload.uploadId(), upload.uri(), e);
            return false;
        }
    }
}
