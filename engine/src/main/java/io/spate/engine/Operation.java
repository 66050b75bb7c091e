package io.spate.engine;

/** The kinds of request that go to a store. */
public enum Operation {
    GET,
    HEAD,
    LIST,
    PUT,
    CREATE_UPLOAD,
    UPLOAD_PART,
    COPY_PART,
    COMPLETE_UPLOAD,
    ABORT_UPLOAD,
    LIST_UPLOADS,
    LIST_PARTS,
    COPY,
    DELETE,
    DELETE_MANY
}
