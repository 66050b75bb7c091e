package io.spate.bulk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.ExecutionException;

import org.apache.flink.util.FlinkException;
import org.apache.flink.util.SerializedThrowable;
import org.junit.jupiter.api.Test;

import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;

final class FailureTest {
    @Test
    void describe_wrappedByJavaAndFlink_isTheCause() {
        StoreException denied = new StoreException(
                StoreException.Kind.DENIED, StoreRequest.list(ObjectUri.parse("spate://b/p")), "status 403");
        Exception failure = new ExecutionException(new FlinkException("Job failed", new UncheckedIOException(denied)));

        assertThat(Failure.describe(failure)).isEqualTo("DENIED: LIST spate://b/p: status 403");
    }

    @Test
    void describe_carriedFromAnotherThread_losesItsClassName() {
        Exception failure = new FlinkException("Job failed", new SerializedThrowable(new IOException("broken")));

        assertThat(Failure.describe(failure)).isEqualTo("broken");
    }

    @Test
    void describe_storeFailureDeepInAChain_isTheOne() {
        StoreException changed = new StoreException(
                StoreException.Kind.CHANGED, StoreRequest.list(ObjectUri.parse("spate://b/p")), "other etag");
        Exception failure = new IOException("cannot read on", new IllegalStateException("reader failed", changed));

        assertThat(Failure.describe(failure)).isEqualTo("CHANGED: LIST spate://b/p: other etag");
        assertThat(Failure.describe(new FlinkException("Job failed", new SerializedThrowable(failure))))
                .isEqualTo("CHANGED: LIST spate://b/p: other etag");
    }

    @Test
    void describe_failureOfAFetcher_isItsCause() {
        Exception fetcher = new RuntimeException(
                "One or more fetchers have encountered exception",
                new RuntimeException("SplitFetcher thread 0 received unexpected exception", new IOException("broken")));

        assertThat(Failure.describe(fetcher)).isEqualTo("broken");
        assertThat(Failure.describe(new FlinkException("Job failed", new SerializedThrowable(fetcher))))
                .isEqualTo("broken");
    }

    @Test
    void describe_outOfMemory_saysHowToGiveMore() {
        Exception fetcher = new RuntimeException("fetchers failed", new OutOfMemoryError("Java heap space"));
        String expected = "out of memory (Java heap space): give more, with SPATE_JAVA_OPTS=-Xmx4g or such";

        assertThat(Failure.describe(fetcher)).isEqualTo(expected);
        assertThat(Failure.describe(new FlinkException("Job failed", new SerializedThrowable(fetcher))))
                .isEqualTo(expected);
    }

    @Test
    void describe_files_areNamed() {
        assertThat(Failure.describe(new NoSuchFileException("/a"))).isEqualTo("no such file: /a");
        assertThat(Failure.describe(new UncheckedIOException(new AccessDeniedException("/a\u001b"))))
                .isEqualTo("permission denied: /a\\u001b");
    }

    @Test
    void describe_withoutMessage_namesTheClass() {
        assertThat(Failure.describe(new IllegalStateException())).contains("IllegalStateException");
    }
}
