package io.spate.engine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.spate.engine.StoreException.Kind;

import static java.util.Objects.requireNonNull;

/**
 * Copies an object within its store, no byte of it leaving there: by one request up to what the store copies by one, and
 * above that by parts, several in flight. The calling thread waits. Thread-safe.
 *
 * <p>The copy keeps the headers of {@link StoredHeader} and the user metadata of its source, unless its target has others
 * of the same name; what the options say of these is not added, since the bytes may be of another kind. It never keeps the
 * marker of its source, but has the one of its target: a marker says which upload an object came from, and the copy did not
 * come from that one. For that the attributes are always read before and sent with the copy. Those that are not ASCII
 * cannot be sent, so an object that has such is not copied, and {@code INVALID} names them. Tags, storage class, encryption
 * and ACL are those that the options say, as for any object that is written; the tags of the source are not kept.
 *
 * <p>A failure names both objects. A copy by parts that fails has ended its upload, or says what may be left: an upload
 * that could not be aborted, or an object whose completion was not answered. It cannot know of an upload whose begin was
 * not answered, nor of a part that the store goes on to copy when nobody waits for its answer any more: for these, let a
 * rule of the bucket end old uploads.
 */
public final class BulkCopy {
    private final ObjectStore store;
    private final SpateOptions options;
    private final Function<String, StoreProfile> profileOfBucket;
    private final Executor executor;

    /** @param executor runs the requests that copy parts, each of which occupies a thread; must run or reject them all */
    public BulkCopy(Engine engine, Executor executor) {
        this(engine.store(), engine.options(), engine::profile, executor);
    }

    BulkCopy(
            ObjectStore store,
            SpateOptions options,
            Function<String, StoreProfile> profileOfBucket,
            Executor executor) {
        this.store = requireNonNull(store, "store is null");
        this.options = requireNonNull(options, "options is null");
        this.profileOfBucket = requireNonNull(profileOfBucket, "profileOfBucket is null");
        this.executor = requireNonNull(executor, "executor is null");
    }

    /**
     * Copies one version of an object. Costs four requests, or for k parts k + 5; one less if {@code write.verify-size} is
     * off, and one less if the store gives the copy the etag of its source, as most do for what one request has written.
     * Otherwise the source is asked for again after the copy, since some stores copy whatever version they have by then.
     *
     * @param target its length is not used; a precondition is refused, since stores hold copies against none
     * @throws StoreException {@code CHANGED} if the source is another version by now, {@code NOT_FOUND} if it is gone; the
     *     message says if the target may have been written all the same. {@code INVALID} if it is too large, if source and
     *     target are the same, if the target has a precondition, if metadata cannot be sent, or if the copy has another length
     * @throws InterruptedIOException if the thread is interrupted, which calls off the parts that are in flight
     */
    public CommittedObject copy(ObjectInfo source, WriteTarget target) throws IOException {
        return copy(source, target, verifiesSize(target));
    }

    private CommittedObject copy(ObjectInfo source, WriteTarget target, boolean verified) throws IOException {
        try {
            requireTarget(source.uri(), target);
            ObjectDetails present = store.details(source.uri());
            requireVersion(source, present.info());
            return checkedCopy(present, target, verified);
        } catch (StoreException e) {
            throw named(e, source.uri(), target.uri());
        }
    }

    /** The same for a version that was asked for already, which saves a request. */
    public CommittedObject copy(ObjectDetails source, WriteTarget target) throws IOException {
        try {
            requireTarget(source.info().uri(), target);
            return checkedCopy(source, target, verifiesSize(target));
        } catch (StoreException e) {
            throw named(e, source.info().uri(), target.uri());
        }
    }

    /**
     * Copies one version of an object to be in its place: with all that the source has, its tags and its marker too, so that
     * it still tells which upload it came of. Costs one request if the store gives the copy the etag of its source; else two,
     * since then its size is looked at, whatever {@code write.verify-size} says: the source may be deleted afterwards. What is
     * larger than the store copies by one request is copied as any other, and its size looked at.
     *
     * @throws StoreException as for any other copy; which version of the source was copied is not found out where the store
     *     does not see to it
     */
    public CommittedObject copyAsIs(ObjectInfo source, ObjectUri target) throws IOException {
        WriteTarget to = WriteTarget.of(target);
        if (!isOneRequest(source, target)) {
            return copy(source, to, true);
        }
        try {
            requireTarget(source.uri(), to);
            String etag = store.copy(source, target, Optional.empty());
            boolean looked = etag.isEmpty() || !source.isSameEtag(etag);
            return new CommittedObject(target, source.length(), looked ? verify(source, to, etag) : etag, false);
        } catch (StoreException e) {
            throw named(e, source.uri(), target);
        }
    }

    /** Whether the store copies an object of this length by one request, on the thread of the caller. */
    public boolean isOneRequest(ObjectInfo source, ObjectUri target) {
        return source.length() <= profileOfBucket.apply(target.bucket()).maximumPart();
    }

    /** Fails with {@code CHANGED} if an object is not the version that is wanted. */
    static void requireVersion(ObjectInfo wanted, ObjectInfo present) throws StoreException {
        boolean sameEtag = wanted.etag().isEmpty() || present.etag().isEmpty() || wanted.isSameEtag(present.etag());
        if (!sameEtag || wanted.length() != present.length()) {
            throw new StoreException(
                    Kind.CHANGED,
                    StoreRequest.head(wanted.uri()),
                    "it was etag " + wanted.etag() + " of " + wanted.length() + " bytes, it is now etag "
                            + present.etag() + " of " + present.length() + " bytes; start again from a new listing");
        }
    }

    private boolean verifiesSize(WriteTarget target) {
        return options.forBucket(target.uri().bucket()).get(Option.VERIFY_SIZE);
    }

    private CommittedObject checkedCopy(ObjectDetails source, WriteTarget target, boolean verified) throws IOException {
        String etag = send(source, target);
        return new CommittedObject(
                target.uri(), source.info().length(), verified ? verify(source.info(), target, etag) : etag, false);
    }

    private String send(ObjectDetails source, WriteTarget target) throws IOException {
        StoreProfile profile = profileOfBucket.apply(target.uri().bucket());
        if (isOneRequest(source.info(), target.uri())) {
            String etag = store.copy(source.info(), target.uri(), Optional.of(attributes(source, target)));
            requireCopyOf(source.info(), etag);
            return etag;
        }
        int concurrency = options.forBucket(target.uri().bucket()).get(Option.WRITE_CONCURRENCY);
        return new PartCopy(store, source, target, plan(source.info(), target, profile), concurrency, executor).run();
    }

    /** All that the copy carries. */
    static ObjectAttributes attributes(ObjectDetails source, WriteTarget target) {
        return target.stored().orElse(source.attributes()).exactly();
    }

    /** Some stores do not hold a copy against the version it was asked for. An etag that both have is of the bytes. */
    private void requireCopyOf(ObjectInfo source, String etag) throws StoreException {
        if (!etag.isEmpty() && source.isSameEtag(etag)) {
            return;
        }
        try {
            requireVersion(source, store.head(source.uri()));
        } catch (StoreException e) {
            throw new StoreException(
                    e.kind(),
                    e.request().orElseThrow(),
                    e.detail() + "; the target has been written, and may hold another version of the source",
                    e);
        }
    }

    private static CopyPlan plan(ObjectInfo source, WriteTarget target, StoreProfile profile) throws StoreException {
        try {
            return CopyPlan.of(source.length(), profile);
        } catch (IllegalArgumentException e) {
            throw invalid(target.uri(), e.getMessage());
        }
    }

    /** Checks the copy, and gives its etag. */
    private String verify(ObjectInfo source, WriteTarget target, String etag) throws StoreException {
        ObjectDetails copy = store.details(target.uri());
        if (copy.info().length() == source.length()) {
            return etag.isEmpty() ? copy.info().etag() : etag;
        }
        boolean ours = copy.marker().filter(target.marker()::equals).isPresent();
        throw new StoreException(
                ours ? Kind.INVALID : Kind.CHANGED,
                StoreRequest.head(target.uri()),
                "the copy has " + copy.info().length() + " bytes, not " + source.length()
                        + (ours ? "" : "; somebody else has written it since"));
    }

    private void requireTarget(ObjectUri source, WriteTarget to) throws StoreException {
        if (source.equals(to.uri())) {
            throw invalid(to.uri(), "source and target are the same object");
        }
        if (!to.precondition().equals(Precondition.NONE)) {
            throw invalid(to.uri(), "a copy cannot be made on a precondition: check before, or copy to another key");
        }
        requireSameStore(source, to.uri());
    }

    private void requireSameStore(ObjectUri source, ObjectUri target) throws StoreException {
        Optional<URI> from = options.forBucket(source.bucket()).get(Option.ENDPOINT);
        Optional<URI> to = options.forBucket(target.bucket()).get(Option.ENDPOINT);
        if (!from.equals(to)) {
            throw invalid(
                    target,
                    "the buckets are in different stores by option '" + Option.ENDPOINT.key() + "', " + text(from)
                            + " and " + text(to) + ": read the object and write it");
        }
    }

    private static String text(Optional<URI> endpoint) {
        return endpoint.map(URI::toString).orElse("AWS");
    }

    private static StoreException invalid(ObjectUri target, String detail) {
        return new StoreException(Kind.INVALID, StoreRequest.of(Operation.COPY, target), detail);
    }

    /** What went wrong after that, such as an upload that could not be aborted, is told too. */
    private static StoreException named(StoreException failure, ObjectUri source, ObjectUri target) {
        String moreover = Arrays.stream(failure.getSuppressed())
                .map(each -> "; moreover " + each.getMessage())
                .collect(Collectors.joining());
        return new StoreException(
                failure.kind(),
                failure.request().orElseThrow(),
                "copying " + source + " to " + target + ": " + failure.detail() + moreover,
                failure);
    }
}
