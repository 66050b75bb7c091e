package io.spate.engine.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import software.amazon.awssdk.services.s3.model.ListPartsRequest;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;

import io.spate.engine.Operation;
import io.spate.engine.Part;
import io.spate.engine.PartPage;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.Upload;

/**
 * Turns the request for a page of parts into the SDK's, and checks what comes back: an upload may be completed with what
 * is listed here, so every part must be whole, and each be there once.
 *
 * @param after the number behind which the page begins
 */
record S3PartListing(Upload upload, OptionalInt after) {

    ListPartsRequest toSdk(Map<String, String> headers) {
        ListPartsRequest.Builder builder = ListPartsRequest.builder()
                .bucket(upload.uri().bucket())
                .key(upload.uri().key())
                .uploadId(upload.uploadId())
                .overrideConfiguration(S3Connection.with(headers));
        after.ifPresent(builder::partNumberMarker);
        return builder.build();
    }

    PartPage toPage(ListPartsResponse response) throws StoreException {
        List<Part> parts = new ArrayList<>();
        int last = after.orElse(0);
        for (software.amazon.awssdk.services.s3.model.Part listed : response.parts()) {
            Part part = toPart(listed);
            if (part.number() <= last) {
                throw invalid("does not advance: number " + part.number() + " comes after " + last);
            }
            last = part.number();
            parts.add(part);
        }
        return new PartPage(parts, next(response, last));
    }

    private OptionalInt next(ListPartsResponse response, int last) throws StoreException {
        if (!Boolean.TRUE.equals(response.isTruncated())) {
            return OptionalInt.empty();
        }
        int next = Optional.ofNullable(response.nextPartNumberMarker()).orElse(0);
        if (next <= after.orElse(0) || next < last) {
            throw invalid("does not advance: the page says there is more after number " + next
                    + ", but it begins after " + after.orElse(0) + " and has number " + last);
        }
        return OptionalInt.of(next);
    }

    private Part toPart(software.amazon.awssdk.services.s3.model.Part listed) throws StoreException {
        String etag = Etags.unquoted(listed.eTag());
        if (listed.partNumber() == null || listed.size() == null || etag.isEmpty()) {
            throw invalid("has a part without number, size or etag: number " + listed.partNumber() + ", size "
                    + listed.size() + ", etag '" + etag + "'");
        }
        try {
            return new Part(listed.partNumber(), etag, listed.size());
        } catch (IllegalArgumentException e) {
            throw invalid("has what cannot be: " + e.getMessage());
        }
    }

    private StoreException invalid(String what) {
        return new StoreException(
                Kind.INVALID, StoreRequest.upload(Operation.LIST_PARTS, upload), "the listing of parts " + what);
    }
}
