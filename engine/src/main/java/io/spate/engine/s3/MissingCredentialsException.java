package io.spate.engine.s3;

import software.amazon.awssdk.core.exception.SdkClientException;

/** The sources of credentials have none, and never had any. */
final class MissingCredentialsException extends SdkClientException {
    private static final long serialVersionUID = 1L;

    MissingCredentialsException(SdkClientException cause) {
        super(SdkClientException.builder().message(cause.getMessage()).cause(cause));
    }
}
