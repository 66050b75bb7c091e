package io.spate.source;

import java.util.List;
import java.util.Optional;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.DynamicParallelismInference;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.apache.flink.util.UserCodeClassLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.Engine;
import io.spate.engine.StoreException;

/**
 * Reads the objects that some paths match, once, and ends; or, if the builder was told so, goes on with those that appear
 * later. Every byte of an object is of the version that the listing
 * saw; if the object changes before it is read, the job fails and says so, unless the builder was told to skip such objects.
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
public final class SpateSource<T>
        implements Source<T, SpateSplit, SpateEnumeratorState>,
                ResultTypeQueryable<T>,
                DynamicParallelismInference,
                LineageVertexProvider {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(SpateSource.class);
    private static final long RECORDS_PER_READER = 1_000_000;

    private final RecordFormat<T> format;
    private final ScanSettings settings;
    private final EngineFactory engines;

    SpateSource(RecordFormat<T> format, ScanSettings settings, EngineFactory engines) {
        this.format = format;
        this.settings = settings;
        this.engines = engines;
    }

    public static <T> SpateSourceBuilder<T> builder() {
        return new SpateSourceBuilder<>();
    }

    @Override
    public Boundedness getBoundedness() {
        return settings.monitoring().isContinuous() ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED;
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return format.producedType();
    }

    @Override
    public SplitEnumerator<SpateSplit, SpateEnumeratorState> createEnumerator(
            SplitEnumeratorContext<SpateSplit> context) {
        Optional<DiscoveryState> discovery =
                settings.monitoring().isContinuous() ? Optional.of(firstDiscovery()) : Optional.empty();
        return restoreEnumerator(context, PathListing.beginning(discovery));
    }

    /** Stores give times by the second. */
    private DiscoveryState firstDiscovery() {
        long second = 1000;
        return settings.monitoring().latest()
                ? DiscoveryState.beginningAt(
                        settings.pathTexts(),
                        System.currentTimeMillis() / second * second,
                        settings.monitoring().window())
                : DiscoveryState.beginning(settings.pathTexts());
    }

    @Override
    public SplitEnumerator<SpateSplit, SpateEnumeratorState> restoreEnumerator(
            SplitEnumeratorContext<SpateSplit> context, SpateEnumeratorState state) {
        checkFits(state);
        SplitPlanner planner =
                new SplitPlanner(settings.splitSize(), format::isSplittable, state.unplanned(), state.nextSplitId());
        SplitPool pool = new SplitPool(state.unassigned());
        Monitoring monitoring = settings.monitoring();
        Engine engine = engines.open();
        try {
            PathListing listing = new PathListing(engine.store(), settings, state);
            Optional<Discovery> discovery = state.discovery()
                    .map(known -> new Discovery(monitoring.window(), System::currentTimeMillis, known));
            RowLimit limit = new RowLimit(settings.limit());
            return new SpateSplitEnumerator(
                    context, listing, planner, pool, discovery, limit, monitoring.interval(), engine);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private void checkFits(SpateEnumeratorState state) {
        if (state.discovery().isPresent() != settings.monitoring().isContinuous()) {
            throw new IllegalStateException("the checkpoint is of a source "
                    + (settings.monitoring().isContinuous()
                            ? "that ends, and does not know what it has read: restore it without monitorContinuously"
                            : "without an end: restore it with monitorContinuously"));
        }
        state.discovery().map(DiscoveryState::paths).ifPresent(known -> {
            if (!known.equals(settings.pathTexts())) {
                throw new IllegalStateException("the checkpoint is of a source of the paths " + known
                        + ", which is now of " + settings.pathTexts()
                        + ": old objects of other paths would be taken for read ones;"
                        + " restore with the paths the job had, and read others with another source");
            }
        });
    }

    /** By the bytes to read, as they are planned into splits. */
    @Override
    public int inferParallelism(DynamicParallelismInference.Context context) {
        int most = context.getParallelismInferenceUpperBound();
        if (settings.isLimited()) {
            return (int) Math.min(most, 1 + settings.limit() / RECORDS_PER_READER);
        }
        try (Engine engine = engines.open()) {
            SplitPlanner planner = new SplitPlanner(settings.splitSize(), format::isSplittable, List.of(), 0);
            return new Survey(engine.store(), settings).readers(planner, most, context.getDataVolumePerTask());
        } catch (StoreException | RuntimeException e) {
            LOG.warn("cannot tell how many readers {} needs; takes one", settings.pathTexts(), e);
            return 1;
        }
    }

    @Override
    public LineageVertex getLineageVertex() {
        return SourceLineage.of(getBoundedness(), settings.paths());
    }

    @Override
    public SourceReader<T, SpateSplit> createReader(SourceReaderContext context) throws Exception {
        Engine engine = engines.open();
        try {
            format.open(new SubtaskContext(context.metricGroup(), context.getUserCodeClassLoader()));
            SourceMetrics metrics = new SourceMetrics(context.metricGroup());
            SourceMetrics.show(engine.stats(), context.metricGroup());
            RowQuota quota = new RowQuota(settings.limit());
            BadRecords badRecords = BadRecords.of(settings.errors(), engine.store());
            Tolerance tolerance = new Tolerance(
                    new ChangedObjects(settings.skipChanged(), metrics.objectsSkipped(), engine.store()), badRecords);
            return new SpateSourceReader<>(
                    () -> new SpateSplitReader<>(
                            format, new EngineInputs(engine, settings.isLimited()), metrics, quota, tolerance),
                    context,
                    quota,
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
