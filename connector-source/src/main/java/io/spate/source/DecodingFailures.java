package io.spate.source;

import java.io.IOException;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.engine.StoreException;

/** Tells of which object a format of Flink, Parquet or ORC could make no rows, which they themselves do not know. */
record DecodingFailures(String format, ObjectInfo object, ByteRange range) {
    /** The failure to throw; that of a store says all of it already. */
    IOException of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreException ofStore) {
                return ofStore;
            }
        }
        if (failure instanceof LinkageError) {
            return new IOException(
                    begin() + "a class is missing: " + failure
                            + "; add the jar that has it, such as that of a compression, to lib/ of Flink",
                    failure);
        }
        return new IOException(
                begin() + reason(failure) + "; check that the object is one of format '" + format
                        + "', whole, and that the columns of the table have the types that the object has",
                failure);
    }

    private String begin() {
        return "read " + object.uri() + " of " + object.length() + " bytes, range " + range + " as " + format + ": ";
    }

    private static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
