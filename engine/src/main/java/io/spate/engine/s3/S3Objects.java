package io.spate.engine.s3;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CopyObjectResult;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectDetails;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.Precondition;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.StoredHeader;
import io.spate.engine.WriteBody;

/** Requests about whole objects. Thread-safe. */
final class S3Objects {
    /** What the framing of another client left behind, where a store took it for a property of the object. */
    private static final String FRAMING = "aws-chunked";

    private final S3Connections connections;

    S3Objects(S3Connections connections) {
        this.connections = connections;
    }

    ObjectDetails details(ObjectUri uri) throws StoreException {
        StoreRequest request = StoreRequest.head(uri);
        S3Connection connection = connections.ofObject(request);
        HeadObjectResponse response = connection.call(
                request,
                client -> client.headObject(head -> head.bucket(uri.bucket())
                        .key(uri.key())
                        .overrideConfiguration(
                                S3Connection.with(connection.headers().ofKey()))));
        if (response.contentLength() == null) {
            throw new StoreException(Kind.INVALID, request, "the answer has no Content-Length");
        }
        ObjectInfo info = new ObjectInfo(
                uri,
                response.contentLength(),
                Etags.unquoted(response.eTag()),
                Optional.ofNullable(response.lastModified()).orElse(Instant.EPOCH));
        return new ObjectDetails(info, attributes(response));
    }

    String put(ObjectUri uri, WriteBody body, ObjectAttributes attributes, Precondition precondition)
            throws StoreException {
        StoreRequest request = StoreRequest.of(Operation.PUT, uri);
        S3Connection connection = connections.ofObject(request);
        Map<String, String> headers = connection.headers().ofNew(request, attributes);
        PutObjectRequest.Builder put = PutObjectRequest.builder()
                .bucket(uri.bucket())
                .key(uri.key())
                .overrideConfiguration(connection.with(headers, body.length()));
        WriteCondition condition = new WriteCondition(precondition);
        condition.ifNoneMatch().ifPresent(put::ifNoneMatch);
        condition.ifMatch().ifPresent(put::ifMatch);
        if (connection.sendsChecksums()) {
            put.checksumCRC32C(S3Bodies.crc32c(body));
        }
        PutObjectResponse response = condition.checked(
                () -> connection.callPatiently(request, client -> client.putObject(put.build(), S3Bodies.of(body))));
        return Etags.unquoted(response.eTag());
    }

    String copy(ObjectInfo source, ObjectUri target, Optional<ObjectAttributes> replacing) throws StoreException {
        StoreRequest request = CopySource.request(StoreRequest.of(Operation.COPY, target), source);
        S3Connection connection = connections.ofObject(request);
        Map<String, String> headers = new LinkedHashMap<>(connection.headers().ofCopy(request, replacing));
        headers.putAll(
                CopySource.headers(request, source, connections.of(StoreRequest.head(source.uri())), connection));
        CopyObjectRequest copy = CopyObjectRequest.builder()
                .sourceBucket(source.uri().bucket())
                .sourceKey(source.uri().key())
                .destinationBucket(target.bucket())
                .destinationKey(target.key())
                .overrideConfiguration(S3Connection.with(headers))
                .build();
        CopyObjectResult result = connection
                .callPatiently(request, client -> client.copyObject(copy))
                .copyObjectResult();
        CopySource.checkNotEmpty(request, result.eTag(), result.lastModified());
        return Etags.unquoted(result.eTag());
    }

    void delete(ObjectUri uri) throws StoreException {
        StoreRequest request = StoreRequest.of(Operation.DELETE, uri);
        S3Connection connection = connections.ofObject(request);
        try {
            connection.call(
                    request,
                    client -> client.deleteObject(
                            delete -> delete.bucket(uri.bucket()).key(uri.key())));
        } catch (StoreException e) {
            if (!isMissingKey(e)) {
                throw e;
            }
        }
    }

    Map<ObjectUri, StoreException> deleteMany(List<ObjectUri> uris) throws StoreException {
        S3Deletion deletion = new S3Deletion(uris);
        Map<ObjectUri, StoreException> failures = new LinkedHashMap<>(deletion.unsent());
        if (!deletion.sent().isEmpty()) {
            StoreRequest request = deletion.request();
            S3Connection connection = connections.ofObject(request);
            failures.putAll(deletion.failures(
                    connection, connection.callPatiently(request, client -> client.deleteObjects(deletion.toSdk()))));
        }
        return failures;
    }

    private static boolean isMissingKey(StoreException e) {
        return e.getCause() instanceof AwsServiceException cause
                && ErrorAnswer.of(cause, true).isMissingKey();
    }

    private static ObjectAttributes attributes(HeadObjectResponse response) {
        Map<StoredHeader, String> headers = new LinkedHashMap<>();
        putIfAny(headers, StoredHeader.CONTENT_TYPE, response.contentType());
        putIfAny(headers, StoredHeader.CONTENT_ENCODING, withoutFraming(response.contentEncoding()));
        putIfAny(headers, StoredHeader.CONTENT_LANGUAGE, response.contentLanguage());
        putIfAny(headers, StoredHeader.CONTENT_DISPOSITION, response.contentDisposition());
        putIfAny(headers, StoredHeader.CACHE_CONTROL, response.cacheControl());
        return new ObjectAttributes(headers, response.metadata());
    }

    private static void putIfAny(Map<StoredHeader, String> headers, StoredHeader header, String valueOrNull) {
        if (valueOrNull != null && !valueOrNull.isEmpty()) {
            headers.put(header, valueOrNull);
        }
    }

    private static String withoutFraming(String encodingsOrNull) {
        return Arrays.stream(Optional.ofNullable(encodingsOrNull).orElse("").split(","))
                .map(String::strip)
                .filter(encoding -> !encoding.isEmpty() && !encoding.equalsIgnoreCase(FRAMING))
                .collect(Collectors.joining(","));
    }
}
