package io.spate.engine.s3;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.Test;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.Part;
import io.spate.engine.Precondition;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.Upload;
import io.spate.engine.WriteBody;

import static io.spate.engine.s3.S3Answers.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Bytes that are sent to a store that takes its time. */
class S3SlowStoreTest extends ScriptedStoreTest {
    private static final WriteBody LARGE = S3Answers.body("x".repeat(4 << 20));

    @Test
    void bytes_answerAfterTheTimeOfOtherRequests_isASuccess() throws Exception {
        try (ScriptedServer silent = new ScriptedServer()) {
            silent.stall().stall().stall().stall();
            SpateOptions options = S3Answers.options(server.endpoint())
                    .with("request-timeout", "200 ms")
                    .with("bucket.silent.endpoint", silent.endpoint());
            try (S3Store impatient = S3Answers.store(options)) {
                Runnable others = () -> {
                    timeOut(impatient);
                    timeOut(impatient);
                };
                server.answerAfter(others, "200 OK", "", "ETag: \"a\"")
                        .answerAfter(others, "200 OK", "", "ETag: \"b\"");

                assertThat(impatient.put(KEY, LARGE, ObjectAttributes.NONE, Precondition.NONE))
                        .isEqualTo("a");
                assertThat(impatient.uploadPart(new Upload(KEY, "u", ""), 1, LARGE))
                        .isEqualTo(new Part(1, "b", LARGE.length()));
            }
        }
    }

    /** Whoever gives buffers back when a call has returned must know that nobody reads them any more. */
    @Test
    void bytes_timeIsOverWithinTheBody_areReadByTheCallerOnly() {
        WatchedBody body = new WatchedBody(new byte[32 << 20]);
        StoreRequest request = StoreRequest.of(Operation.PUT, KEY);
        S3Clients clients = new S3Clients(new S3Credentials(Map.of(), () -> null), SystemDefaultDnsResolver.INSTANCE);
        try (S3Connection connection = new S3Connection(clients, S3Answers.options(server.endpoint()))) {
            StoreException failure = catchThrowableOfType(
                    StoreException.class,
                    () -> connection.callPatiently(
                            request,
                            client -> client.putObject(
                                    put -> put.bucket(KEY.bucket())
                                            .key(KEY.key())
                                            .overrideConfiguration(
                                                    time -> time.apiCallAttemptTimeout(Duration.ofSeconds(2))),
                                    S3Bodies.of(body))));

            assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.UNREACHABLE);
            assertThat(failure).hasMessageContaining("no answer within");
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
        assertThat(body.readers).isNotEmpty().containsOnly(Thread.currentThread());
    }

    private static void timeOut(S3Store store) {
        StoreException failure =
                catchThrowableOfType(StoreException.class, () -> store.head(ObjectUri.parse("spate://silent/key")));
        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    }

    /** Notes who reads it. */
    private static final class WatchedBody implements WriteBody {
        private final byte[] bytes;
        private final Collection<Thread> readers = new ConcurrentLinkedQueue<>();

        WatchedBody(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public InputStream open() {
            return new FilterInputStream(new ByteArrayInputStream(bytes)) {
                @Override
                public int read() throws IOException {
                    readers.add(Thread.currentThread());
                    return super.read();
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    readers.add(Thread.currentThread());
                    return super.read(target, offset, length);
                }
            };
        }

        @Override
        public int crc32c() {
            return WriteBody.of(bytes).crc32c();
        }
    }
}
