package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;

import io.spate.engine.DeleteOutcome;
import io.spate.engine.ObjectDetails;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.Precondition;
import io.spate.engine.StoreException;
import io.spate.engine.StoreProfile;
import io.spate.engine.Upload;

/**
 * Appends files to a file within the store, by copies of parts; only what is too small for a part passes through. A failure
 * leaves all of them as they were, unless it is one to delete the sources in the end.
 */
final class Concatenation {
    private final Bucket bucket;
    private final Directories directories;
    private final HeldUploads held;
    private final boolean renameOnUpload;
    private final OperationThreads threads;

    Concatenation(
            Bucket bucket,
            Directories directories,
            HeldUploads held,
            boolean renameOnUpload,
            OperationThreads threads) {
        this.bucket = bucket;
        this.directories = directories;
        this.held = held;
        this.renameOnUpload = renameOnUpload;
        this.threads = threads;
    }

    /**
     * Makes the target all bytes of the target and then those of the sources, which are gone afterwards. Where they are chunks
     * of DistCp, they are an upload for the file that they make, which the rename of the target completes.
     *
     * @throws IllegalArgumentException if there is no source, one is named twice, or is the target
     * @throws FileNotFoundException if one of them is not there, or is a directory
     */
    void concat(Path target, List<Path> sources) throws IOException {
        requireSources(target, sources);
        List<ObjectDetails> all = details(target, sources);
        List<ObjectInfo> objects = all.stream().map(ObjectDetails::info).toList();
        ConcatPlan plan = plan(target, objects);
        List<ObjectUri> appended =
                objects.subList(1, objects.size()).stream().map(ObjectInfo::uri).toList();
        Optional<Path> whole = renameOnUpload ? TemporaryName.chunkTarget(target) : Optional.empty();
        if (plan.parts().isEmpty()) {
            remove(appended, sources);
        } else if (whole.isPresent()) {
            Upload upload = assemble(bucket.file(whole.get()), all.get(0), objects, plan);
            List<ObjectUri> chunks = objects.stream().map(ObjectInfo::uri).toList();
            held.add(new HeldConcatenation(
                    HeldName.now(bucket, target, whole.get()), upload, () -> remove(chunks, List.of())));
        } else {
            commit(target, assemble(bucket.file(target), all.get(0), objects, plan), objects.get(0));
            remove(appended, sources);
        }
    }

    private static void requireSources(Path target, List<Path> sources) {
        Set<Path> distinct = new HashSet<>(sources);
        if (sources.isEmpty() || distinct.size() < sources.size() || distinct.contains(target)) {
            throw new IllegalArgumentException("cannot concat to " + target
                    + ": sources must be other files, at least one" + " of them and none twice, and are " + sources);
        }
    }

    /** One HEAD each. */
    private List<ObjectDetails> details(Path target, List<Path> sources) throws IOException {
        List<Path> paths = new ArrayList<>(sources);
        paths.add(0, target);
        ObjectDetails[] found = new ObjectDetails[paths.size()];
        List<Callable<ObjectDetails>> work = new ArrayList<>();
        for (int i = 0; i < found.length; i++) {
            int index = i;
            work.add(() -> found[index] = details(paths.get(index)));
        }
        threads.run(work);
        return List.of(found);
    }

    private ObjectDetails details(Path path) throws IOException {
        if (path.isRoot()) {
            throw new FileNotFoundException("it is a directory: " + path);
        }
        held.requireNotHeld(path);
        try {
            return bucket.store().details(bucket.file(path));
        } catch (StoreException e) {
            throw Failures.at(path, e);
        }
    }

    private ConcatPlan plan(Path target, List<ObjectInfo> objects) throws IOException {
        StoreProfile profile = bucket.engine().profile(bucket.name());
        if (profile.equalParts()) {
            throw new UnsupportedOperationException("cannot concat to " + target
                    + ": this store wants all parts of an upload to be equal, as option '" + HadoopConfiguration.PREFIX
                    + "write.equal-parts' says");
        }
        try {
            return ConcatPlan.of(objects.stream().map(ObjectInfo::length).toList(), profile);
        } catch (IllegalArgumentException e) {
            throw new PathIOException(target.toString(), "cannot concat: " + e.getMessage());
        }
    }

    private Upload assemble(ObjectUri target, ObjectDetails like, List<ObjectInfo> objects, ConcatPlan plan)
            throws IOException {
        return new PartAssembly(bucket.engine(), threads, objects, plan)
                .assemble(target, like, UUID.randomUUID().toString());
    }

    private void commit(Path target, Upload upload, ObjectInfo replaced) throws IOException {
        StoreProfile profile = bucket.engine().profile(bucket.name());
        boolean checked = !replaced.etag().isEmpty() && profile.completesIf(Precondition.ifEtag(replaced.etag()));
        Precondition precondition = checked ? Precondition.ifEtag(replaced.etag()) : Precondition.NONE;
        try {
            Waiting.forResult(bucket.engine().committer().commit(upload, precondition), "completing", target, () -> {});
        } catch (IOException e) {
            try {
                Waiting.forResult(bucket.engine().committer().abort(upload), "aborting", target, () -> {});
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    private void remove(List<ObjectUri> uris, List<Path> paths) throws IOException {
        DeleteOutcome outcome = threads.deletes(bucket.engine()).delete(uris.iterator());
        if (!outcome.isComplete()) {
            throw new IOException(
                    "all bytes are concatenated, but not all sources could be deleted: " + outcome.failures());
        }
        Set<Path> parents = new LinkedHashSet<>();
        paths.forEach(path -> parents.add(path.getParent()));
        for (Path parent : parents) {
            directories.keep(parent);
        }
    }
}
