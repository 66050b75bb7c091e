package io.spate.source;

import java.io.IOException;
import java.io.Serializable;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.UserCodeClassLoader;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * How the bytes of objects become records. {@link Formats} has the ones that come with Spate.
 *
 * <p>An object may be read in several ranges by several readers. Each record belongs to exactly one of them, whatever
 * the ranges are: usually to the one in which it starts.
 */
public interface RecordFormat<T> extends Serializable {
    /** What a format may use of the subtask it runs in. */
    interface Context {
        MetricGroup metricGroup();

        UserCodeClassLoader userCodeClassLoader();
    }

    /** Whether an object can be read from the middle; if not, every range is a whole object. */
    boolean isSplittable();

    /** Whether this object can be; differs from {@link #isSplittable()} where some objects are compressed. */
    default boolean isSplittable(ObjectInfo object) {
        return isSplittable();
    }

    TypeInformation<T> producedType();

    /** Called once in each subtask, before its first reader. */
    default void open(Context context) throws Exception {}

    /**
     * The bytes that a reader of a range will most likely touch; they are fetched ahead. A little before and behind the
     * range costs no requests of its own, since it comes with the first and the last one for the range. What lies further
     * out can be read as well, at the cost of further requests.
     *
     * @param range from where reading starts to where the range of the split ends
     * @return within the object
     */
    default ByteRange expectedRange(ObjectInfo object, ByteRange range) {
        return range;
    }

    /**
     * Reads the records of a range. Does no I/O yet.
     *
     * @param input the object; the reader does not close it
     * @param range the range of the split
     * @param position the start of the range, or what {@link RecordReader#position()} returned for the same range
     */
    RecordReader<T> reader(RecordInput input, ByteRange range, long position) throws IOException;

    /**
     * The same for formats whose units have no offsets of their own, such as those of columns, or those in a compressed
     * object.
     *
     * @param skip what {@link RecordReader#skip()} returned for the same range; 0 at a position of its own
     */
    default RecordReader<T> reader(RecordInput input, ByteRange range, long position, long skip) throws IOException {
        if (skip != 0) {
            throw new IOException("read " + input.info().uri() + ": the checkpoint skips " + skip
                    + " units behind offset " + position + ", which this format cannot; restore it with the format that"
                    + " the job had");
        }
        return reader(input, range, position);
    }
}
