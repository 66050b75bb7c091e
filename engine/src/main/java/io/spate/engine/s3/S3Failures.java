package io.spate.engine.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.xml.stream.XMLStreamException;

import org.apache.hc.client5.http.ConnectTimeoutException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

import io.spate.engine.Operation;
import io.spate.engine.Option;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

/**
 * The one place where exceptions of the SDK become failures of a store.
 *
 * @param endpoint as errors name it
 */
record S3Failures(String endpoint) {
    private static final String CREDENTIALS_HINT = "set the options '" + Option.ACCESS_KEY + "' and '"
            + Option.SECRET_KEY + "', or the environment AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or '"
            + Option.CREDENTIALS + "' = 'anonymous' if everybody may read the bucket";

    private static final String NO_CONNECTION =
            "no connection within the time of option '" + Option.CONNECT_TIMEOUT + "'";
    private static final String NO_ANSWER = "no answer within the time of option '" + Option.REQUEST_TIMEOUT + "'";

    /** The store answered, but not with success. */
    StoreException ofAnswer(StoreRequest request, AwsServiceException e) {
        ErrorAnswer answer = ErrorAnswer.of(e, request.operation() != Operation.HEAD);
        String detail = answer.describe() + "; endpoint " + endpoint + answer.hint();
        return new StoreException(answer.kind(), request, detail, e);
    }

    /**
     * No answer came, or none that could be understood.
     *
     * @param answered whether this endpoint has ever answered anything
     */
    StoreException ofCall(StoreRequest request, RuntimeException e, boolean answered) {
        if (e instanceof MissingCredentialsException) {
            return failure(Kind.DENIED, request, "no credentials found: " + CREDENTIALS_HINT, e);
        }
        if (has(e, S3Failures::isTimeout)) {
            return unanswered(request, NO_ANSWER, e, answered);
        }
        if (has(e, S3Failures::isInterruption)) {
            Thread.currentThread().interrupt();
            return failure(Kind.UNAVAILABLE, request, "interrupted", e);
        }
        if (has(e, ConnectTimeoutException.class::isInstance)) {
            return unanswered(request, NO_CONNECTION, e, answered);
        }
        if (has(e, SocketTimeoutException.class::isInstance)) {
            return unanswered(request, NO_ANSWER, e, answered);
        }
        if (has(e, S3Failures::isConnecting)) {
            return unanswered(request, "cannot connect: " + innermost(e), e, answered);
        }
        Kind kind = has(e, IOException.class::isInstance) ? Kind.UNAVAILABLE : Kind.INVALID;
        return failure(kind, request, innermost(e), e);
    }

    /** Whoever asks for bytes has learnt of the object from an answer, if perhaps in another process. */
    private StoreException unanswered(StoreRequest request, String why, RuntimeException e, boolean answered) {
        return answered || request.operation() == Operation.GET
                ? failure(Kind.UNAVAILABLE, request, why, e)
                : failure(Kind.UNREACHABLE, request, "it never answered, check '" + Option.ENDPOINT + "': " + why, e);
    }

    private StoreException failure(Kind kind, StoreRequest request, String detail, RuntimeException cause) {
        return new StoreException(kind, request, "endpoint " + endpoint + ": " + detail, cause);
    }

    private static boolean isInterruption(Throwable e) {
        return e instanceof InterruptedException
                || e instanceof AbortedException
                || e instanceof ClosedByInterruptException
                || e.getClass() == InterruptedIOException.class;
    }

    private static boolean isTimeout(Throwable e) {
        return e instanceof ApiCallAttemptTimeoutException || e instanceof ApiCallTimeoutException;
    }

    private static boolean isConnecting(Throwable e) {
        return e instanceof ConnectException
                || e instanceof UnknownHostException
                || e instanceof NoRouteToHostException
                || e instanceof ConnectTimeoutException
                || e instanceof SSLException;
    }

    private static boolean has(Throwable e, Predicate<Throwable> wanted) {
        return causes(e).anyMatch(wanted);
    }

    private static String innermost(Throwable e) {
        Throwable last = causes(e).reduce(e, (outer, inner) -> inner);
        return last.getClass().getSimpleName()
                + Optional.ofNullable(last.getMessage())
                        .map(text -> ": " + text)
                        .orElse("");
    }

    private static Stream<Throwable> causes(Throwable e) {
        return Stream.iterate(e, cause -> cause != null, S3Failures::causeOf).limit(20);
    }

    /** A parser of XML keeps what broke the connection under it where {@code getCause} does not look. */
    private static Throwable causeOf(Throwable e) {
        return e instanceof XMLStreamException parsing && parsing.getNestedException() != null
                ? parsing.getNestedException()
                : e.getCause();
    }
}
