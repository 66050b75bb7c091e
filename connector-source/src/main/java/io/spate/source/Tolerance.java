package io.spate.source;

/**
 * What a reader leaves out instead of failing.
 *
 * @param objects that changed after they were listed
 * @param records that cannot be decoded
 */
record Tolerance(ChangedObjects objects, BadRecords records) {}
