package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;

import org.apache.flink.api.common.serialization.SerializationSchema.InitializationContext;

/**
 * How records become the bytes of objects.
 *
 * @param <T> the records
 */
public interface SinkFormat<T> extends Serializable {
    /** Called once in each task, before it begins its first object. */
    default void open(InitializationContext context) throws Exception {}

    /** Begins an object. The stream is closed by nobody but the sink. */
    RecordEncoder<T> open(OutputStream out) throws IOException;

    /** What the keys of objects end with, a dot and something without {@code /} such as {@code .gz}; empty for nothing. */
    default String extension() {
        return "";
    }

    /**
     * Whether an object must end with each checkpoint, since what was written of it cannot be cut off and made whole later
     * on, as with formats that end in a footer.
     */
    default boolean endsWithCheckpoint() {
        return false;
    }
}
