package io.spate.bulk;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

import com.github.luben.zstd.ZstdInputStream;

import io.spate.codec.Codec;
import io.spate.engine.Engine;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectLister;
import io.spate.engine.ObjectReader;
import io.spate.engine.PathPattern;
import io.spate.examples.Event;
import io.spate.sink.Compression;

/** Reads what a job has written, object by object, and counts how often each event of the sequence is there. */
final class EventCheck {
    private static final Pattern ID = Pattern.compile("\\{\"id\":(\\d{1,9}),.*");
    private static final DateTimeFormatter HOUR =
            DateTimeFormatter.ofPattern("yyyy-MM-dd/HH").withZone(ZoneOffset.UTC);

    private final Engine engine;
    private final Compression compression;
    private final int events;
    private final BitSet seen;
    private long objects;
    private long bytes;
    private long duplicates;
    private long wrong;

    private EventCheck(Engine engine, Compression compression, int events) {
        this.engine = engine;
        this.compression = compression;
        this.events = events;
        this.seen = new BitSet(events);
    }

    /**
     * What was found.
     *
     * @param events how many should be there
     * @param found how many of these are there, each counted once
     * @param duplicates how many lines are those of events that were found before
     * @param wrong how many lines are of no event, or of one that belongs to another bucket
     */
    record Found(long events, long found, long duplicates, long wrong, long objects, long bytes) {
        boolean isExact() {
            return found == events && duplicates == 0 && wrong == 0;
        }
    }

    /** Reads all objects below a path, which are to hold the first events of the sequence. */
    static Found of(Engine engine, String path, Compression compression, int events) throws IOException {
        EventCheck check = new EventCheck(engine, compression, events);
        ObjectLister lister = new ObjectLister(engine.store(), PathPattern.parse(path), "");
        String prefix = PathPattern.parse(path).prefix().key();
        while (!lister.isDone()) {
            for (ObjectInfo object : lister.nextPage()) {
                check.read(object, object.uri().key().substring(prefix.length()));
            }
        }
        return new Found(events, check.seen.cardinality(), check.duplicates, check.wrong, check.objects, check.bytes);
    }

    private void read(ObjectInfo object, String name) throws IOException {
        try (ObjectReader reader = engine.reader(object);
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(unpacked(new ReaderStream(reader)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                count(line, name);
            }
        }
        objects++;
        bytes += object.length();
    }

    private InputStream unpacked(InputStream packed) throws IOException {
        return switch (compression) {
            case NONE -> packed;
            case GZIP -> new GZIPInputStream(packed);
            case ZSTD -> new ZstdInputStream(packed);
            case BZIP2, XZ, LZ4, SNAPPY -> Codec.valueOf(compression.name()).decompress(packed);
        };
    }

    private void count(String line, String name) {
        Matcher matcher = ID.matcher(line);
        int id = matcher.matches() ? Integer.parseInt(matcher.group(1)) : Integer.MAX_VALUE;
        if (id >= events || !isRight(Event.of(id), line, name)) {
            wrong++;
        } else if (seen.get(id)) {
            duplicates++;
        } else {
            seen.set(id);
        }
    }

    private static boolean isRight(Event event, String line, String name) {
        String bucket = "country=" + event.country() + "/" + HOUR.format(Instant.ofEpochMilli(event.time())) + "/";
        return name.startsWith(bucket) && line.equals(new String(event.toJson(), StandardCharsets.UTF_8));
    }

    /** The bytes of an object from its first to its last. */
    private static final class ReaderStream extends InputStream {
        private final ObjectReader reader;

        ReaderStream(ObjectReader reader) {
            this.reader = reader;
        }

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return reader.read(target, offset, length);
        }

        /** Decompressors take 0 for the end of what there is. */
        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, reader.info().length() - reader.position());
        }
    }
}
