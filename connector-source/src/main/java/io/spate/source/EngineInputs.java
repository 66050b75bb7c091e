package io.spate.source;

import java.io.IOException;

import io.spate.engine.ByteRange;
import io.spate.engine.Engine;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectReader;
import io.spate.engine.ReadWindow;

/** Inputs that are readers of the engine, all in one window, which is that of the first bucket. */
final class EngineInputs implements InputOpener {
    private final Engine engine;
    private ReadWindow window;

    EngineInputs(Engine engine) {
        this.engine = engine;
    }

    @Override
    public ObjectInput open(ObjectInfo object, ByteRange core, ByteRange touched) {
        if (window == null) {
            window = engine.newWindow(object.uri().bucket());
        }
        return new EngineInput(engine.reader(object, core, touched, window));
    }

    @Override
    public boolean hasRoom() {
        return window == null || window.hasRoom();
    }

    @Override
    public int capacity() {
        return window == null ? 1 : window.capacity();
    }

    private record EngineInput(ObjectReader reader) implements ObjectInput {
        @Override
        public ObjectInfo info() {
            return reader.info();
        }

        @Override
        public long position() {
            return reader.position();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return reader.read(target, offset, length);
        }

        @Override
        public void seek(long position) {
            reader.seek(position);
        }

        @Override
        public boolean prefetch() {
            return reader.prefetch();
        }

        @Override
        public void wakeUp() {
            reader.wakeUp();
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
