package io.spate.sink;

import java.util.OptionalLong;

import org.apache.flink.api.common.JobInfo;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.testutils.source.TestingJobInfo;
import org.apache.flink.connector.testutils.source.TestingTaskInfo;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.util.UserCodeClassLoader;

/** What a subtask tells its writer and its committer. */
final class TestContext implements WriterInitContext, CommitterInitContext {
    private final int subtask;
    private final ProcessingTimeService time;
    private final TestMetricGroup metrics = new TestMetricGroup(new MetricListener());

    TestContext(int subtask, ProcessingTimeService time) {
        this.subtask = subtask;
        this.time = time;
    }

    @Override
    public TestMetricGroup metricGroup() {
        return metrics;
    }

    @Override
    public ProcessingTimeService getProcessingTimeService() {
        return time;
    }

    @Override
    public TaskInfo getTaskInfo() {
        return new TestingTaskInfo.Builder()
                .setTaskName("sink")
                .setIndexOfThisSubtask(subtask)
                .setNumberOfParallelSubtasks(subtask + 1)
                .setMaxNumberOfParallelSubtasks(128)
                .setAttemptNumber(0)
                .setTaskNameWithSubtasks("sink")
                .setAllocationIDAsString("allocation")
                .build();
    }

    @Override
    public JobInfo getJobInfo() {
        return new TestingJobInfo.Builder().build();
    }

    @Override
    public OptionalLong getRestoredCheckpointId() {
        return OptionalLong.empty();
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
        throw new UnsupportedOperationException("no test needs it");
    }

    @Override
    public MailboxExecutor getMailboxExecutor() {
        throw new UnsupportedOperationException("no test needs it");
    }

    @Override
    public SerializationSchema.InitializationContext asSerializationSchemaInitializationContext() {
        return new SerializationSchema.InitializationContext() {
            @Override
            public MetricGroup getMetricGroup() {
                return metrics;
            }

            @Override
            public UserCodeClassLoader getUserCodeClassLoader() {
                return TestContext.this.getUserCodeClassLoader();
            }
        };
    }

    @Override
    public boolean isObjectReuseEnabled() {
        return false;
    }

    @Override
    public <V> TypeSerializer<V> createInputSerializer() {
        throw new UnsupportedOperationException("no test needs it");
    }
}
