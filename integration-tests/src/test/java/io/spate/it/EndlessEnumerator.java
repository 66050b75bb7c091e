package io.spate.it;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;

import io.spate.engine.Engine;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectUri;
import io.spate.engine.SpateOptions;
import io.spate.source.SpateEnumeratorState;
import io.spate.source.SpateSplit;

/**
 * An enumerator of {@link io.spate.source.SpateSource} with a path for every object there is. Whenever it is through
 * and there are new objects, another one takes its state and has more paths: new paths may follow those of a state.
 * Readers never hear that there will be no more.
 */
final class EndlessEnumerator implements SplitEnumerator<SpateSplit, SpateEnumeratorState> {
    private static final long PERIOD_MILLIS = 50;

    private final ReaderContext context;
    private final Map<String, String> options;
    private final ListRequest everything;
    private final Engine engine;
    private final Set<Integer> idle = new LinkedHashSet<>();
    private SpateEnumeratorState state;
    private SplitEnumerator<SpateSplit, SpateEnumeratorState> current;
    private int paths;

    EndlessEnumerator(
            SplitEnumeratorContext<SpateSplit> context,
            Map<String, String> options,
            String bucket,
            SpateEnumeratorState state) {
        this.context = new ReaderContext(context, idle::add);
        this.options = options;
        this.everything = ListRequest.below(new ObjectUri(bucket, ""));
        this.engine = Engine.open(SpateOptions.of(options));
        this.state = state;
    }

    @Override
    public void start() {
        context.callAsync(this::list, this::onList, 0, PERIOD_MILLIS);
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
        idle.add(subtask);
        askAgain();
    }

    @Override
    public void addSplitsBack(List<SpateSplit> splits, int subtask) {
        if (current == null) {
            throw new IllegalStateException("splits come back before any was assigned");
        }
        idle.remove(subtask);
        current.addSplitsBack(splits, subtask);
        askAgain();
    }

    @Override
    public void addReader(int subtask) {
        idle.remove(subtask);
        if (current != null) {
            current.addReader(subtask);
        }
    }

    @Override
    public SpateEnumeratorState snapshotState(long checkpoint) throws Exception {
        return current == null ? state : current.snapshotState(checkpoint);
    }

    @Override
    public void close() throws IOException {
        try {
            if (current != null) {
                current.close();
            }
        } finally {
            engine.close();
        }
    }

    private List<String> list() throws IOException {
        return engine.store().list(everything).objects().stream()
                .map(object -> object.uri().toString())
                .toList();
    }

    private void onList(List<String> objects, Throwable failure) {
        if (failure != null) {
            throw new FlinkRuntimeException("cannot list", failure);
        }
        try {
            state = snapshotState(0);
            boolean through = current == null || state.pathIndex() == paths;
            if (through && objects.size() > paths) {
                startOver(objects);
            }
        } catch (Exception e) {
            throw new FlinkRuntimeException("cannot start over", e);
        }
    }

    private void startOver(List<String> objects) throws Exception {
        if (current != null) {
            current.close();
        }
        paths = objects.size();
        current = EndlessSource.ending(options, objects.toArray(new String[0])).restoreEnumerator(context, state);
        current.start();
        askAgain();
    }

    /** Asks for all readers that wait; those that wait on come back through the context. */
    private void askAgain() {
        if (current != null) {
            List<Integer> waiting = new ArrayList<>(idle);
            idle.clear();
            waiting.forEach(subtask -> current.handleSplitRequest(subtask, "localhost"));
        }
    }
}
