package io.spate.source;

import java.util.HashMap;
import java.util.Map;

import io.spate.engine.ByteRange;
import io.spate.engine.Engine;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ReadWindow;

/** Inputs that are readers of the engine, those of each bucket in one window. */
final class EngineInputs implements InputOpener {
    private final Engine engine;
    private final Map<String, ReadWindow> windows = new HashMap<>();

    EngineInputs(Engine engine) {
        this.engine = engine;
    }

    @Override
    public ObjectInput open(ObjectInfo object, ByteRange core, ByteRange touched) {
        ReadWindow window = windows.computeIfAbsent(object.uri().bucket(), engine::newWindow);
        return new EngineInput(engine.reader(object, core, touched, window), window);
    }

    @Override
    public boolean hasRoom() {
        return windows.isEmpty() || windows.values().stream().anyMatch(ReadWindow::hasRoom);
    }

    @Override
    public int capacity() {
        return windows.values().stream().mapToInt(ReadWindow::capacity).max().orElse(1);
    }
}
