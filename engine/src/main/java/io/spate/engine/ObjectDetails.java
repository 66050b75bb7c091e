package io.spate.engine;

import java.util.Optional;

import static java.util.Objects.requireNonNull;

/** All that a HEAD tells of one version of one object. */
public record ObjectDetails(ObjectInfo info, ObjectAttributes attributes) {
    public ObjectDetails {
        requireNonNull(info, "info is null");
        requireNonNull(attributes, "attributes is null");
    }

    /** Which upload or write the object came of, see {@link Upload#marker()}; empty if it does not say. */
    public Optional<String> marker() {
        return Optional.ofNullable(attributes.metadata().get(Upload.MARKER));
    }
}
