package io.spate.engine;

/** One row of the table of what is counted and timed. Flink metrics and command line reports render it with a loop. */
public enum IoStat {
    GET_REQUESTS("requests.get", Kind.COUNTER, "GET requests sent, each try counted"),
    HEAD_REQUESTS("requests.head", Kind.COUNTER, "HEAD requests sent, each try counted"),
    LIST_REQUESTS("requests.list", Kind.COUNTER, "LIST requests sent, each try counted"),
    PUT_REQUESTS("requests.put", Kind.COUNTER, "PUT requests of whole objects sent, each try counted"),
    PART_REQUESTS("requests.part", Kind.COUNTER, "requests that upload or copy a part sent, each try counted"),
    UPLOAD_REQUESTS(
            "requests.upload",
            Kind.COUNTER,
            "requests that begin, complete, abort or list uploads or their parts sent, each try counted"),
    COPY_REQUESTS(
            "requests.copy", Kind.COUNTER, "requests that copy an object within the store sent, each try counted"),
    DELETE_REQUESTS("requests.delete", Kind.COUNTER, "DELETE requests sent, each try counted"),
    RETRIES("retries", Kind.COUNTER, "requests sent again after a failure"),
    THROTTLED("throttled", Kind.COUNTER, "requests that the store answered with 'slow down'"),
    RESUMED_BODIES("bodies.resumed", Kind.COUNTER, "broken bodies that went on from the last byte"),
    ABORTED_BODIES("bodies.aborted", Kind.COUNTER, "bodies given up before their end"),
    BYTES_RECEIVED("bytes.received", Kind.COUNTER, "bytes of objects received"),
    BYTES_SENT("bytes.sent", Kind.COUNTER, "bytes of objects and parts that a store has taken"),
    SHORT_OF_MEMORY("memory.short", Kind.COUNTER, "ranges that started with less memory than they have bytes"),
    OVERDRAWN_MEMORY(
            "memory.overdrawn",
            Kind.COUNTER,
            "blocks that writers took beyond the budget, as nothing could be waited for"),
    EARLY_PARTS("parts.early", Kind.COUNTER, "parts sent before they were full, to free memory"),
    LEAKED_READERS("readers.leaked", Kind.COUNTER, "readers that were never closed"),
    FIRST_BYTE_TIME("time.first-byte", Kind.TIMER, "from sending a GET to its checked answer"),
    BODY_TIME("time.body", Kind.TIMER, "from the answer of a GET to its last byte"),
    HEAD_TIME("time.head", Kind.TIMER, "a HEAD"),
    LIST_TIME("time.list", Kind.TIMER, "one page of a listing"),
    PUT_TIME("time.put", Kind.TIMER, "a PUT of a whole object"),
    PART_TIME("time.part", Kind.TIMER, "the upload or copy of a part"),
    UPLOAD_TIME("time.upload", Kind.TIMER, "a request that begins, completes, aborts or lists uploads or their parts"),
    COPY_TIME("time.copy", Kind.TIMER, "a copy within the store"),
    DELETE_TIME("time.delete", Kind.TIMER, "a DELETE"),
    MEMORY_WAIT_TIME("time.memory-wait", Kind.TIMER, "a producer of bytes waiting for memory"),
    QUEUE_TIME("time.queue", Kind.TIMER, "a range or part waiting for a request to be allowed"),
    STALL_TIME("time.stall", Kind.TIMER, "a consumer waiting for bytes");

    /** How a row is measured. */
    public enum Kind {
        /** A sum that only grows. */
        COUNTER,
        /** A distribution of times, in nanoseconds. */
        TIMER
    }

    private final String key;
    private final Kind kind;
    private final String sentence;

    IoStat(String key, Kind kind, String sentence) {
        this.key = key;
        this.kind = kind;
        this.sentence = sentence;
    }

    public String key() {
        return key;
    }

    public Kind kind() {
        return kind;
    }

    public String sentence() {
        return sentence;
    }
}
