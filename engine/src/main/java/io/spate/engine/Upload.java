package io.spate.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

import static java.util.Objects.requireNonNull;

/**
 * An upload and the parts it consists of: all that any process needs to complete it.
 *
 * @param uri where the object will appear
 * @param uploadId as the store gave it
 * @param marker what the object carries as user metadata {@value #MARKER}, so that it can be told from any other at the
 *     same key; empty for an upload that somebody else has begun
 * @param parts in the order of their numbers, each once
 */
public record Upload(ObjectUri uri, String uploadId, String marker, List<Part> parts) implements Serializable {
    /** The user metadata that marks an object as the outcome of one upload. */
    public static final String MARKER = "spate-upload";

    private static final long serialVersionUID = 1L;

    public Upload {
        requireNonNull(uri, "uri is null");
        requireNonNull(uploadId, "uploadId is null");
        requireNonNull(marker, "marker is null");
        parts = List.copyOf(parts);
        if (uploadId.isEmpty()) {
            throw new IllegalArgumentException("empty upload id of " + uri);
        }
        for (int i = 1; i < parts.size(); i++) {
            if (parts.get(i - 1).number() >= parts.get(i).number()) {
                throw new IllegalArgumentException("parts of " + uri + " are not in order: number "
                        + parts.get(i - 1).number() + " before " + parts.get(i).number());
            }
        }
    }

    /** One that has no part yet. */
    public Upload(ObjectUri uri, String uploadId, String marker) {
        this(uri, uploadId, marker, List.of());
    }

    /** This one with another part behind all others. */
    public Upload with(Part part) {
        List<Part> more = new ArrayList<>(parts);
        more.add(part);
        return new Upload(uri, uploadId, marker, more);
    }

    /** Bytes of all parts: the length of the object. */
    public long length() {
        return parts.stream().mapToLong(Part::length).sum();
    }
}
