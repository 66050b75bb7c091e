package io.spate.it;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPInputStream;

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/**
 * A file that others made, and how it is read as a table and by others. {@code public-data/SOURCES.md} says where it is
 * from.
 *
 * @param columns those of the table, as in {@code CREATE TABLE}
 * @param summed a column
 * @param options of the table, beside those that reach it
 * @param reference another reader for the file
 */
record PublicFile(String name, String columns, String summed, Map<String, String> options, ReferenceReader reference) {
    static final Path DIRECTORY = Path.of("src/test/resources/public-data");

    Content content() {
        return new Content(DIRECTORY.resolve(name));
    }

    @Override
    public String toString() {
        return name;
    }

    /** The bytes of a file. */
    record Content(Path path) {
        byte[] bytes() throws IOException {
            return Files.readAllBytes(path);
        }

        /** Its text without compression and mark of byte order. */
        Reader reader(Charset charset) throws IOException {
            BufferedReader reader = new BufferedReader(new InputStreamReader(decompressed(), charset));
            reader.mark(1);
            if (reader.read() != '\uFEFF') {
                reader.reset();
            }
            return reader;
        }

        private InputStream decompressed() throws IOException {
            InputStream bytes = new BufferedInputStream(Files.newInputStream(path));
            String name = path.toString();
            if (name.endsWith(".gz")) {
                return new GZIPInputStream(bytes);
            }
            return name.endsWith(".bz2") ? new BZip2CompressorInputStream(bytes) : bytes;
        }
    }
}
