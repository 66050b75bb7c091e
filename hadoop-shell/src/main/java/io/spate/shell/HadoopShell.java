package io.spate.shell;

import java.util.Arrays;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;

/**
 * Runs {@code fs ...} or {@code distcp ...} as Hadoop's own command would. Exit codes are those of Hadoop's tools, and 2 if
 * there is no such tool.
 */
public final class HadoopShell {
    static final int WRONG_USAGE = 2;

    static final String USAGE =
            """
            Usage: spate hadoop fs [-D KEY=VALUE]... COMMAND    Hadoop's file system shell; its commands: spate hadoop fs -help
                   spate hadoop distcp [-D KEY=VALUE]... SOURCE... TARGET    DistCp, its maps in this process

            KEY is an option of docs/options.md or docs/hadoop.md after 'fs.spate.', such as
              -D fs.spate.endpoint=http://127.0.0.1:9099
            A core-site.xml in $HADOOP_CONF_DIR is read too. Without credentials in either, the environment is asked
            (AWS_ACCESS_KEY_ID, ...).""";

    private HadoopShell() {}

    public static void main(String[] args) throws Exception {
        System.exit(run(args));
    }

    /** Runs one command line, which writes to the streams of {@link System}, and returns its exit code. */
    static int run(String... args) throws Exception {
        List<String> words = Arrays.asList(args);
        String tool = words.isEmpty() ? "" : words.get(0);
        String[] rest = words.stream().skip(1).toArray(String[]::new);
        return switch (tool) {
            case "fs" -> fs(rest);
            case "distcp" -> distcp(rest);
            case "-h", "--help", "help" -> {
                System.out.println(USAGE);
                yield 0;
            }
            default -> {
                System.err.println(tool.isEmpty() ? USAGE : "spate hadoop: unknown tool '" + tool + "'\n" + USAGE);
                yield WRONG_USAGE;
            }
        };
    }

    private static int fs(String... args) throws Exception {
        try (WorkDirectory work = WorkDirectory.create()) {
            Configuration configuration = LocalConfiguration.in(work.path());
            configuration.setQuietMode(false); // A misspelled -D or file is said, as by Hadoop's own command.
            FsShell shell = new FsShell(configuration);
            try {
                return ToolRunner.run(shell, args);
            } finally {
                shell.close();
            }
        }
    }

    private static int distcp(String... args) throws Exception {
        try (WorkDirectory work = WorkDirectory.create()) {
            LocalDistCp tool = new LocalDistCp(LocalConfiguration.in(work.path()));
            return ToolRunner.run(tool.getConf(), tool, args);
        }
    }
}
