package io.spate.sink;

import io.spate.engine.ObjectUri;
import io.spate.engine.WriteTarget;

/**
 * Names the objects of one writer. The id belongs to this instance of the writer and to no other, be it of another
 * subtask, of another attempt or restored from the same checkpoint: so no two of them ever write to the same key.
 */
final class ObjectNames {
    private final ObjectUri directory;
    private final KeyTemplate template;
    private final String extension;
    private final String id;
    private long counter;

    ObjectNames(ObjectUri directory, KeyTemplate template, String extension, String id) {
        this.directory = directory;
        this.template = template;
        this.extension = extension;
        this.id = id;
    }

    /** The next object of a bucket, with a marker that no other object has. */
    WriteTarget next(String bucket) {
        long number = counter++;
        String key = template.key(directory.key(), bucket, id, number, extension);
        return WriteTarget.of(directory.withKey(key)).withMarker(id + "-" + number);
    }
}
