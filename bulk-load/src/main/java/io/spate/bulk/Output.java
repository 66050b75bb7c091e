package io.spate.bulk;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A writer of UTF-8 that knows why it failed, which {@link PrintWriter} keeps to itself. */
final class Output extends PrintWriter {
    private final Target target;

    private Output(Target target) {
        super(target, false, StandardCharsets.UTF_8);
        this.target = target;
    }

    static Output to(OutputStream stream) {
        return new Output(new Target(stream));
    }

    /** Hands over what was printed so far; fails, saying why, if that or anything before could not be written. */
    static void flush(PrintWriter writer) throws OutputException {
        if (writer.checkError()) {
            Optional<IOException> failure = writer instanceof Output output ? output.target.failure : Optional.empty();
            throw new OutputException(failure);
        }
    }

    private static final class Target extends FilterOutputStream {
        private volatile Optional<IOException> failure = Optional.empty();

        Target(OutputStream stream) {
            super(stream);
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            try {
                out.write(source, offset, length);
            } catch (IOException e) {
                failure = Optional.of(e);
                throw e;
            }
        }
    }
}
