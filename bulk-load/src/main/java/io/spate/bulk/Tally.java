package io.spate.bulk;

/** How many objects, lines and bytes were read; of a part, the objects are those whose first byte is in it. */
public record Tally(long objects, long lines, long bytes) {}
