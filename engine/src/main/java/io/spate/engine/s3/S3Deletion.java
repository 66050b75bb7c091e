package io.spate.engine.s3;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;

import io.spate.engine.ListRequest;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

/** Many keys of one bucket that go in one request, and what the answer says of each. */
record S3Deletion(List<ObjectUri> uris) {
    S3Deletion {
        uris = List.copyOf(uris);
        Set<String> buckets = uris.stream().map(ObjectUri::bucket).collect(Collectors.toSet());
        if (buckets.size() != 1 || uris.size() > ListRequest.PAGE) {
            throw new IllegalArgumentException("expected 1 to " + ListRequest.PAGE + " objects of one bucket, not "
                    + uris.size() + " of " + buckets);
        }
    }

    StoreRequest request() {
        return StoreRequest.of(Operation.DELETE_MANY, uris.get(0));
    }

    /**
     * Those that request and answer can name. XML has no way to write most control characters, and a store that writes a
     * carriage return as it is has it read as a line feed.
     */
    List<ObjectUri> sent() {
        return uris.stream().filter(uri -> isXml(uri.key())).toList();
    }

    /** Asks for the outcome of every key: a request for failures only would take no answer at all for a success. */
    DeleteObjectsRequest toSdk() {
        List<ObjectIdentifier> keys = sent().stream()
                .map(uri -> ObjectIdentifier.builder().key(uri.key()).build())
                .toList();
        return DeleteObjectsRequest.builder()
                .bucket(uris.get(0).bucket())
                .delete(delete -> delete.objects(keys).quiet(false))
                .build();
    }

    /** The failures of the keys that were not sent. */
    Map<ObjectUri, StoreException> unsent() {
        Map<ObjectUri, StoreException> failures = new LinkedHashMap<>();
        List<ObjectUri> rest = new ArrayList<>(uris);
        rest.removeAll(sent());
        rest.forEach(uri -> failures.put(
                uri,
                new StoreException(
                        Kind.INVALID,
                        request(uri),
                        "the key has characters that a request for many cannot name, delete it by itself")));
        return failures;
    }

    /** The failures that the answer has, which are also those of keys that it does not name. */
    Map<ObjectUri, StoreException> failures(S3Connection connection, DeleteObjectsResponse response)
            throws StoreException {
        Map<String, ObjectUri> unnamed = new LinkedHashMap<>();
        sent().forEach(uri -> unnamed.put(uri.key(), uri));
        Map<ObjectUri, StoreException> failures = new LinkedHashMap<>();
        Set<String> asked = Set.copyOf(unnamed.keySet());
        for (S3Error error : response.errors()) {
            String key = text(error.key());
            if (!asked.contains(key)) {
                throw new StoreException(
                        Kind.INVALID,
                        request(),
                        "the answer has an error of '" + key + "', which was not asked for: " + error.code());
            }
            unnamed.remove(key);
            ErrorAnswer answer = ErrorAnswer.inside(text(error.code()), text(error.message()));
            if (!answer.isMissingKey()) {
                StoreRequest request = request(uris.get(0).withKey(key));
                failures.put(request.uri(), connection.failure(request, answer));
            }
        }
        response.deleted().forEach(deleted -> unnamed.remove(text(deleted.key())));
        unnamed.values().forEach(uri -> failures.put(uri, unnamed(uri)));
        return failures;
    }

    private static StoreException unnamed(ObjectUri uri) {
        return new StoreException(Kind.UNAVAILABLE, request(uri), "the answer does not say what became of the key");
    }

    private static StoreRequest request(ObjectUri uri) {
        return StoreRequest.of(Operation.DELETE_MANY, uri);
    }

    private static boolean isXml(String key) {
        return key.codePoints()
                .allMatch(c -> c == '\t'
                        || c == '\n'
                        || (c >= 0x20 && c < 0xd800)
                        || (c >= 0xe000 && c < 0xfffe)
                        || c > 0xffff);
    }

    private static String text(String textOrNull) {
        return Optional.ofNullable(textOrNull).orElse("");
    }
}
