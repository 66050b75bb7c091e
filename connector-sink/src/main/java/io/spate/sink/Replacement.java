package io.spate.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.BulkDelete;
import io.spate.engine.DeleteOutcome;
import io.spate.engine.Engine;
import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;
import io.spate.sink.SpateCommittable.VisibleObject;

/**
 * Deletes what lies beside new objects, so that these replace it. What is deleted once is not there again, so it may be done
 * any number of times.
 */
final class Replacement {
    private static final Logger LOG = LoggerFactory.getLogger(Replacement.class);
    private static final int REQUESTS_AT_ONCE = 8;
    private static final int KEYS_SHOWN = 10;

    private final Engine engine;
    private final ObjectUri directory;
    private final Overwrite overwrite;

    /** @param directory of the sink: its key is empty or ends with a slash */
    Replacement(Engine engine, ObjectUri directory, Overwrite overwrite) {
        this.engine = engine;
        this.directory = directory;
        this.overwrite = overwrite;
    }

    /**
     * Deletes all in the directories but the new objects.
     *
     * @param objects all that the job has written, visible by now
     */
    void apply(Collection<VisibleObject> objects) throws IOException {
        Set<ObjectUri> kept = objects.stream().map(VisibleObject::uri).collect(Collectors.toSet());
        for (String bucket : overwrite.directories(objects)) {
            ObjectUri below = directory.withKey(directory.key() + (bucket.isEmpty() ? "" : bucket + "/"));
            delete(below, new Others(below, kept));
        }
    }

    private void delete(ObjectUri below, Others others) throws IOException {
        ExecutorService threads = Background.requests(REQUESTS_AT_ONCE, "spate-sink-overwrite");
        try {
            DeleteOutcome outcome = new BulkDelete(engine, threads, REQUESTS_AT_ONCE).delete(others);
            if (!outcome.isComplete()) {
                throw new IOException(failure(below, outcome));
            }
            LOG.info("replaced {}: deleted {} objects that were there before", below, outcome.deleted());
        } catch (ListingFailed e) {
            throw new IOException(
                    "overwriting " + below + ": cannot list what was there before: "
                            + e.getCause().getMessage(),
                    e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static String failure(ObjectUri below, DeleteOutcome outcome) {
        List<String> failures = outcome.failures().entrySet().stream()
                .map(failed -> failed.getKey() + " (" + failed.getValue().getMessage() + ")")
                .sorted()
                .toList();
        return "overwriting " + below + ": the new objects are visible, but " + failures.size()
                + " of those before could not be deleted"
                + (outcome.stopped() ? ", and others were not tried" : "") + ": "
                + String.join(", ", failures.subList(0, Math.min(KEYS_SHOWN, failures.size())))
                + (failures.size() > KEYS_SHOWN ? ", ..." : "")
                + "; delete them, or run the statement again";
    }

    /** Carries a failure out of an iteration. */
    private static final class ListingFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ListingFailed(StoreException cause) {
            super(cause);
        }
    }

    /** What there is below a directory but for what is kept and its own marker, a page at a time. */
    private final class Others implements Iterator<ObjectUri> {
        private final Set<ObjectUri> kept;
        private final List<ObjectUri> page = new ArrayList<>();
        private ListRequest request;
        private boolean done;

        Others(ObjectUri below, Set<ObjectUri> kept) {
            this.kept = kept;
            this.request = ListRequest.below(below);
        }

        @Override
        public boolean hasNext() {
            while (page.isEmpty() && !done) {
                nextPage();
            }
            return !page.isEmpty();
        }

        @Override
        public ObjectUri next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no objects are left");
            }
            return page.remove(page.size() - 1);
        }

        private void nextPage() {
            try {
                ListPage listed = engine.store().list(request);
                listed.objects().stream()
                        .map(info -> info.uri())
                        .filter(uri -> !kept.contains(uri) && !uri.equals(request.prefix()))
                        .forEach(page::add);
                done = listed.nextToken().isEmpty();
                listed.nextToken().ifPresent(token -> request = request.continuing(token));
            } catch (StoreException e) {
                throw new ListingFailed(e);
            }
        }
    }
}
