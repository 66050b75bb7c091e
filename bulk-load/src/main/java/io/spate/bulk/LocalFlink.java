package io.spate.bulk;

import java.nio.file.Path;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;

/** How Flink is set up in this process. */
final class LocalFlink {
    private static final String LOOPBACK = "127.0.0.1";

    private LocalFlink() {}

    /** All ports are free ones of the loopback interface, all files in a directory. */
    static Configuration in(Path temporary) {
        Configuration configuration = new Configuration();
        configuration.set(JobManagerOptions.BIND_HOST, LOOPBACK);
        configuration.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
        configuration.set(RestOptions.BIND_ADDRESS, LOOPBACK);
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(CoreOptions.TMP_DIRS, temporary.toString());
        configuration.set(WebOptions.TMP_DIR, temporary.toString());
        return configuration;
    }
}
