package io.spate.source;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * Tells the enumerator of a source with a limit how far a reader is.
 *
 * @param rows all that this attempt of the reader has read so far
 */
record RowsRead(long rows) implements SourceEvent {
    private static final long serialVersionUID = 1L;
}
