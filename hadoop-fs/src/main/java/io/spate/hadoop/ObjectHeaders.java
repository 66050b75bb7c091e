package io.spate.hadoop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

import org.apache.hadoop.fs.Path;

import io.spate.engine.ObjectDetails;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;

/** The headers of objects as extended attributes {@code header.NAME}, under the names that S3A gives them. */
final class ObjectHeaders {
    private static final String PREFIX = "header.";

    private final Bucket bucket;
    private final PathLookup lookup;

    ObjectHeaders(Bucket bucket, PathLookup lookup) {
        this.bucket = bucket;
        this.lookup = lookup;
    }

    /** All of a file, by one HEAD; a directory has none. */
    Map<String, byte[]> of(Path path) throws IOException {
        try {
            return path.isRoot() ? Map.of() : encoded(bucket.store().details(bucket.file(path)));
        } catch (StoreException e) {
            if (e.kind() != Kind.NOT_FOUND) {
                throw Failures.at(path, e);
            }
            if (!lookup.isDirectory(path)) {
                throw PathLookup.missing(path);
            }
            return Map.of();
        }
    }

    /** Those of the names that there are. */
    Map<String, byte[]> of(Path path, Collection<String> names) throws IOException {
        Map<String, byte[]> attributes = new LinkedHashMap<>(of(path));
        attributes.keySet().retainAll(names);
        return attributes;
    }

    private static Map<String, byte[]> encoded(ObjectDetails details) {
        Map<String, String> headers = new TreeMap<>();
        details.attributes().metadata().forEach(headers::put);
        details.attributes().headers().forEach((header, value) -> headers.put(header.header(), value));
        headers.put("Content-Length", Long.toString(details.info().length()));
        headers.put("Last-Modified", details.info().lastModified().toString());
        if (!details.info().etag().isEmpty()) {
            headers.put("ETag", details.info().etag());
        }
        Map<String, byte[]> encoded = new LinkedHashMap<>();
        headers.forEach((name, value) -> encoded.put(PREFIX + name, value.getBytes(StandardCharsets.UTF_8)));
        return encoded;
    }
}
