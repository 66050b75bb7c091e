package io.spate.engine;

import static java.util.Objects.requireNonNull;

/** All that a HEAD tells of one version of one object. */
public record ObjectDetails(ObjectInfo info, ObjectAttributes attributes) {
    public ObjectDetails {
        requireNonNull(info, "info is null");
        requireNonNull(attributes, "attributes is null");
    }
}
