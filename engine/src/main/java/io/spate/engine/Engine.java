package io.spate.engine;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

import io.spate.engine.s3.S3Store;

import static java.util.Objects.requireNonNull;

/**
 * Owns the store, the memory, the threads and the statistics, and hands out readers, writers and what commits uploads.
 * Engines that are opened with equal options in one process are one engine, which ends when its last user closes it; all
 * of them share one memory budget and one set of I/O threads. Thread-safe.
 */
public final class Engine implements Closeable {
    private static final RandomGenerator RANDOM =
            () -> ThreadLocalRandom.current().nextLong();

    private final SpateOptions options;
    private final IoStats stats;
    private final ObjectStore metered;
    private final ObjectStore store;
    private final TransferResources resources;
    private final ConcurrentHashMap<String, Transfer> transfers;
    private final ConcurrentHashMap<String, WriteSettings> writeSettings;
    private final LongSupplier nanoClock;
    private final StoreTasks tasks;
    private final UploadCommitter committer;
    private final Runnable onClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    Engine(
            ObjectStore raw,
            SpateOptions options,
            TransferResources resources,
            LongSupplier nanoClock,
            Runnable onClose) {
        this.options = requireNonNull(options, "options is null");
        this.stats = new IoStats();
        this.metered = new MeteredStore(requireNonNull(raw, "store is null"), stats);
        this.store = new RetryingStore(metered, bucket -> transfer(bucket).retry(), stats);
        this.resources = resources;
        this.transfers = new ConcurrentHashMap<>();
        this.writeSettings = new ConcurrentHashMap<>();
        this.nanoClock = nanoClock;
        this.tasks = new StoreTasks(metered, bucket -> transfer(bucket).retry(), resources, stats);
        this.committer = new UploadCommitter(tasks, this::settings);
        this.onClose = onClose;
    }

    /** One more use of an engine, which is closed by itself. */
    Engine(Engine shared, Runnable onClose) {
        this.options = shared.options;
        this.stats = shared.stats;
        this.metered = shared.metered;
        this.store = shared.store;
        this.resources = shared.resources;
        this.transfers = shared.transfers;
        this.writeSettings = shared.writeSettings;
        this.nanoClock = shared.nanoClock;
        this.tasks = shared.tasks;
        this.committer = shared.committer;
        this.onClose = onClose;
    }

    /** Opens the engine of these options, or joins it. Sends nothing to any store. */
    public static Engine open(SpateOptions options) {
        return SharedEngines.INSTANCE.open(options, S3Store::open);
    }

    /** An engine of its own over a given store, which it closes in the end, with memory and threads of its own. */
    public static Engine over(ObjectStore store, SpateOptions options) {
        return over(store, options, System::nanoTime);
    }

    static Engine over(ObjectStore store, SpateOptions options, LongSupplier nanoClock) {
        TransferResources own = new TransferResources(options.get(Option.MEMORY), options.get(Option.MAX_REQUESTS));
        return new Engine(store, options, own, nanoClock, () -> {
            try {
                store.close();
            } finally {
                own.close();
            }
        });
    }

    public SpateOptions options() {
        return options;
    }

    public IoStats stats() {
        return stats;
    }

    /** The most transfer memory that was held at any time, in bytes, over all that share it. */
    public long peakTransferMemory() {
        return resources.pool().peakBytes();
    }

    /** The transfer memory in use now, in bytes, over all that share it. */
    public long transferMemory() {
        return resources.pool().usedBytes();
    }

    /** The store, its calls tried again until they succeed, fail for good, or {@code retry.deadline} is over. */
    public ObjectStore store() {
        return store;
    }

    /** A window of {@code read.concurrency} ranges for readers of this bucket. */
    public ReadWindow newWindow(String bucket) {
        return new ReadWindow(transfer(bucket).concurrency());
    }

    /** A reader whose use nobody announced: it starts with one range ahead and takes more as reading goes on. */
    public ObjectReader reader(ObjectInfo info) {
        ReadAheads aheads =
                aheads(info, info.range(), info.range(), newWindow(info.uri().bucket()));
        return new ObjectReader(aheads, aheads.from(0));
    }

    /**
     * A reader that will read a known part of an object in sequence, at full width from the start: in
     * {@code ceil(core / read.range-size)} requests, the first and the last of which also bring what is touched outside
     * the core. It can be read past that end. It starts at the first byte that is touched.
     *
     * @param core what is read as a whole
     * @param touched the core and a little around it, within the object
     */
    public ObjectReader reader(ObjectInfo info, ByteRange core, ByteRange touched, ReadWindow window) {
        ReadAheads aheads = aheads(info, core, touched, window);
        return new ObjectReader(aheads, aheads.announced());
    }

    /** A writer of an object whose user has no memory to give, see {@link MemoryRelief}. */
    public ObjectWriter writer(WriteTarget target) throws StoreException {
        return writer(target, MemoryRelief.NONE);
    }

    /**
     * A writer of an object.
     *
     * @throws StoreException {@code INVALID} if the store cannot hold it, or does not keep its precondition
     */
    public ObjectWriter writer(WriteTarget target, MemoryRelief relief) throws StoreException {
        WriteSettings settings = settings(target.uri().bucket());
        return new ObjectWriter(target, settings, tasks, committer, relief);
    }

    /**
     * Sends one part of an upload that its user keeps the parts of. Returns when the stream was read, which waits for
     * memory where that is used up; the part is held in memory until the store has it.
     *
     * @param number from 1
     * @param length bytes to read, from 0 to the largest part of the store
     * @throws IOException if the stream fails, or ends before
     */
    public CompletableFuture<Part> uploadPart(Upload upload, int number, InputStream source, long length)
            throws IOException {
        return new StreamedPart(tasks).send(upload, number, source, length);
    }

    /** What commits and aborts uploads. */
    public UploadCommitter committer() {
        return committer;
    }

    /** What the store of a bucket can do, as the options say. */
    public StoreProfile profile(String bucket) {
        return settings(bucket).profile();
    }

    /** Ends this use of the engine. Its readers and writers must be closed before; what is being
     * committed then fails. Idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            onClose.run();
        }
    }

    private ReadAheads aheads(ObjectInfo info, ByteRange core, ByteRange touched, ReadWindow window) {
        return new ReadAheads(transfer(info.uri().bucket()), new ReadVersion(info), window, resources, core, touched);
    }

    private WriteSettings settings(String bucket) {
        return writeSettings.computeIfAbsent(bucket, name -> WriteSettings.of(options.forBucket(name)));
    }

    /** How bytes of a bucket are moved. */
    Transfer transfer(String bucket) {
        return transfers.computeIfAbsent(bucket, name -> {
            SpateOptions own = options.forBucket(name);
            Retry retry = new Retry(own.get(Option.RETRY_DEADLINE), nanoClock, RANDOM);
            return new Transfer(
                    metered,
                    retry,
                    stats,
                    own.get(Option.RANGE_SIZE),
                    own.get(Option.READ_CONCURRENCY),
                    own.get(Option.REQUEST_TIMEOUT),
                    nanoClock);
        });
    }
}
