package io.spate.source;

import java.io.Serializable;

import io.spate.engine.Engine;

/** Opens the engine where a reader or an enumerator runs; whoever calls it closes what it gets. */
@FunctionalInterface
interface EngineFactory extends Serializable {
    Engine open();
}
