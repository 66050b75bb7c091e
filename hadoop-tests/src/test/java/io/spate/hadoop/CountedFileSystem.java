package io.spate.hadoop;

import org.apache.hadoop.fs.FilterFileSystem;

import io.spate.engine.CountingStore;
import io.spate.engine.Engine;
import io.spate.engine.MemoryStore;

/** What Hadoop makes itself where it is told this class: the file system over one store in memory, whose requests are counted. */
public final class CountedFileSystem extends FilterFileSystem {
    static final MemoryStore MEMORY = new MemoryStore();
    static final CountingStore REQUESTS = new CountingStore(MEMORY);

    /** Called by Hadoop. */
    public CountedFileSystem() {
        super(new SpateFileSystem(options -> Engine.over(REQUESTS, options)));
    }
}
