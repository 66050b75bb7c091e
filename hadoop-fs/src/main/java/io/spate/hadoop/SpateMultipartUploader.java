package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.UploadHandle;
import org.apache.hadoop.fs.impl.AbstractMultipartUploader;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.Precondition;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.Upload;
import io.spate.engine.UploadInfo;
import io.spate.engine.UploadLister;

/**
 * Uploads whose parts other processes may send and complete, by the handles that this one gives. Parts are read in the call,
 * and sent behind it; what else there is to do is done in the call. Thread-safe.
 */
final class SpateMultipartUploader extends AbstractMultipartUploader {
    private final Bucket bucket;
    private final PathLookup lookup;
    private final Directories directories;

    SpateMultipartUploader(Bucket bucket, PathLookup lookup, Directories directories, Path base) {
        super(base);
        this.bucket = bucket;
        this.lookup = lookup;
        this.directories = directories;
    }

    @Override
    public CompletableFuture<UploadHandle> startUpload(Path path) throws IOException {
        checkPath(path);
        return evaluated(path, () -> {
            requireNoDirectory(path);
            directories.requireNoFileAbove(path);
            String marker = UUID.randomUUID().toString();
            String id = bucket.store()
                    .createUpload(bucket.file(path), ObjectAttributes.NONE.withMetadata(Upload.MARKER, marker));
            return UploadHandles.of(new Upload(bucket.file(path), id, marker));
        });
    }

    /** Closes the stream. */
    @Override
    public CompletableFuture<PartHandle> putPart(
            UploadHandle handle, int number, boolean last, Path path, InputStream source, long length)
            throws IOException {
        try (InputStream closed = source) {
            checkPutArguments(path, closed, number, handle, length);
            checkUploadId(handle.toByteArray());
            checkPath(path);
            Upload upload = UploadHandles.upload(bucket.file(path), handle);
            return bucket.engine().uploadPart(upload, number, closed, length).thenApply(UploadHandles::of);
        }
    }

    @Override
    public CompletableFuture<PathHandle> complete(UploadHandle handle, Path path, Map<Integer, PartHandle> handles)
            throws IOException {
        checkPath(path);
        checkUploadId(handle.toByteArray());
        checkPartHandles(handles);
        return evaluated(path, () -> {
            Upload begun = UploadHandles.upload(bucket.file(path), handle);
            Upload whole = new Upload(begun.uri(), begun.uploadId(), begun.marker(), UploadHandles.parts(handles));
            requireNoDirectory(path);
            requireIncomplete(begun, path);
            String etag = commit(whole, path);
            return () -> ByteBuffer.wrap(etag.getBytes(StandardCharsets.UTF_8));
        });
    }

    /** Fails with {@link FileNotFoundException} if the store does not have it. */
    @Override
    public CompletableFuture<Void> abort(UploadHandle handle, Path path) throws IOException {
        checkPath(path);
        checkUploadId(handle.toByteArray());
        return evaluated(path, () -> {
            abort(UploadHandles.upload(bucket.file(path), handle), path);
            return null;
        });
    }

    /** Aborts all uploads for a path or what is below it, by whomever they were begun. How many they were. */
    @Override
    public CompletableFuture<Integer> abortUploadsUnderPath(Path path) throws IOException {
        checkPath(path);
        return evaluated(path, () -> {
            String key = KeyCodec.key(path);
            String below = KeyCodec.prefix(path);
            UploadLister uploads =
                    new UploadLister(bucket.store(), bucket.directory(path).withKey(key));
            int count = 0;
            for (Optional<UploadInfo> next = uploads.next(); next.isPresent(); next = uploads.next()) {
                UploadInfo upload = next.get();
                String found = upload.uri().key();
                if (found.equals(key) || found.startsWith(below)) {
                    Waiting.forResult(
                            bucket.engine().committer().abort(new Upload(upload.uri(), upload.uploadId(), "")),
                            "aborting",
                            path,
                            () -> {});
                    count++;
                }
            }
            return count;
        });
    }

    /** A failure too may have made the file visible. */
    private String commit(Upload whole, Path path) throws IOException {
        try {
            return Waiting.forResult(
                            bucket.engine().committer().commit(whole, Precondition.NONE), "completing", path, () -> {})
                    .etag();
        } catch (StoreException e) {
            throw failure(e, path);
        } finally {
            lookup.forget(path);
        }
    }

    private void abort(Upload upload, Path path) throws IOException {
        try {
            bucket.store().abort(upload);
        } catch (StoreException e) {
            throw failure(e, path);
        }
    }

    /**
     * One that was completed before must not be completed again, as far as Hadoop has it; but stores may say that it succeeds.
     * Who may not read the object cannot be told.
     */
    private void requireIncomplete(Upload upload, Path path) throws IOException {
        try {
            if (bucket.store().details(upload.uri()).marker().equals(Optional.of(upload.marker()))) {
                throw new FileNotFoundException("no such upload for " + path + ": it is complete already");
            }
        } catch (StoreException e) {
            if (e.kind() != Kind.NOT_FOUND && e.kind() != Kind.DENIED) {
                throw e;
            }
        }
    }

    private static IOException failure(StoreException e, Path path) {
        return e.kind() == Kind.LOST_UPLOAD
                ? (IOException)
                        new FileNotFoundException("no such upload for " + path + ": " + e.getMessage()).initCause(e)
                : e;
    }

    private void requireNoDirectory(Path path) throws IOException {
        if (lookup.isDirectory(path)) {
            throw new FileAlreadyExistsException("there is a directory: " + path);
        }
    }

    private static <T> CompletableFuture<T> evaluated(Path path, Callable<T> call) {
        try {
            return CompletableFuture.completedFuture(call.call());
        } catch (IOException e) {
            return CompletableFuture.failedFuture(Failures.at(path, e));
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
