package io.spate.source;

import java.util.HashMap;
import java.util.Map;

import io.spate.engine.ByteRange;
import io.spate.engine.Engine;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectReader;
import io.spate.engine.Option;
import io.spate.engine.ReadWindow;

/**
 * Inputs that are readers of the engine, those of each bucket in one window.
 *
 * <p>For a limit they are frugal: what is read ahead, within an object and beyond it, grows with what was read already.
 */
final class EngineInputs implements InputOpener {
    private final Engine engine;
    private final Map<String, ReadWindow> windows = new HashMap<>();
    private final boolean frugal;
    private int opened;

    EngineInputs(Engine engine, boolean frugal) {
        this.engine = engine;
        this.frugal = frugal;
    }

    @Override
    public ObjectInput open(ObjectInfo object, ByteRange core, ByteRange touched) {
        opened++;
        ReadWindow window = windows.computeIfAbsent(object.uri().bucket(), engine::newWindow);
        if (frugal) {
            ObjectReader reader = engine.reader(object);
            reader.seek(touched.start());
            return new EngineInput(reader, window, false);
        }
        return new EngineInput(engine.reader(object, core, touched, window), window, true);
    }

    @Override
    public boolean hasRoom() {
        return frugal || windows.isEmpty() || windows.values().stream().anyMatch(ReadWindow::hasRoom);
    }

    @Override
    public int capacity() {
        if (frugal) {
            return Math.max(1, Math.min(opened / 2, engine.options().get(Option.READ_CONCURRENCY)));
        }
        return windows.values().stream().mapToInt(ReadWindow::capacity).max().orElse(1);
    }
}
