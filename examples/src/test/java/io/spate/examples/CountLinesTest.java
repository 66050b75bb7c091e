package io.spate.examples;

import java.util.List;
import java.util.Map;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.embedded.EmbeddedStore;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
final class CountLinesTest {
    @Test
    void countLines_severalObjects_addsThemUp() throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start()) {
            store.createBucket("logs");
            store.put("logs", "2026/a", "one\ntwo\n");
            store.put("logs", "2026/b", "three\r\nfour");
            store.put("logs", "other", "not counted\n");

            assertThat(count("spate://logs/2026/", store.options())).containsExactly(4L);
        }
    }

    private static List<Long> count(String path, Map<String, String> options) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(JobManagerOptions.BIND_HOST, "127.0.0.1");
        configuration.set(TaskManagerOptions.BIND_HOST, "127.0.0.1");
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        return CountLines.countLines(env, path, options).executeAndCollect(10);
    }
}
