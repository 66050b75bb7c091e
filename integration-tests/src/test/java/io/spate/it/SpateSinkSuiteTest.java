package io.spate.it;

import org.apache.flink.connector.testframe.environment.MiniClusterTestEnvironment;
import org.apache.flink.connector.testframe.external.ExternalContextFactory;
import org.apache.flink.connector.testframe.junit.annotations.TestContext;
import org.apache.flink.connector.testframe.junit.annotations.TestEnv;
import org.apache.flink.connector.testframe.junit.annotations.TestSemantics;
import org.apache.flink.connector.testframe.testsuites.SinkTestSuiteBase;
import org.apache.flink.core.execution.CheckpointingMode;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/** What Flink asks of every sink, on stores that differ in what they say when an upload is completed again. */
@SuppressWarnings("unused") // the suite finds its fields by their annotations
final class SpateSinkSuiteTest {
    @Nested
    final class WhereCompletingAgainSucceeds extends Suite {
        @TestContext
        ExternalContextFactory<ObjectsContext> context = test -> new ObjectsContext(StoreFront.Repeated.SUCCEEDS);
    }

    @Nested
    final class WhereACompleteUploadIsUnknown extends Suite {
        @TestContext
        ExternalContextFactory<ObjectsContext> context = test -> new ObjectsContext(StoreFront.Repeated.IS_UNKNOWN);
    }

    @Nested
    final class WhereCompletingAgainIsRefused extends Suite {
        @TestContext
        ExternalContextFactory<ObjectsContext> context = test -> new ObjectsContext(StoreFront.Repeated.IS_REFUSED);
    }

    @Timeout(60)
    abstract static class Suite extends SinkTestSuiteBase<String> {
        @TestSemantics
        CheckpointingMode[] semantics = {CheckpointingMode.EXACTLY_ONCE, CheckpointingMode.AT_LEAST_ONCE};

        @TestEnv
        MiniClusterTestEnvironment flink = new MiniClusterTestEnvironment();
    }
}
