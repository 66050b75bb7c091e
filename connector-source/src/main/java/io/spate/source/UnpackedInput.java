package io.spate.source;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Optional;

import io.spate.codec.Codec;
import io.spate.engine.ObjectInfo;

/**
 * What an object has in it when it is decompressed, and when its text is made UTF-8. Read in order; moving forward reads
 * what lies between.
 */
final class UnpackedInput implements RecordInput, Closeable {
    private static final int PASSED_AT_ONCE = 64 << 10;

    private final RecordInput input;
    private final ObjectStream packed;
    private final Codec codec;
    private final Optional<Charset> charset;
    private Optional<InputStream> unpacked = Optional.empty();
    private long read;
    private long wanted;

    UnpackedInput(RecordInput input, Codec codec, Optional<Charset> charset) {
        this.input = input;
        this.packed = new ObjectStream(input);
        this.codec = codec;
        this.charset = charset;
        input.seek(0);
    }

    @Override
    public ObjectInfo info() {
        return input.info();
    }

    @Override
    public long length() {
        return Long.MAX_VALUE;
    }

    @Override
    public long position() {
        return wanted;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        byte[] passed = new byte[wanted > read ? PASSED_AT_ONCE : 0];
        while (wanted > read) {
            if (packed.takeWoken()) {
                return 0;
            }
            if (readNext(passed, 0, (int) Math.min(passed.length, wanted - read)) < 0) {
                throw new IOException("read " + info().uri() + ": the checkpoint goes on at " + wanted
                        + " bytes of what is in it, but there are only " + read);
            }
        }
        if (packed.takeWoken()) {
            return 0;
        }
        int count = readNext(target, offset, length);
        wanted = read;
        return count;
    }

    @Override
    public void seek(long position) {
        if (position < read) {
            throw new IllegalArgumentException("read " + info().uri() + ": cannot go back from " + read + " to "
                    + position + " in what is decompressed");
        }
        wanted = position;
    }

    @Override
    public void close() throws IOException {
        if (unpacked.isPresent()) {
            unpacked.get().close();
        }
    }

    private int readNext(byte[] target, int offset, int length) throws IOException {
        try {
            int count = stream().read(target, offset, length);
            read += Math.max(0, count);
            return count;
        } catch (IOException | RuntimeException e) {
            if (packed.isFailure(e)) {
                throw e;
            }
            throw new IOException(
                    "read " + info().uri() + ": " + failure() + " behind " + read + " bytes of what is in it: " + e
                            + "; the object is damaged, or of another kind",
                    e);
        }
    }

    private String failure() {
        String decompressing = codec == Codec.NONE ? "" : "it cannot be decompressed as " + codec;
        String decoding =
                charset.map(from -> "it is no text in charset " + from).orElse("");
        return decompressing + (decompressing.isEmpty() || decoding.isEmpty() ? "" : ", or ") + decoding;
    }

    private InputStream stream() throws IOException {
        if (unpacked.isEmpty()) {
            InputStream bytes = codec.decompress(packed);
            unpacked = Optional.of(charset.isEmpty() ? bytes : new TranscodedStream(bytes, charset.get()));
        }
        return unpacked.get();
    }
}
