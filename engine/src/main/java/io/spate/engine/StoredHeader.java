package io.spate.engine;

/** The standard headers that a store keeps with an object and gives back with it. */
public enum StoredHeader {
    CONTENT_TYPE("Content-Type"),
    CONTENT_ENCODING("Content-Encoding"),
    CONTENT_LANGUAGE("Content-Language"),
    CONTENT_DISPOSITION("Content-Disposition"),
    CACHE_CONTROL("Cache-Control");

    private final String header;

    StoredHeader(String header) {
        this.header = header;
    }

    /** Its name in HTTP. */
    public String header() {
        return header;
    }
}
