package io.spate.engine;

import java.util.List;
import java.util.OptionalInt;

import static java.util.Objects.requireNonNull;

/**
 * One page of the parts of an open upload, in the order of their numbers.
 *
 * @param next the number to ask for parts after; empty on the last page
 */
public record PartPage(List<Part> parts, OptionalInt next) {
    public PartPage {
        parts = List.copyOf(parts);
        requireNonNull(next, "next is null");
    }
}
