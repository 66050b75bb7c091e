package io.spate.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.Engine;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectDetails;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.ObjectWriter;
import io.spate.engine.StoreException;
import io.spate.engine.StoredHeader;
import io.spate.engine.WriteTarget;
import io.spate.sink.ObjectLedger.Complete;
import io.spate.sink.SpateCommittable.VisibleObject;

/** Writes manifests and success files. The same objects have the same manifest, so writing it again changes nothing. */
final class CompletionWriter {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionWriter.class);
    private static final int REQUESTS_AT_ONCE = 16;
    private static final int OBJECTS_AT_ONCE = 1000;
    private static final int NAME_BYTES = 8;

    private final Engine engine;
    private final ObjectUri directory;
    private final Completion completion;

    /** @param directory of the sink: its key is empty or ends with a slash */
    CompletionWriter(Engine engine, ObjectUri directory, Completion completion) {
        this.engine = engine;
        this.directory = directory;
        this.completion = completion;
    }

    void write(Complete complete) throws IOException, InterruptedException {
        String below = directory.key() + (complete.bucket().isEmpty() ? "" : complete.bucket() + "/");
        if (completion.manifest()) {
            writeManifest(directory.withKey(below + name(complete.objects())), complete.objects());
        }
        if (completion.successFile()) {
            ObjectUri uri = directory.withKey(below + "_SUCCESS");
            try (ObjectWriter writer = engine.writer(WriteTarget.of(uri))) {
                Outcome.of(writer.publish(), "writing success file " + uri);
            }
        }
        LOG.info(
                "complete: {} with {} objects",
                directory.withKey(below),
                complete.objects().size());
    }

    /** The same for the same keys on every machine, and for no others. */
    private static String name(List<VisibleObject> objects) {
        MessageDigest digest = sha256();
        for (VisibleObject object : objects) {
            digest.update(object.uri().key().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
        return "_manifest-" + HexFormat.of().formatHex(digest.digest(), 0, NAME_BYTES) + ".jsonl";
    }

    private void writeManifest(ObjectUri uri, List<VisibleObject> objects) throws IOException, InterruptedException {
        WriteTarget target = WriteTarget.of(uri)
                .withAttributes(ObjectAttributes.NONE.with(StoredHeader.CONTENT_TYPE, "application/jsonl"));
        ExecutorService threads = Background.requests(REQUESTS_AT_ONCE, "spate-sink-manifest");
        try (ObjectWriter writer = engine.writer(target)) {
            for (int start = 0; start < objects.size(); start += OBJECTS_AT_ONCE) {
                int end = Math.min(objects.size(), start + OBJECTS_AT_ONCE);
                for (byte[] line : lines(objects.subList(start, end), threads)) {
                    writer.write(line, 0, line.length);
                }
            }
            Outcome.of(writer.publish(), "writing manifest " + uri);
        } finally {
            threads.shutdownNow();
        }
    }

    private List<byte[]> lines(List<VisibleObject> objects, ExecutorService threads)
            throws IOException, InterruptedException {
        List<CompletableFuture<Optional<ObjectInfo>>> found = objects.stream()
                .map(object -> CompletableFuture.supplyAsync(() -> find(object), threads))
                .toList();
        List<byte[]> lines = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            VisibleObject object = objects.get(i);
            Outcome.of(found.get(i), "naming " + object.uri() + " in a manifest")
                    .ifPresent(info -> lines.add(line(object, info)));
        }
        return lines;
    }

    private static byte[] line(VisibleObject object, ObjectInfo info) {
        JsonLine line = new JsonLine().field("key", object.uri().key()).field("size", info.length());
        if (!info.etag().isEmpty()) {
            line.field("etag", info.etag());
        }
        object.records().ifPresent(records -> line.field("records", records));
        return line.field("bucket", object.bucket()).toBytes();
    }

    private Optional<ObjectInfo> find(VisibleObject object) {
        try {
            ObjectDetails details = engine.store().details(object.uri());
            if (isSame(object, details)) {
                return Optional.of(details.info());
            }
            LOG.warn("{} was replaced since it was written: no manifest names it", object.uri());
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.NOT_FOUND) {
                throw new CompletionException(e);
            }
            LOG.warn("{} was deleted since it was written: no manifest names it", object.uri());
        }
        return Optional.empty();
    }

    private static boolean isSame(VisibleObject object, ObjectDetails details) {
        ObjectInfo info = details.info();
        String marker = details.marker().orElse("");
        return info.length() == object.length()
                && isSame(object.marker(), marker)
                && isSame(object.etag(), info.etag());
    }

    /** What nobody knows is no contradiction: some stores keep no metadata or give no etags. */
    private static boolean isSame(String expected, String found) {
        return expected.isEmpty() || found.isEmpty() || expected.equals(found);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
