package io.spate.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.UUID;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Precondition;
import io.spate.engine.WriteBody;

/**
 * Writes records that cannot be decoded to objects, whose keys are unique, several to one. Keeps some MiB, or one record if
 * that is longer. Used by one thread at a time.
 */
final class DeadLetters {
    static final int MAX_KEPT = 4 << 20;

    private final ObjectUri directory;
    private final ObjectStore store;
    private final String id = UUID.randomUUID().toString();
    private ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private int objects;

    DeadLetters(ObjectUri directory, ObjectStore store) {
        this.directory = directory;
        this.store = store;
    }

    /** An object as they are written in a directory, to see whether it would be read. */
    static ObjectInfo example(ObjectUri directory) {
        return new ObjectInfo(object(directory, "0", 0), 0, "", Instant.EPOCH);
    }

    private static ObjectUri object(ObjectUri directory, String id, int index) {
        return new ObjectUri(directory.bucket(), directory.key() + "dead-letters-" + id + "-" + index + ".json");
    }

    /** Keeps a record, or stores it with all that are kept. */
    void add(BadRecordException record) throws IOException {
        kept.writeBytes(DeadLetter.line(record, Instant.now()));
        if (kept.size() >= MAX_KEPT) {
            store();
        }
    }

    /** Stores what is kept, if there is something. */
    void store() throws IOException {
        if (kept.size() > 0) {
            store.put(
                    object(directory, id, objects),
                    WriteBody.of(kept.toByteArray()),
                    ObjectAttributes.NONE,
                    Precondition.NONE);
            objects++;
            kept = new ByteArrayOutputStream();
        }
    }
}
