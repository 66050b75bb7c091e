package io.spate.engine;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.zip.CRC32C;

/** Bytes that are sent to a store, as often as it takes. Thread-safe. */
public interface WriteBody {
    /** Bytes, at least 0. */
    long length();

    /** All of the bytes from the first one. May be called any number of times. */
    InputStream open();

    /** The CRC32C of the bytes. */
    int crc32c();

    /** The bytes of an array that nobody changes any more. */
    static WriteBody of(byte[] bytes) {
        return new WriteBody() {
            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public InputStream open() {
                return new ByteArrayInputStream(bytes);
            }

            @Override
            public int crc32c() {
                CRC32C crc = new CRC32C();
                crc.update(bytes);
                return (int) crc.getValue();
            }
        };
    }
}
