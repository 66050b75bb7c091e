package io.spate.shell;

import java.nio.file.Path;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;

/**
 * What Hadoop is told before it reads the command line: that it has no cluster, and where its files may be. Hadoop's files in
 * the class path come first, so that those of {@code HADOOP_CONF_DIR} count.
 */
final class LocalConfiguration {
    /** Where the user's files say something else, that counts. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "fs.AbstractFileSystem.spate.impl",
            "io.spate.hadoop.SpateFs",
            // How many maps of a DistCp run at a time. Each copies one file, with many requests.
            "mapreduce.local.map.tasks.maximum",
            "4");

    private LocalConfiguration() {}

    static Configuration in(Path work) {
        Configuration configuration = new Configuration();
        DEFAULTS.forEach(configuration::setIfUnset);
        // A cluster that the user's files name has other jars: jobs run here.
        configuration.set("mapreduce.framework.name", "local");
        configuration.set("hadoop.tmp.dir", work.toString());
        configuration.set(
                "mapreduce.jobtracker.staging.root.dir", work.resolve("staging").toString());
        configuration.set(
                "mapreduce.jobtracker.system.dir", work.resolve("system").toString());
        configuration.set("mapreduce.cluster.local.dir", work.resolve("local").toString());
        return configuration;
    }
}
