package io.spate.sink;

import java.io.Serializable;

import org.apache.flink.connector.base.DeliveryGuarantee;

import io.spate.engine.ObjectUri;

/**
 * All that a writer is told by who built the sink.
 *
 * @param directory below which the objects go: its key is empty or ends with a slash
 * @param announcing whether somebody wants to be told what has become visible
 * @param emptyObject whether the first subtask writes an empty object at the end of input if it got no record
 */
record SinkPlan<T>(
        ObjectUri directory,
        SinkFormat<T> format,
        Bucketing<T> bucketing,
        KeyTemplate template,
        Rolling rolling,
        DeliveryGuarantee guarantee,
        boolean announcing,
        boolean emptyObject)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Whether no object stays open over a checkpoint. */
    boolean endsWithCheckpoint() {
        return format.endsWithCheckpoint() || rolling.everyCheckpoint();
    }
}
