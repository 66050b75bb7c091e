package io.spate.engine.s3;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

/**
 * Turns the request for a page into the SDK's, and checks what comes back: a listing that stands still would never end,
 * and one that ignores its prefix would read what nobody asked for.
 */
record S3Listing(ListRequest request) {

    ListObjectsV2Request toSdk() {
        ListObjectsV2Request.Builder builder = ListObjectsV2Request.builder()
                .bucket(request.prefix().bucket())
                .prefix(request.prefix().key())
                .encodingType(EncodingType.URL)
                .maxKeys(request.maxKeys());
        if (!request.delimiter().isEmpty()) {
            builder.delimiter(request.delimiter());
        }
        if (request.token().isPresent()) {
            builder.continuationToken(request.token().get());
        } else if (!request.startAfter().isEmpty()) {
            builder.startAfter(request.startAfter());
        }
        return builder.build();
    }

    ListPage toPage(ListObjectsV2Response response) throws StoreException {
        List<ObjectInfo> objects = new ArrayList<>();
        String last = request.startAfter();
        for (S3Object object : response.contents()) {
            String key = Optional.ofNullable(object.key()).orElse("");
            checkStep(last, key);
            last = key;
            objects.add(toInfo(key, object));
        }
        return new ListPage(objects, prefixes(response), nextToken(response));
    }

    private List<String> prefixes(ListObjectsV2Response response) throws StoreException {
        List<String> prefixes = new ArrayList<>();
        String last = "";
        for (CommonPrefix prefix : response.commonPrefixes()) {
            String next = Optional.ofNullable(prefix.prefix()).orElse("");
            checkStep(last, next);
            last = next;
            prefixes.add(last);
        }
        return prefixes;
    }

    private Optional<String> nextToken(ListObjectsV2Response response) throws StoreException {
        if (!Boolean.TRUE.equals(response.isTruncated())) {
            return Optional.empty();
        }
        Optional<String> next =
                Optional.ofNullable(response.nextContinuationToken()).filter(token -> !token.isEmpty());
        if (next.isEmpty()) {
            throw invalid("the listing does not advance: the page says there is more but has no continuation token");
        }
        if (next.equals(request.token())) {
            throw invalid("the listing does not advance: the page has the continuation token it was asked with");
        }
        return next;
    }

    private void checkStep(String last, String key) throws StoreException {
        if (key.isEmpty()) {
            throw invalid("the listing has an entry without a key");
        }
        if (!last.isEmpty() && !ObjectUri.isAfter(key, last)) {
            throw invalid("the listing does not advance: '" + key + "' comes after '" + last + "'");
        }
        if (!key.startsWith(request.prefix().key())) {
            throw invalid("the listing ignores its prefix: it has '" + key + "'");
        }
    }

    private ObjectInfo toInfo(String key, S3Object object) throws StoreException {
        if (object.size() == null) {
            throw invalid("the listing has no size of '" + key + "'");
        }
        try {
            return new ObjectInfo(
                    request.prefix().withKey(key),
                    object.size(),
                    Etags.unquoted(object.eTag()),
                    Optional.ofNullable(object.lastModified()).orElse(Instant.EPOCH));
        } catch (IllegalArgumentException e) {
            throw new StoreException(Kind.INVALID, StoreRequest.list(request.prefix()), e.getMessage(), e);
        }
    }

    private StoreException invalid(String detail) {
        return new StoreException(Kind.INVALID, StoreRequest.list(request.prefix()), detail);
    }
}
