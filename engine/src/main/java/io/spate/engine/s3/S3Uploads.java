package io.spate.engine.s3;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CopyPartResult;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.UploadPartCopyRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.Part;
import io.spate.engine.PartPage;
import io.spate.engine.Precondition;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.Upload;
import io.spate.engine.UploadPage;
import io.spate.engine.WriteBody;

/**
 * Requests about uploads and their parts. Thread-safe.
 *
 * <p>Where parts carry checksums, the upload is declared to have one of the whole object: then, and only then, AWS takes
 * its completion without the checksum of each part. It wants the parts numbered without gaps in that case.
 */
final class S3Uploads {
    private final S3Connections connections;

    S3Uploads(S3Connections connections) {
        this.connections = connections;
    }

    String create(ObjectUri uri, ObjectAttributes attributes) throws StoreException {
        StoreRequest request = StoreRequest.of(Operation.CREATE_UPLOAD, uri);
        S3Connection connection = connections.ofObject(request);
        CreateMultipartUploadRequest.Builder create = CreateMultipartUploadRequest.builder()
                .bucket(uri.bucket())
                .key(uri.key())
                .overrideConfiguration(S3Connection.with(connection.headers().ofNew(request, attributes)));
        if (connection.sendsChecksums()) {
            create.checksumAlgorithm(ChecksumAlgorithm.CRC32_C).checksumType(ChecksumType.FULL_OBJECT);
        }
        CreateMultipartUploadResponse response =
                connection.call(request, client -> client.createMultipartUpload(create.build()));
        return Optional.ofNullable(response.uploadId())
                .filter(id -> !id.isEmpty())
                .orElseThrow(() -> new StoreException(Kind.UNAVAILABLE, request, "the answer has no upload id"));
    }

    Part uploadPart(Upload upload, int number, WriteBody body) throws StoreException {
        StoreRequest request = StoreRequest.part(Operation.UPLOAD_PART, upload, number);
        S3Connection connection = connections.ofObject(request);
        UploadPartRequest.Builder send = UploadPartRequest.builder()
                .bucket(upload.uri().bucket())
                .key(upload.uri().key())
                .uploadId(upload.uploadId())
                .partNumber(number)
                .overrideConfiguration(connection.with(connection.headers().ofKey(), body.length()));
        if (connection.sendsChecksums()) {
            send.checksumCRC32C(S3Bodies.crc32c(body));
        }
        UploadPartResponse response =
                connection.callPatiently(request, client -> client.uploadPart(send.build(), S3Bodies.of(body)));
        return part(request, number, response.eTag(), body.length());
    }

    Part copyPart(Upload upload, int number, ObjectInfo source, ByteRange range) throws StoreException {
        StoreRequest request = CopySource.request(StoreRequest.part(Operation.COPY_PART, upload, number), source);
        if (range.isEmpty() || range.end() > source.length()) {
            throw new StoreException(
                    Kind.INVALID, request, "the range " + range + " is empty or outside of the object to copy from");
        }
        S3Connection connection = connections.ofObject(request);
        Map<String, String> headers = new LinkedHashMap<>(connection.headers().ofKey());
        headers.putAll(
                CopySource.headers(request, source, connections.of(StoreRequest.head(source.uri())), connection));
        UploadPartCopyRequest copy = UploadPartCopyRequest.builder()
                .sourceBucket(source.uri().bucket())
                .sourceKey(source.uri().key())
                .destinationBucket(upload.uri().bucket())
                .destinationKey(upload.uri().key())
                .uploadId(upload.uploadId())
                .partNumber(number)
                .copySourceRange("bytes=" + range.start() + "-" + (range.end() - 1))
                .overrideConfiguration(S3Connection.with(headers))
                .build();
        CopyPartResult result = connection
                .callPatiently(request, client -> client.uploadPartCopy(copy))
                .copyPartResult();
        CopySource.checkNotEmpty(request, result.eTag(), result.lastModified());
        return part(request, number, result.eTag(), range.length());
    }

    String complete(Upload upload, Precondition precondition) throws StoreException {
        StoreRequest request = StoreRequest.upload(Operation.COMPLETE_UPLOAD, upload);
        if (upload.parts().isEmpty()) {
            throw new StoreException(Kind.INVALID, request, "an upload cannot be completed without a part");
        }
        S3Connection connection = connections.ofObject(request);
        List<CompletedPart> parts =
                upload.parts().stream().map(S3Uploads::completed).toList();
        CompleteMultipartUploadRequest.Builder complete = CompleteMultipartUploadRequest.builder()
                .bucket(upload.uri().bucket())
                .key(upload.uri().key())
                .uploadId(upload.uploadId())
                .multipartUpload(named -> named.parts(parts))
                .overrideConfiguration(S3Connection.with(connection.headers().ofKey()));
        WriteCondition condition = new WriteCondition(precondition);
        condition.ifNoneMatch().ifPresent(complete::ifNoneMatch);
        condition.ifMatch().ifPresent(complete::ifMatch);
        CompleteMultipartUploadResponse response = condition.checked(
                () -> connection.callPatiently(request, client -> client.completeMultipartUpload(complete.build())));
        if (response.eTag() == null && response.key() == null && response.location() == null) {
            throw new StoreException(
                    Kind.UNAVAILABLE, request, "the answer is empty: whether the upload is complete is not known");
        }
        return Etags.unquoted(response.eTag());
    }

    void abort(Upload upload) throws StoreException {
        StoreRequest request = StoreRequest.upload(Operation.ABORT_UPLOAD, upload);
        connections
                .ofObject(request)
                .call(
                        request,
                        client -> client.abortMultipartUpload(
                                abort -> abort.bucket(upload.uri().bucket())
                                        .key(upload.uri().key())
                                        .uploadId(upload.uploadId())));
    }

    UploadPage list(ObjectUri prefix, Optional<UploadPage.Position> after) throws StoreException {
        StoreRequest request = StoreRequest.of(Operation.LIST_UPLOADS, prefix);
        S3UploadListing listing = new S3UploadListing(prefix, after);
        return listing.toPage(
                connections.of(request).call(request, client -> client.listMultipartUploads(listing.toSdk())));
    }

    PartPage listParts(Upload upload, OptionalInt after) throws StoreException {
        StoreRequest request = StoreRequest.upload(Operation.LIST_PARTS, upload);
        S3Connection connection = connections.ofObject(request);
        S3PartListing listing = new S3PartListing(upload, after);
        return listing.toPage(connection.call(
                request,
                client -> client.listParts(listing.toSdk(connection.headers().ofKey()))));
    }

    private static Part part(StoreRequest request, int number, String etagOrNull, long length) throws StoreException {
        String etag = Etags.unquoted(etagOrNull);
        if (etag.isEmpty()) {
            throw new StoreException(
                    Kind.INVALID, request, "the answer has no ETag, without which the part cannot be named");
        }
        return new Part(number, etag, length);
    }

    private static CompletedPart completed(Part part) {
        return CompletedPart.builder()
                .partNumber(part.number())
                .eTag(Etags.quoted(part.etag()))
                .build();
    }
}
