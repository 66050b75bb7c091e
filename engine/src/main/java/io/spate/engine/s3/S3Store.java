package io.spate.engine.s3;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

import io.spate.engine.ByteRange;
import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectDetails;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Part;
import io.spate.engine.PartPage;
import io.spate.engine.Precondition;
import io.spate.engine.RangeBody;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.Upload;
import io.spate.engine.UploadPage;
import io.spate.engine.WriteBody;

/**
 * A store that speaks the S3 protocol, over HTTP. Buckets with options of their own have a client of their own.
 *
 * <p>One call is one request: nothing is tried again here. Thread-safe.
 */
public final class S3Store implements ObjectStore {
    private final S3Connections connections;

    private S3Store(S3Connections connections) {
        this.connections = connections;
    }

    /** A store for these options. Sends nothing before the first call. */
    public static S3Store open(SpateOptions options) {
        return open(options, System.getenv(), SystemDefaultDnsResolver.INSTANCE);
    }

    static S3Store open(SpateOptions options, Map<String, String> environment, DnsResolver resolver) {
        S3Credentials credentials = new S3Credentials(
                environment, () -> DefaultCredentialsProvider.builder().build());
        return new S3Store(new S3Connections(options, new S3Clients(credentials, resolver)));
    }

    @Override
    public ObjectDetails details(ObjectUri uri) throws StoreException {
        StoreRequest request = StoreRequest.head(uri);
        checkNamesObject(request);
        HeadObjectResponse response = connections
                .of(request)
                .call(
                        request,
                        client -> client.headObject(
                                head -> head.bucket(uri.bucket()).key(uri.key())));
        if (response.contentLength() == null) {
            throw new StoreException(Kind.INVALID, request, "the answer has no Content-Length");
        }
        ObjectInfo info = new ObjectInfo(
                uri,
                response.contentLength(),
                Etags.unquoted(response.eTag()),
                Optional.ofNullable(response.lastModified()).orElse(Instant.EPOCH));
        return new ObjectDetails(info, ObjectAttributes.NONE);
    }

    @Override
    public ListPage list(ListRequest list) throws StoreException {
        StoreRequest request = StoreRequest.list(list.prefix());
        S3Listing listing = new S3Listing(list);
        ListObjectsV2Response response =
                connections.of(request).call(request, client -> client.listObjectsV2(listing.toSdk()));
        return listing.toPage(response);
    }

    @Override
    public RangeBody get(ObjectInfo info, ByteRange range) throws StoreException {
        StoreRequest request = StoreRequest.get(info.uri(), range);
        checkNamesObject(request);
        if (range.isEmpty() || range.end() > info.length()) {
            throw new StoreException(Kind.INVALID, request, "the range is empty or outside the object");
        }
        Opened opened =
                connections.of(request).call(request, client -> client.getObject(toSdk(info, range), new Opening()));
        Optional<RangeAnswer.Refusal> refusal = opened.answer().refusal(info, range);
        if (refusal.isPresent()) {
            opened.stream().abort();
            throw new StoreException(
                    refusal.get().kind(), request, refusal.get().detail());
        }
        return new S3RangeBody(opened.stream(), range.length());
    }

    @Override
    public String put(ObjectUri uri, WriteBody body, ObjectAttributes attributes, Precondition precondition) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String createUpload(ObjectUri uri, ObjectAttributes attributes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Part uploadPart(Upload upload, int number, WriteBody body) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Part copyPart(Upload upload, int number, ObjectInfo source, ByteRange range) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String complete(Upload upload, Precondition precondition) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void abort(Upload upload) {
        throw new UnsupportedOperationException();
    }

    @Override
    public UploadPage listUploads(ObjectUri prefix, Optional<UploadPage.Position> after) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PartPage listParts(Upload upload, java.util.OptionalInt after) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String copy(ObjectInfo source, ObjectUri target, Optional<ObjectAttributes> replacing) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void delete(ObjectUri uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<ObjectUri, StoreException> deleteMany(java.util.List<ObjectUri> uris) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        connections.close();
    }

    private static GetObjectRequest toSdk(ObjectInfo info, ByteRange range) {
        GetObjectRequest.Builder builder = GetObjectRequest.builder()
                .bucket(info.uri().bucket())
                .key(info.uri().key())
                .range("bytes=" + range.start() + "-" + (range.end() - 1));
        if (!info.etag().isEmpty()) {
            builder.ifMatch(Etags.quoted(info.etag()));
        }
        return builder.build();
    }

    private static void checkNamesObject(StoreRequest request) throws StoreException {
        if (request.uri().key().isEmpty()) {
            throw new StoreException(Kind.INVALID, request, "the URI names a bucket, not an object");
        }
    }

    /** An answer whose body waits to be read. */
    private record Opened(RangeAnswer answer, AbortableInputStream stream) {}

    /** Hands the body out as it is; the SDK's own stream gives up a body that nobody reads for a minute. */
    private static final class Opening implements ResponseTransformer<GetObjectResponse, Opened> {
        @Override
        public Opened transform(GetObjectResponse response, AbortableInputStream stream) {
            RangeAnswer answer = new RangeAnswer(
                    response.sdkHttpResponse().statusCode(),
                    Optional.ofNullable(response.contentRange()).orElse(""),
                    Optional.ofNullable(response.eTag()).orElse(""),
                    Optional.ofNullable(response.contentLength()).orElse(-1L));
            return new Opened(answer, stream);
        }

        @Override
        public boolean needsConnectionLeftOpen() {
            return true;
        }
    }
}
