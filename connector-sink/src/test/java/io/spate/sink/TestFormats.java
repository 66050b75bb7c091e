package io.spate.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Formats whose bytes tests can tell at a glance. */
final class TestFormats {
    private TestFormats() {}

    /** The characters of records, one byte each, handed over at once. */
    static SinkFormat<String> text() {
        return TextEncoder::new;
    }

    /** Records that are only handed over when they must. */
    static SinkFormat<String> buffered() {
        return BufferedEncoder::new;
    }

    /** Text between {@code <} and {@code >}, an object of which cannot be ended and then go on. */
    static SinkFormat<String> framed() {
        return new FramedFormat();
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private record TextEncoder(OutputStream out) implements RecordEncoder<String> {
        @Override
        public void encode(String record) throws IOException {
            write(out, record);
        }

        @Override
        public void flush() {}

        @Override
        public void finish() {}
    }

    private static final class BufferedEncoder implements RecordEncoder<String> {
        private final OutputStream out;
        private final StringBuilder held = new StringBuilder();

        BufferedEncoder(OutputStream out) {
            this.out = out;
        }

        @Override
        public void encode(String record) {
            held.append(record);
        }

        @Override
        public void flush() throws IOException {
            write(out, held.toString());
            held.setLength(0);
        }

        @Override
        public void finish() throws IOException {
            flush();
        }
    }

    private static final class FramedFormat implements SinkFormat<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public RecordEncoder<String> open(OutputStream out) throws IOException {
            write(out, "<");
            return new FramedEncoder(out);
        }

        @Override
        public String extension() {
            return ".framed";
        }

        @Override
        public boolean endsWithCheckpoint() {
            return true;
        }
    }

    private record FramedEncoder(OutputStream out) implements RecordEncoder<String> {
        @Override
        public void encode(String record) throws IOException {
            write(out, record);
        }

        @Override
        public void flush() {
            throw new IllegalStateException("it ends with each checkpoint, so nobody flushes it");
        }

        @Override
        public void finish() throws IOException {
            write(out, ">");
        }
    }
}
