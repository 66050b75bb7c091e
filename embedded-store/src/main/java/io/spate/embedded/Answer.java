package io.spate.embedded;

import java.util.Map;

/**
 * What a store says to a request over HTTP.
 *
 * @param headers by name, each with its first value
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Answer(int status, Map<String, String> headers, byte[] body) {}
