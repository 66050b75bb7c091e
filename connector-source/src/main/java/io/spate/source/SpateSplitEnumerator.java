package io.spate.source;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.api.connector.source.SupportsHandleExecutionAttemptSourceEvent;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Lists, plans and assigns at the same time, on the thread of the coordinator except for the requests to the store.
 *
 * <p>Listing rests while the pool is full of splits that wait for readers, so that neither memory nor checkpoints grow
 * with the number of objects. Every request of a reader is answered: with splits as soon as there are any, or with the
 * news that there will be none. With a {@link Discovery} there may always be more: all paths are listed again and again.
 *
 * <p>With a limit, a page is only asked for when a reader waits and nothing that was listed is left, and none when readers
 * have told that they read enough.
 */
final class SpateSplitEnumerator
        implements SplitEnumerator<SpateSplit, SpateEnumeratorState>, SupportsHandleExecutionAttemptSourceEvent {
    private final SplitEnumeratorContext<SpateSplit> context;
    private final PathListing listing;
    private final SplitPlanner planner;
    private final SplitPool pool;
    private final Optional<Discovery> discovery;
    private final RowLimit limit;
    private final Duration interval;
    private final Closeable engine;
    private final Set<Integer> waiting = new LinkedHashSet<>();
    private boolean pageRequested;

    /**
     * @param discovery tells new objects from old ones; empty to list once and end
     * @param interval how often to look whether it is time for another round of listing
     * @param engine what the listing reads from, closed together with this
     */
    SpateSplitEnumerator(
            SplitEnumeratorContext<SpateSplit> context,
            PathListing listing,
            SplitPlanner planner,
            SplitPool pool,
            Optional<Discovery> discovery,
            RowLimit limit,
            Duration interval,
            Closeable engine) {
        this.context = context;
        this.listing = listing;
        this.planner = planner;
        this.pool = pool;
        this.discovery = discovery;
        this.limit = limit;
        this.interval = interval;
        this.engine = engine;
    }

    @Override
    public void start() {
        context.metricGroup().setUnassignedSplitsGauge(() -> (long) pool.size());
        if (listing.isAtStart()) {
            discovery.ifPresent(Discovery::beginRound);
        }
        plan();
        if (discovery.isPresent()) {
            context.callAsync(() -> true, this::onTick, interval.toMillis(), interval.toMillis());
        }
    }

    @Override
    public void addReader(int subtask) {
        // What an earlier attempt of this subtask asked for is void: the new one asks for itself.
        waiting.remove(subtask);
        limit.forget(subtask);
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
        waiting.add(subtask);
        serve();
    }

    @Override
    public void addSplitsBack(List<SpateSplit> splits, int subtask) {
        waiting.remove(subtask);
        limit.forget(subtask);
        pool.addBack(splits);
        serve();
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        if (event instanceof RowsRead read) {
            limit.report(subtask, read.rows());
            serve();
        }
    }

    /** Attempts that run at the same time read the same: the one that is ahead counts. */
    @Override
    public void handleSourceEvent(int subtask, int attempt, SourceEvent event) {
        handleSourceEvent(subtask, event);
    }

    @Override
    public SpateEnumeratorState snapshotState(long checkpoint) {
        return new SpateEnumeratorState(
                listing.index(),
                listing.path(),
                listing.cursor(),
                listing.matched(),
                planner.unplanned(),
                pool.snapshot(),
                planner.nextId(),
                discovery.map(Discovery::snapshot));
    }

    @Override
    public void close() throws IOException {
        engine.close();
    }

    /** Fills the pool from what is listed, and asks for the next page when that is used up. */
    private void plan() {
        Optional<SpateSplit> next = nextPlanned();
        while (next.isPresent()) {
            pool.add(next.get());
            next = nextPlanned();
        }
        if (wantsMore() && !listing.isDone() && !pageRequested) {
            pageRequested = true;
            context.callAsync(listing::nextPage, this::onPage);
        }
    }

    private Optional<SpateSplit> nextPlanned() {
        return wantsMore() ? planner.next(listing.isDone() || limit.exists()) : Optional.empty();
    }

    private boolean wantsMore() {
        return limit.exists() ? !limit.isReached() && pool.size() < waiting.size() : pool.hasRoom();
    }

    private void onPage(PathListing.Page page, Throwable failure) {
        if (failure != null) {
            throw new FlinkRuntimeException("listing '" + listing.path() + "' failed", failure);
        }
        pageRequested = false;
        page.objects().stream()
                .filter(object -> discovery.isEmpty() || discovery.get().isNew(object))
                .forEach(planner::add);
        listing.advance(page);
        if (listing.isDone()) {
            discovery.ifPresent(Discovery::endRound);
        }
        plan();
        serve();
    }

    /** Lists again, unless the last round still goes on or readers are far behind it. */
    private void onTick(boolean tick, Throwable failure) {
        if (listing.isDone() && pool.hasRoom()) {
            listing.restart();
            discovery.ifPresent(Discovery::beginRound);
            plan();
        }
    }

    /** Answers the readers that wait, in the order in which they asked, as far as there are splits. */
    private void serve() {
        waiting.removeIf(subtask -> !context.registeredReaders().containsKey(subtask));
        for (Iterator<Integer> readers = waiting.iterator(); readers.hasNext(); ) {
            int subtask = readers.next();
            plan();
            List<SpateSplit> drawn = limit.isReached() ? List.of() : pool.draw(context.currentParallelism());
            if (!drawn.isEmpty()) {
                context.assignSplits(new SplitsAssignment<>(Map.of(subtask, drawn)));
            } else if (limit.isReached() || (listing.isDone() && discovery.isEmpty())) {
                context.signalNoMoreSplits(subtask);
            } else {
                return;
            }
            readers.remove();
        }
        plan();
    }
}
