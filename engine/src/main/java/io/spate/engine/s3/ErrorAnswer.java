package io.spate.engine.s3;

import java.util.Optional;
import java.util.Set;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

import io.spate.engine.Operation;
import io.spate.engine.StoreException.Kind;

/**
 * What a store said when it refused.
 *
 * @param status of the answer; one of success where the error came in its body
 * @param code of the error, such as {@code NoSuchKey}; where the answer had no body, the reason of the status line
 * @param message of the error, may be empty
 * @param requestId what to give to the store's support, may be empty
 * @param skewed whether the clock of this machine and that of the store are too far apart
 */
record ErrorAnswer(int status, String code, String message, String requestId, boolean skewed) {
    private static final int LONGEST_MESSAGE = 300;
    private static final String NO_BUCKET = "NoSuchBucket";
    private static final Set<String> THROTTLING_CODES = Set.of(
            "SlowDown",
            "TooManyRequests",
            "TooManyRequestsException",
            "RequestThrottled",
            "RequestThrottledException",
            "RequestLimitExceeded",
            "QpsLimitExceeded",
            "BandwidthLimitExceeded",
            "DownloadTrafficRateLimitExceeded",
            "PriorRequestNotComplete");
    private static final Set<String> EXPIRED_CODES =
            Set.of("ExpiredToken", "InvalidToken", "TokenRefreshRequired", "SecurityTokenExpired");
    private static final Set<String> REDIRECT_CODES =
            Set.of("AuthorizationHeaderMalformed", "IllegalLocationConstraintException");
    /** The bytes did not arrive as they were sent. */
    private static final Set<String> TRANSIT_CODES = Set.of("BadDigest", "XAmzContentSHA256Mismatch", "IncompleteBody");

    private static final Set<String> CONFLICT_CODES = Set.of("ConditionalRequestConflict", "OperationAborted");
    private static final Set<String> MISSING_KEY_CODES = Set.of("NoSuchKey", "NoSuchVersion");

    /** @param hasBody whether the store could say more than a status; where it could not, the SDK makes up a code and a message */
    static ErrorAnswer of(AwsServiceException e, boolean hasBody) {
        Optional<AwsErrorDetails> details = Optional.ofNullable(e.awsErrorDetails());
        Optional<AwsErrorDetails> body = details.filter(d -> hasBody);
        String reason = details.map(AwsErrorDetails::sdkHttpResponse)
                .flatMap(response -> response.statusText())
                .orElse("");
        String code = body.map(AwsErrorDetails::errorCode).orElse("");
        String id = Optional.ofNullable(e.requestId())
                .or(() -> details.map(AwsErrorDetails::sdkHttpResponse)
                        .flatMap(response -> response.firstMatchingHeader("x-oss-request-id")))
                .orElse("");
        int status = details.map(AwsErrorDetails::sdkHttpResponse)
                .map(response -> response.statusCode())
                .orElse(e.statusCode());
        return new ErrorAnswer(
                status,
                code.isEmpty() ? reason.replace(" ", "") : code,
                body.map(AwsErrorDetails::errorMessage).orElse(""),
                id,
                e.isClockSkewException());
    }

    /** An error about one of many keys, within an answer that is a success as a whole. */
    static ErrorAnswer inside(String code, String message) {
        return new ErrorAnswer(200, code, message, "", false);
    }

    /** @param operation what was refused: the same answer does not mean the same to all of them */
    Kind kind(Operation operation) {
        if (skewed || code.equals("RequestTimeout") || code.equals("RequestTimeTooSkewed")) {
            return Kind.UNAVAILABLE;
        }
        if (status == 429 || THROTTLING_CODES.contains(code) || code.startsWith("Throttl")) {
            return Kind.THROTTLED;
        }
        if (EXPIRED_CODES.contains(code)) {
            return Kind.DENIED;
        }
        if (TRANSIT_CODES.contains(code) || CONFLICT_CODES.contains(code)) {
            return Kind.UNAVAILABLE;
        }
        return switch (meaning()) {
            case 401, 403 -> code.equals("InvalidObjectState") ? Kind.INVALID : Kind.DENIED;
            case 404 -> isLostUpload(operation) ? Kind.LOST_UPLOAD : Kind.NOT_FOUND;
            case 408 -> Kind.UNAVAILABLE;
            case 412 -> isConditionalWrite(operation) ? Kind.EXISTS : Kind.CHANGED;
            case 416 -> Kind.CHANGED;
            case 501 -> Kind.INVALID;
            default -> meaning() >= 500 ? Kind.UNAVAILABLE : Kind.INVALID;
        };
    }

    /** The status that goes with the error: a store that has begun with success can only name the code. */
    int meaning() {
        if (status >= 300) {
            return status;
        }
        return switch (code) {
            case "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidObjectState" -> 403;
            case NO_BUCKET, "NoSuchKey", "NoSuchUpload", "NoSuchVersion" -> 404;
            case "PreconditionFailed" -> 412;
            case "NotImplemented" -> 501;
            case "", "InternalError", "InternalServerError", "ServerBusy", "ServiceUnavailable" -> 500;
            default -> 400;
        };
    }

    /** Whether there is no such key, in a bucket that exists. */
    boolean isMissingKey() {
        return MISSING_KEY_CODES.contains(code) && meaning() == 404;
    }

    boolean isMissingBucket() {
        return code.equals(NO_BUCKET);
    }

    boolean isRedirect() {
        return (status >= 300 && status < 400) || REDIRECT_CODES.contains(code);
    }

    boolean isGarbled() {
        return TRANSIT_CODES.contains(code);
    }

    /** Status, code, message and request id in one line. */
    String describe() {
        String text = message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) + "..." : message;
        return status
                + (code.isEmpty() ? "" : " " + code)
                + (text.isBlank() ? "" : ": " + text.strip())
                + (requestId.isEmpty() ? "" : "; request id " + requestId);
    }

    /** Whether it is the upload that does not exist. Some stores say that there is no such key, or nothing at all. */
    private boolean isLostUpload(Operation operation) {
        return switch (operation) {
            case UPLOAD_PART, COMPLETE_UPLOAD, ABORT_UPLOAD, LIST_PARTS -> !isMissingBucket();
            case COPY_PART -> !isMissingBucket() && !isMissingKey();
            case GET, HEAD, LIST, PUT, CREATE_UPLOAD, LIST_UPLOADS, COPY, DELETE, DELETE_MANY -> false;
        };
    }

    /** Whether its one condition is that there is nothing at the key. */
    static boolean isConditionalWrite(Operation operation) {
        return operation == Operation.PUT || operation == Operation.COMPLETE_UPLOAD;
    }
}
