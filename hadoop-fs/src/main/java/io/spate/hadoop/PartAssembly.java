package io.spate.hadoop;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

import io.spate.engine.Engine;
import io.spate.engine.ObjectDetails;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectReader;
import io.spate.engine.ObjectUri;
import io.spate.engine.Part;
import io.spate.engine.StoreException;
import io.spate.engine.Upload;
import io.spate.engine.WriteBody;

/**
 * Puts an upload together from ranges of objects of the same store, several parts at a time. It is aborted if that fails, or if
 * one of the objects is another version in the end, since some stores copy whatever version there is.
 */
final class PartAssembly {
    private final Engine engine;
    private final OperationThreads threads;
    private final List<ObjectInfo> objects;
    private final ConcatPlan plan;

    PartAssembly(Engine engine, OperationThreads threads, List<ObjectInfo> objects, ConcatPlan plan) {
        this.engine = engine;
        this.threads = threads;
        this.objects = objects;
        this.plan = plan;
    }

    /** All parts, ready to be committed as an object with the attributes of another one. */
    Upload assemble(ObjectUri target, ObjectDetails like, String marker) throws IOException {
        String id = engine.store()
                .createUpload(
                        target,
                        like.attributes().withMetadata(Upload.MARKER, marker).exactly());
        Upload upload = new Upload(target, id, marker);
        try {
            Part[] parts = new Part[plan.parts().size()];
            List<Callable<Part>> work = new ArrayList<>();
            for (int i = 0; i < parts.length; i++) {
                int index = i;
                work.add(() ->
                        parts[index] = send(upload, index + 1, plan.parts().get(index)));
            }
            threads.run(work);
            requireUnchanged();
            return new Upload(target, id, marker, Arrays.asList(parts));
        } catch (IOException | RuntimeException e) {
            abort(upload, e);
            throw e;
        }
    }

    private Part send(Upload upload, int number, ConcatPlan.PartPlan part) throws IOException {
        if (part.copied()) {
            ConcatPlan.Segment segment = part.segments().get(0);
            return engine.store().copyPart(upload, number, objects.get(segment.object()), segment.range());
        }
        return engine.store().uploadPart(upload, number, WriteBody.of(read(part)));
    }

    private byte[] read(ConcatPlan.PartPlan part) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(part.length())];
        int position = 0;
        for (ConcatPlan.Segment segment : part.segments()) {
            int end = position + Math.toIntExact(segment.range().length());
            ObjectInfo object = objects.get(segment.object());
            try (ObjectReader reader = engine.reader(
                    object,
                    segment.range(),
                    segment.range(),
                    engine.newWindow(object.uri().bucket()))) {
                while (position < end) {
                    int count = reader.read(bytes, position, end - position);
                    if (count < 0) {
                        throw new EOFException(object.uri() + " ends within " + segment.range());
                    }
                    position += count;
                }
            }
        }
        return bytes;
    }

    private void requireUnchanged() throws IOException {
        List<Callable<Object>> work = new ArrayList<>();
        plan.parts().stream()
                .filter(ConcatPlan.PartPlan::copied)
                .map(part -> part.segments().get(0).object())
                .distinct()
                .forEach(object -> work.add(() -> {
                    requireUnchanged(objects.get(object));
                    return object;
                }));
        threads.run(work);
    }

    private void requireUnchanged(ObjectInfo object) throws IOException {
        ObjectInfo present = engine.store().head(object.uri());
        if (present.length() != object.length() || !object.isSameEtag(present.etag())) {
            throw new IOException(object.uri() + " has changed while it was copied: it was etag " + object.etag()
                    + " of " + object.length() + " bytes, it is now etag " + present.etag() + " of "
                    + present.length() + " bytes");
        }
    }

    /** A thread that is interrupted could send nothing, so it is so again only after this. */
    private void abort(Upload upload, Exception reason) {
        boolean interrupted = Thread.interrupted();
        try {
            engine.store().abort(upload);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.LOST_UPLOAD) {
                reason.addSuppressed(e);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
