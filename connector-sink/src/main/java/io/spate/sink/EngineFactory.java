package io.spate.sink;

import java.io.Serializable;

import io.spate.engine.Engine;

/** Opens the engine where a writer or a committer runs; whoever calls it closes what it gets. */
@FunctionalInterface
interface EngineFactory extends Serializable {
    Engine open();
}
