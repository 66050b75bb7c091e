package io.spate.it;

import java.util.List;
import java.util.Map;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

import io.spate.source.Formats;
import io.spate.source.SpateEnumeratorState;
import io.spate.source.SpateSource;
import io.spate.source.SpateSplit;

/**
 * Makes a source without an end of one that ends, for tests that want to see a source go on: readers, splits and state
 * are those of {@link SpateSource}; only its enumerator starts over with more paths when there are new objects.
 */
final class EndlessSource implements Source<String, SpateSplit, SpateEnumeratorState>, ResultTypeQueryable<String> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // a TreeMap
    private final Map<String, String> options;

    private final String bucket;

    EndlessSource(Map<String, String> options, String bucket) {
        this.options = options;
        this.bucket = bucket;
    }

    /** The source that ends, of the lines of some paths. */
    static SpateSource<String> ending(Map<String, String> options, String... paths) {
        return SpateSource.<String>builder()
                .paths(paths)
                .format(Formats.lines())
                .options(options)
                .build();
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public TypeInformation<String> getProducedType() {
        return Types.STRING;
    }

    @Override
    public SplitEnumerator<SpateSplit, SpateEnumeratorState> createEnumerator(
            SplitEnumeratorContext<SpateSplit> context) {
        return restoreEnumerator(context, new SpateEnumeratorState(0, "", "", false, List.of(), List.of(), 0));
    }

    @Override
    public SplitEnumerator<SpateSplit, SpateEnumeratorState> restoreEnumerator(
            SplitEnumeratorContext<SpateSplit> context, SpateEnumeratorState state) {
        return new EndlessEnumerator(context, options, bucket, state);
    }

    @Override
    public SourceReader<String, SpateSplit> createReader(SourceReaderContext context) throws Exception {
        return inner().createReader(context);
    }

    @Override
    public SimpleVersionedSerializer<SpateSplit> getSplitSerializer() {
        return inner().getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<SpateEnumeratorState> getEnumeratorCheckpointSerializer() {
        return inner().getEnumeratorCheckpointSerializer();
    }

    private SpateSource<String> inner() {
        return ending(options, "spate://" + bucket + "/");
    }
}
