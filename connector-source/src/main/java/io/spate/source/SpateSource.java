package io.spate.source;

import java.util.List;
import java.util.Optional;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.UserCodeClassLoader;

import io.spate.engine.Engine;
import io.spate.engine.PathPattern;

/**
 * Reads the objects that some paths match, once, and ends; or, if the builder was told so, goes on with those that appear
 * later. Every byte of an object is of the version that the listing
 * saw; if the object changes before it is read, the job fails and says so.
 *
 * <pre>{@code
 * SpateSource<String> source = SpateSource.<String>builder()
 *         .paths("spate://logs/2026/", "spate://logs/2025-*.txt")
 *         .format(Formats.lines())
 *         .build();
 * env.fromSource(source, WatermarkStrategy.noWatermarks(), "logs");
 * }</pre>
 *
 * <p>Immutable.
 */
public final class SpateSource<T> implements Source<T, SpateSplit, SpateEnumeratorState>, ResultTypeQueryable<T> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // List.copyOf makes lists that can be serialised
    private final List<PathPattern> paths;

    private final RecordFormat<T> format;
    private final long splitSize;
    private final boolean allowEmpty;
    private final Monitoring monitoring;
    private final ErrorPolicy errors;
    private final EngineFactory engines;

    SpateSource(
            List<PathPattern> paths,
            RecordFormat<T> format,
            long splitSize,
            boolean allowEmpty,
            Monitoring monitoring,
            ErrorPolicy errors,
            EngineFactory engines) {
        this.paths = List.copyOf(paths);
        this.format = format;
        this.splitSize = splitSize;
        this.allowEmpty = allowEmpty;
        this.monitoring = monitoring;
        this.errors = errors;
        this.engines = engines;
    }

    public static <T> SpateSourceBuilder<T> builder() {
        return new SpateSourceBuilder<>();
    }

    @Override
    public Boundedness getBoundedness() {
        return monitoring.isContinuous() ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED;
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return format.producedType();
    }

    @Override
    public SplitEnumerator<SpateSplit, SpateEnumeratorState> createEnumerator(
            SplitEnumeratorContext<SpateSplit> context) {
        return restoreEnumerator(
                context,
                PathListing.beginning(
                        monitoring.isContinuous()
                                ? Optional.of(DiscoveryState.beginning(pathTexts()))
                                : Optional.empty()));
    }

    @Override
    public SplitEnumerator<SpateSplit, SpateEnumeratorState> restoreEnumerator(
            SplitEnumeratorContext<SpateSplit> context, SpateEnumeratorState state) {
        checkFits(state);
        SplitPlanner planner =
                new SplitPlanner(splitSize, format::isSplittable, state.unplanned(), state.nextSplitId());
        SplitPool pool = new SplitPool(state.unassigned());
        Engine engine = engines.open();
        try {
            PathListing listing =
                    new PathListing(engine.store(), paths, allowEmpty || monitoring.isContinuous(), state);
            Optional<Discovery> discovery = state.discovery()
                    .map(known -> new Discovery(monitoring.window(), System::currentTimeMillis, known));
            return new SpateSplitEnumerator(context, listing, planner, pool, discovery, monitoring.interval(), engine);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private void checkFits(SpateEnumeratorState state) {
        if (state.discovery().isPresent() != monitoring.isContinuous()) {
            throw new IllegalStateException("the checkpoint is of a source "
                    + (monitoring.isContinuous()
                            ? "that ends, and does not know what it has read: restore it without monitorContinuously"
                            : "without an end: restore it with monitorContinuously"));
        }
        state.discovery().map(DiscoveryState::paths).ifPresent(known -> {
            if (!known.equals(pathTexts())) {
                throw new IllegalStateException("the checkpoint is of a source of the paths " + known
                        + ", which is now of " + pathTexts()
                        + ": old objects of other paths would be taken for read ones;"
                        + " restore with the paths the job had, and read others with another source");
            }
        });
    }

    private List<String> pathTexts() {
        return paths.stream().map(PathPattern::toString).toList();
    }

    @Override
    public SourceReader<T, SpateSplit> createReader(SourceReaderContext context) throws Exception {
        Engine engine = engines.open();
        try {
            format.open(new SubtaskContext(context.metricGroup(), context.getUserCodeClassLoader()));
            SourceMetrics metrics = new SourceMetrics(context.metricGroup());
            SourceMetrics.show(engine.stats(), context.metricGroup());
            BadRecords badRecords = BadRecords.of(errors, engine.store());
            return new SpateSourceReader<>(
                    () -> new SpateSplitReader<>(format, new EngineInputs(engine), metrics, badRecords),
                    context,
                    badRecords,
                    engine);
        } catch (Exception e) {
            engine.close();
            throw e;
        }
    }

    @Override
    public SimpleVersionedSerializer<SpateSplit> getSplitSerializer() {
        return new SpateSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<SpateEnumeratorState> getEnumeratorCheckpointSerializer() {
        return new SpateEnumeratorStateSerializer();
    }

    private record SubtaskContext(MetricGroup metricGroup, UserCodeClassLoader userCodeClassLoader)
            implements RecordFormat.Context {}
}
