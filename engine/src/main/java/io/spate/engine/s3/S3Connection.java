package io.spate.engine.s3;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.utils.SdkAutoCloseable;

import io.spate.engine.Option;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreProfile;
import io.spate.engine.StoreRequest;

/** The clients of one set of options, and whether their endpoint ever answered. Thread-safe. */
final class S3Connection implements AutoCloseable {
    /** How long a store may work on what it does by itself before it answers, unless requests may take longer still. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    /** So few that a slow link, shared by many parts, does not have each of them begin again and again. */
    private static final long SLOWEST_BYTES_PER_SECOND = 128 << 10;

    private final S3Clients clients;
    private final SpateOptions options;
    private final AwsCredentialsProvider credentials;
    private final S3Client client;
    private final S3Failures failures;
    private final S3Headers headers;
    private final boolean checksums;
    private S3Client patientClient;
    private boolean closed;
    private volatile boolean answered;

    /** @param options resolved for the buckets it is for */
    S3Connection(S3Clients clients, SpateOptions options) {
        this.clients = clients;
        this.options = options;
        this.credentials = clients.credentials().of(options);
        this.client = clients.create(options, credentials, options.get(Option.REQUEST_TIMEOUT));
        this.failures = new S3Failures(Endpoints.describe(options));
        this.headers = new S3Headers(options);
        this.checksums = StoreProfile.of(options).checksums();
    }

    S3Headers headers() {
        return headers;
    }

    /** Whether bytes go with a CRC32C. */
    boolean sendsChecksums() {
        return checksums;
    }

    <T> T call(StoreRequest request, Function<S3Client, T> action) throws StoreException {
        return call(request, client, action);
    }

    /**
     * A call to which the store may take {@link #PATIENCE} to answer, or as long as the request says: a store is silent
     * too while it takes bytes that have left this machine already.
     */
    <T> T callPatiently(StoreRequest request, Function<S3Client, T> action) throws StoreException {
        return call(request, patientClient(request), action);
    }

    /** More headers for one request. */
    static AwsRequestOverrideConfiguration with(Map<String, String> headers) {
        return override(headers).build();
    }

    /** More headers, and time for bytes that are sent. */
    AwsRequestOverrideConfiguration with(Map<String, String> more, long bytes) {
        Duration timeout = options.get(Option.REQUEST_TIMEOUT).plusMillis(bytes * 1000 / SLOWEST_BYTES_PER_SECOND);
        return override(more).apiCallAttemptTimeout(timeout).build();
    }

    /** What the code of an error means that came in the answer to a call that succeeded as a whole. */
    StoreException failure(StoreRequest request, ErrorAnswer answer) {
        return failures.ofAnswer(request, answer, null);
    }

    @Override
    public synchronized void close() {
        closed = true;
        client.close();
        if (patientClient != null) {
            patientClient.close();
        }
        if (credentials instanceof SdkAutoCloseable closeable) {
            closeable.close();
        }
    }

    /** Where requests go, or nothing for AWS. */
    Optional<URI> endpoint() {
        return options.get(Option.ENDPOINT);
    }

    private <T> T call(StoreRequest request, S3Client sender, Function<S3Client, T> action) throws StoreException {
        try {
            T result = action.apply(sender);
            answered = true;
            return result;
        } catch (AwsServiceException e) {
            answered = true;
            throw failures.ofAnswer(request, e);
        } catch (RuntimeException e) {
            throw failures.ofCall(request, e, answered);
        }
    }

    /** Timeouts of a socket belong to a client, so patience takes another one. */
    private synchronized S3Client patientClient(StoreRequest request) throws StoreException {
        if (closed) {
            throw new StoreException(Kind.INVALID, request, "the store is closed");
        }
        if (patientClient == null) {
            Duration usual = options.get(Option.REQUEST_TIMEOUT);
            patientClient = usual.compareTo(PATIENCE) >= 0 ? client : clients.create(options, credentials, PATIENCE);
        }
        return patientClient;
    }

    private static AwsRequestOverrideConfiguration.Builder override(Map<String, String> headers) {
        AwsRequestOverrideConfiguration.Builder builder = AwsRequestOverrideConfiguration.builder();
        headers.forEach(builder::putHeader);
        return builder;
    }
}
