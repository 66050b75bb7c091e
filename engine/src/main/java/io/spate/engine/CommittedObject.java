package io.spate.engine;

import static java.util.Objects.requireNonNull;

/**
 * An object that is visible as a whole.
 *
 * @param length bytes
 * @param etag empty if the store gives none
 * @param already whether it had been there before it was committed now
 */
public record CommittedObject(ObjectUri uri, long length, String etag, boolean already) {
    public CommittedObject {
        requireNonNull(uri, "uri is null");
        requireNonNull(etag, "etag is null");
    }
}
