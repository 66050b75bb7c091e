package io.spate.engine.s3;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
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
    private final S3Objects objects;
    private final S3Uploads uploads;

    private S3Store(S3Connections connections) {
        this.connections = connections;
        this.objects = new S3Objects(connections);
        this.uploads = new S3Uploads(connections);
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
        return objects.details(uri);
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
        S3Connection connection = connections.ofObject(request);
        if (range.isEmpty() || range.end() > info.length()) {
            throw new StoreException(Kind.INVALID, request, "the range is empty or outside the object");
        }
        GetObjectRequest sent = toSdk(info, range, connection.headers().ofKey());
        Opened opened = connection.call(request, client -> client.getObject(sent, new Opening()));
        Optional<RangeAnswer.Refusal> refusal = opened.answer().refusal(info, range);
        if (refusal.isPresent()) {
            opened.stream().abort();
            throw new StoreException(
                    refusal.get().kind(), request, refusal.get().detail());
        }
        return new S3RangeBody(
                opened.stream(), range.length(), Etags.unquoted(opened.answer().etag()));
    }

    @Override
    public String put(ObjectUri uri, WriteBody body, ObjectAttributes attributes, Precondition precondition)
            throws StoreException {
        return objects.put(uri, body, attributes, precondition);
    }

    @Override
    public String createUpload(ObjectUri uri, ObjectAttributes attributes) throws StoreException {
        return uploads.create(uri, attributes);
    }

    @Override
    public Part uploadPart(Upload upload, int number, WriteBody body) throws StoreException {
        return uploads.uploadPart(upload, number, body);
    }

    @Override
    public Part copyPart(Upload upload, int number, ObjectInfo source, ByteRange range) throws StoreException {
        return uploads.copyPart(upload, number, source, range);
    }

    @Override
    public String complete(Upload upload, Precondition precondition) throws StoreException {
        return uploads.complete(upload, precondition);
    }

    @Override
    public void abort(Upload upload) throws StoreException {
        uploads.abort(upload);
    }

    @Override
    public UploadPage listUploads(ObjectUri prefix, Optional<UploadPage.Position> after) throws StoreException {
        return uploads.list(prefix, after);
    }

    @Override
    public PartPage listParts(Upload upload, OptionalInt after) throws StoreException {
        return uploads.listParts(upload, after);
    }

    @Override
    public String copy(ObjectInfo source, ObjectUri target, Optional<ObjectAttributes> replacing)
            throws StoreException {
        return objects.copy(source, target, replacing);
    }

    @Override
    public void delete(ObjectUri uri) throws StoreException {
        objects.delete(uri);
    }

    @Override
    public Map<ObjectUri, StoreException> deleteMany(List<ObjectUri> uris) throws StoreException {
        return objects.deleteMany(uris);
    }

    @Override
    public void close() {
        connections.close();
    }

    private static GetObjectRequest toSdk(ObjectInfo info, ByteRange range, Map<String, String> headers) {
        GetObjectRequest.Builder builder = GetObjectRequest.builder()
                .bucket(info.uri().bucket())
                .key(info.uri().key())
                .range("bytes=" + range.start() + "-" + (range.end() - 1))
                .overrideConfiguration(S3Connection.with(headers));
        if (!info.etag().isEmpty()) {
            builder.ifMatch(Etags.quoted(info.etag()));
        }
        return builder.build();
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
