package io.spate.engine.s3;

import java.util.function.Function;

import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.s3.S3Client;

import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreRequest;

/** A client of one set of options, and whether its endpoint ever answered. Thread-safe. */
final class S3Connection implements AutoCloseable {
    private final S3Client client;
    private final S3Failures failures;
    private volatile boolean answered;

    S3Connection(S3Client client, SpateOptions options) {
        this.client = client;
        this.failures = new S3Failures(Endpoints.describe(options));
    }

    <T> T call(StoreRequest request, Function<S3Client, T> action) throws StoreException {
        try {
            T result = action.apply(client);
            answered = true;
            return result;
        } catch (AwsServiceException e) {
            answered = true;
            throw failures.ofAnswer(request, e);
        } catch (RuntimeException e) {
            throw failures.ofCall(request, e, answered);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
