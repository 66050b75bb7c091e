package io.spate.engine.s3;

import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/** The sources of credentials have delivered some before, and fail now. */
final class CredentialsOutageException extends SdkClientException {
    private static final long serialVersionUID = 1L;

    CredentialsOutageException(SdkException cause) {
        super(SdkClientException.builder().message(cause.getMessage()).cause(cause));
    }
}
