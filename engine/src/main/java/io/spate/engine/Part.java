package io.spate.engine;

import java.io.Serializable;

import static java.util.Objects.requireNonNull;

/**
 * A part of an upload that the store has.
 *
 * @param number 1 to 10,000; the object has its parts in the order of their numbers, which may have gaps
 * @param etag without quotes, otherwise as the store wrote it; opaque
 * @param length bytes, at least 0
 */
public record Part(int number, String etag, long length) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Part {
        requireNonNull(etag, "etag is null");
        if (number < 1 || number > 10_000) {
            throw new IllegalArgumentException("part number must be 1 to 10000: " + number);
        }
        if (length < 0) {
            throw new IllegalArgumentException("negative length " + length + " of part " + number);
        }
    }
}
