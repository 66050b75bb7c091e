package io.spate.engine.s3;

import java.util.Optional;
import java.util.Set;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

import io.spate.engine.Option;
import io.spate.engine.StoreException.Kind;

/**
 * What a store said when it refused.
 *
 * @param code of the error, such as {@code NoSuchKey}; where the answer had no body, the reason of the status line
 * @param message of the error, may be empty
 * @param requestId what to give to the store's support, may be empty
 * @param skewed whether the clock of this machine and that of the store are too far apart
 */
record ErrorAnswer(int status, String code, String message, String requestId, boolean skewed) {
    private static final int LONGEST_MESSAGE = 300;
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
        return new ErrorAnswer(
                e.statusCode(),
                code.isEmpty() ? reason.replace(" ", "") : code,
                body.map(AwsErrorDetails::errorMessage).orElse(""),
                id,
                e.isClockSkewException());
    }

    Kind kind() {
        if (skewed || code.equals("RequestTimeout") || code.equals("RequestTimeTooSkewed")) {
            return Kind.UNAVAILABLE;
        }
        if (status == 429 || THROTTLING_CODES.contains(code) || code.startsWith("Throttl")) {
            return Kind.THROTTLED;
        }
        if (EXPIRED_CODES.contains(code)) {
            return Kind.DENIED;
        }
        return switch (status) {
            case 401, 403 -> code.equals("InvalidObjectState") ? Kind.INVALID : Kind.DENIED;
            case 404 -> Kind.NOT_FOUND;
            case 408 -> Kind.UNAVAILABLE;
            case 412, 416 -> Kind.CHANGED;
            default -> status >= 500 ? Kind.UNAVAILABLE : Kind.INVALID;
        };
    }

    /** Status, code, message and request id in one line. */
    String describe() {
        String text = message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) + "..." : message;
        return status
                + (code.isEmpty() ? "" : " " + code)
                + (text.isBlank() ? "" : ": " + text.strip())
                + (requestId.isEmpty() ? "" : "; request id " + requestId);
    }

    /** What happened in plain words, or what to do, after a separator; empty where the code says it all. */
    String hint() {
        if (skewed || code.equals("RequestTimeTooSkewed")) {
            return "; the clock of this machine differs from that of the store, set it right";
        }
        if (isRedirect()) {
            return "; the bucket is elsewhere, check the options '" + Option.REGION + "' and '" + Option.ENDPOINT + "'";
        }
        return switch (status) {
            case 401, 403 ->
                code.equals("InvalidObjectState")
                        ? "; the object is archived and must be restored before it can be read"
                        : "; check the credentials, and what they are allowed to do";
            case 404 -> missing();
            case 412 -> "; the object is another version than the one that was asked for";
            case 416 -> "; the object is shorter than it was";
            default -> "";
        };
    }

    private String missing() {
        return switch (code) {
            case "NoSuchBucket" -> "; the bucket does not exist";
            case "NoSuchKey" -> "; the bucket exists, the key does not";
            default -> "; there is no such bucket or key";
        };
    }

    private boolean isRedirect() {
        return (status >= 300 && status < 400) || REDIRECT_CODES.contains(code);
    }
}
