package io.spate.engine;

/** The kinds of request that go to a store. */
public enum Operation {
    GET,
    HEAD,
    LIST
}
