package io.spate.engine.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.UploadInfo;
import io.spate.engine.UploadPage;
import io.spate.engine.UploadPage.Position;

/**
 * Turns the request for a page of open uploads into the SDK's, and checks what comes back, as {@link S3Listing} does.
 * What is listed here may be aborted, so an upload that nobody asked for must not get through.
 *
 * <p>Keys are taken as they come, not encoded as URLs: Ceph would encode them, but not say so.
 */
record S3UploadListing(ObjectUri prefix, Optional<Position> after) {

    ListMultipartUploadsRequest toSdk() {
        ListMultipartUploadsRequest.Builder builder =
                ListMultipartUploadsRequest.builder().bucket(prefix.bucket()).prefix(prefix.key());
        if (after.isPresent()) {
            builder.keyMarker(after.get().key());
            if (!after.get().uploadId().isEmpty()) {
                builder.uploadIdMarker(after.get().uploadId());
            }
        }
        return builder.build();
    }

    UploadPage toPage(ListMultipartUploadsResponse response) throws StoreException {
        List<UploadInfo> uploads = new ArrayList<>();
        for (MultipartUpload upload : response.uploads()) {
            String key = text(upload.key());
            checkKey(key);
            uploads.add(toInfo(key, upload));
        }
        return new UploadPage(uploads, next(response));
    }

    private Optional<Position> next(ListMultipartUploadsResponse response) throws StoreException {
        if (!Boolean.TRUE.equals(response.isTruncated())) {
            return Optional.empty();
        }
        Position next = new Position(text(response.nextKeyMarker()), text(response.nextUploadIdMarker()));
        if (next.key().isEmpty()) {
            throw invalid("does not advance: the page says there is more but has no key marker");
        }
        if (after.isPresent() && !isAfter(next, after.get())) {
            throw invalid("does not advance: the page ends at '" + next.key() + "', where it began");
        }
        return Optional.of(next);
    }

    /** Uploads of one key come in an order of the store's own, so there any other one will do. */
    private static boolean isAfter(Position next, Position last) {
        return next.key().equals(last.key()) ? !next.equals(last) : ObjectUri.isAfter(next.key(), last.key());
    }

    /** Within a page keys may come in any order: some stores do not sort them. */
    private void checkKey(String key) throws StoreException {
        if (key.isEmpty()) {
            throw invalid("has an upload without a key");
        }
        if (!key.startsWith(prefix.key())) {
            throw invalid("ignores its prefix: it has '" + key + "'");
        }
    }

    private UploadInfo toInfo(String key, MultipartUpload upload) throws StoreException {
        if (text(upload.uploadId()).isEmpty()) {
            throw invalid("has an upload without an id, of '" + key + "'");
        }
        if (upload.initiated() == null) {
            throw invalid("does not say when upload " + upload.uploadId() + " of '" + key + "' was begun");
        }
        try {
            return new UploadInfo(prefix.withKey(key), upload.uploadId(), upload.initiated());
        } catch (IllegalArgumentException e) {
            throw invalid("has what cannot be: " + e.getMessage());
        }
    }

    private StoreException invalid(String what) {
        return new StoreException(
                Kind.INVALID, StoreRequest.of(Operation.LIST_UPLOADS, prefix), "the listing of uploads " + what);
    }

    private static String text(String textOrNull) {
        return Optional.ofNullable(textOrNull).orElse("");
    }
}
