package io.spate.engine.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
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

    /** The store answered, but not with success. */
    StoreException ofAnswer(StoreRequest request, AwsServiceException e) {
        return ofAnswer(request, ErrorAnswer.of(e, request.operation() != Operation.HEAD), e);
    }

    /** @param cause where the error was found, or null if within an answer */
    StoreException ofAnswer(StoreRequest request, ErrorAnswer answer, AwsServiceException cause) {
        String hint = new ErrorHint(request.operation(), answer).text();
        String detail = answer.describe() + "; endpoint " + endpoint + hint;
        return new StoreException(answer.kind(request.operation()), request, detail, cause);
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
        if (e instanceof CredentialsOutageException) {
            return failure(Kind.UNAVAILABLE, request, "no credentials right now: " + innermost(e), e);
        }
        if (has(e, S3Failures::isTimeout)) {
            return unanswered(request, noAnswer(request.operation()), e, answered);
        }
        if (has(e, S3Failures::isInterruption)) {
            Thread.currentThread().interrupt();
            return failure(Kind.UNAVAILABLE, request, "interrupted", e);
        }
        if (has(e, ConnectTimeoutException.class::isInstance)) {
            return unanswered(request, NO_CONNECTION, e, answered);
        }
        if (has(e, SocketTimeoutException.class::isInstance)) {
            return unanswered(request, noAnswer(request.operation()), e, answered);
        }
        if (has(e, S3Failures::isConnecting)) {
            return unanswered(request, "cannot connect: " + innermost(e), e, answered);
        }
        if (has(e, IOException.class::isInstance)) {
            return failure(Kind.UNAVAILABLE, request, innermost(e) + brokenOff(request.operation(), e), e);
        }
        if (has(e, XMLStreamException.class::isInstance) && writes(request.operation())) {
            return failure(Kind.UNAVAILABLE, request, "the answer breaks off or is none: " + innermost(e), e);
        }
        return failure(Kind.INVALID, request, innermost(e), e);
    }

    /** Whoever sends does not listen, so the reason of a store that hangs up within the bytes is lost. */
    private static String brokenOff(Operation operation, RuntimeException e) {
        boolean sends = operation == Operation.PUT || operation == Operation.UPLOAD_PART;
        return sends && has(e, SocketException.class::isInstance)
                ? "; the store broke off while it was sent to; it may have refused it"
                : "";
    }

    /**
     * Whether it may have been done although its answer does not make sense. Stores that take long begin with an answer
     * of blanks, and may end it there; to ask again settles it.
     */
    private static boolean writes(Operation operation) {
        return switch (operation) {
            case PUT, CREATE_UPLOAD, UPLOAD_PART, COPY_PART, COMPLETE_UPLOAD, ABORT_UPLOAD, COPY, DELETE, DELETE_MANY ->
                true;
            case GET, HEAD, LIST, LIST_UPLOADS, LIST_PARTS -> false;
        };
    }

    private StoreException unanswered(StoreRequest request, String why, RuntimeException e, boolean answered) {
        return answered || isKnown(request.operation())
                ? failure(Kind.UNAVAILABLE, request, why, e)
                : failure(Kind.UNREACHABLE, request, "it never answered, check '" + Option.ENDPOINT + "': " + why, e);
    }

    /** Whoever asks for bytes, or about an upload, has learnt of it from an answer, if perhaps in another process. */
    private static boolean isKnown(Operation operation) {
        return switch (operation) {
            case GET, UPLOAD_PART, COPY_PART, COMPLETE_UPLOAD, ABORT_UPLOAD, LIST_PARTS -> true;
            case HEAD, LIST, PUT, CREATE_UPLOAD, LIST_UPLOADS, COPY, DELETE, DELETE_MANY -> false;
        };
    }

    private static String noAnswer(Operation operation) {
        String time = "the time of option '" + Option.REQUEST_TIMEOUT + "'";
        return switch (operation) {
            case COMPLETE_UPLOAD, COPY, COPY_PART, DELETE_MANY ->
                "no answer within " + S3Connection.PATIENCE.toMinutes() + " min, nor within " + time;
            case PUT, UPLOAD_PART ->
                "no answer within " + time + " and that for the bytes, or silence of "
                        + S3Connection.PATIENCE.toMinutes() + " min";
            case GET, HEAD, LIST, CREATE_UPLOAD, ABORT_UPLOAD, LIST_UPLOADS, LIST_PARTS, DELETE ->
                "no answer within " + time;
        };
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
