package io.spate.engine.s3;

import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * Tells credentials that do not exist from those that cannot be had right now: a chain that has once delivered some and
 * then fails is a service that is down for a while, and worth another try. Thread-safe.
 */
final class ChainCredentials implements AwsCredentialsProvider, SdkAutoCloseable {
    private final AwsCredentialsProvider chain;
    private volatile boolean delivered;

    ChainCredentials(AwsCredentialsProvider chain) {
        this.chain = chain;
    }

    @Override
    public AwsCredentials resolveCredentials() {
        try {
            AwsCredentials credentials = chain.resolveCredentials();
            delivered = true;
            return credentials;
        } catch (AbortedException e) {
            throw e;
        } catch (SdkException e) {
            if (delivered) {
                throw new CredentialsOutageException(e);
            }
            throw e instanceof SdkClientException missing ? new MissingCredentialsException(missing) : e;
        }
    }

    @Override
    public void close() {
        if (chain instanceof SdkAutoCloseable closeable) {
            closeable.close();
        }
    }
}
