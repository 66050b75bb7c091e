package io.spate.engine;

import java.io.Serializable;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a store keeps beside the bytes of an object.
 *
 * @param headers standard headers and their values
 * @param metadata user metadata by name; names are in lower case, as stores give them back
 * @param exact whether an object that is written gets these and no others, not even those that the options say
 */
public record ObjectAttributes(Map<StoredHeader, String> headers, Map<String, String> metadata, boolean exact)
        implements Serializable {
    public static final ObjectAttributes NONE = new ObjectAttributes(Map.of(), Map.of());

    private static final long serialVersionUID = 1L;

    public ObjectAttributes {
        Map<StoredHeader, String> orderedHeaders = new EnumMap<>(StoredHeader.class);
        orderedHeaders.putAll(headers);
        headers = Collections.unmodifiableMap(orderedHeaders);
        Map<String, String> orderedMetadata = new TreeMap<>();
        metadata.forEach((name, value) -> orderedMetadata.put(name.toLowerCase(Locale.ROOT), value));
        metadata = Collections.unmodifiableMap(orderedMetadata);
    }

    /** Those beside which an object that is written gets what the options say. */
    public ObjectAttributes(Map<StoredHeader, String> headers, Map<String, String> metadata) {
        this(headers, metadata, false);
    }

    /** These and no others. */
    public ObjectAttributes exactly() {
        return new ObjectAttributes(headers, metadata, true);
    }

    public Optional<String> header(StoredHeader header) {
        return Optional.ofNullable(headers.get(header));
    }

    public ObjectAttributes with(StoredHeader header, String value) {
        Map<StoredHeader, String> more = new EnumMap<>(StoredHeader.class);
        more.putAll(headers);
        more.put(header, value);
        return new ObjectAttributes(more, metadata, exact);
    }

    public ObjectAttributes withMetadata(String name, String value) {
        Map<String, String> more = new TreeMap<>(metadata);
        more.put(name, value);
        return new ObjectAttributes(headers, more, exact);
    }

    /** These, and of the others what is not among these; if these are exact, only these. */
    public ObjectAttributes orElse(ObjectAttributes others) {
        if (exact) {
            return this;
        }
        Map<StoredHeader, String> allHeaders = new EnumMap<>(StoredHeader.class);
        allHeaders.putAll(others.headers);
        allHeaders.putAll(headers);
        Map<String, String> allMetadata = new TreeMap<>(others.metadata);
        allMetadata.putAll(metadata);
        return new ObjectAttributes(allHeaders, allMetadata);
    }
}
