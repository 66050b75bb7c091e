package io.spate.bulk;

import java.io.IOException;
import java.io.InputStream;

/**
 * An object that the demo puts into its store.
 *
 * @param length how many bytes {@code content} gives, at least 0
 */
record DemoObject(String key, long length, Content content) {
    /** Opens the bytes of an object, from the first. */
    interface Content {
        InputStream open() throws IOException;
    }
}
