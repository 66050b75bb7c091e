package io.spate.it;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rules that hold for every source, and what breaks them. */
final class Architecture {
    private static final int MAX_LINES = 400;
    private static final Pattern EMPTY_NAME = Pattern.compile(".*(Impl|Helper|Util|Utils|Manager|Common)");
    private static final List<String> BANNED_EVERYWHERE =
            List.of("com.google.common.", "org.mockito.", "org.easymock.", "org.powermock.", "sun.", "jdk.internal.");

    /** Each module and where its code is. Tests of one module may use any. */
    private static final Map<String, String> PACKAGES = Map.ofEntries(
            Map.entry("engine", "io.spate.engine"),
            Map.entry("codecs", "io.spate.codec"),
            Map.entry("tables", "io.spate.table"),
            Map.entry("connector-source", "io.spate.source"),
            Map.entry("connector-sink", "io.spate.sink"),
            Map.entry("hadoop-fs", "io.spate.hadoop"),
            Map.entry("hadoop-shell", "io.spate.shell"),
            Map.entry("sql-shell", "io.spate.sql"),
            Map.entry("hadoop-tests", "io.spate.hadoop.it"),
            Map.entry("spark-tests", "io.spate.spark"),
            Map.entry("embedded-store", "io.spate.embedded"),
            Map.entry("bulk-load", "io.spate.bulk"),
            Map.entry("examples", "io.spate.examples"),
            Map.entry("benchmarks", "io.spate.benchmarks"),
            Map.entry("hadoop-benchmarks", "io.spate.hadoop.benchmarks"),
            Map.entry("integration-tests", "io.spate.it"));

    /** What the main code of a module must not use. */
    private static final Map<String, List<String>> BANNED = Map.of(
            "engine",
                    List.of(
                            "org.apache.flink.",
                            "org.apache.hadoop.",
                            "io.spate.source.",
                            "io.spate.sink.",
                            "io.spate.hadoop.",
                            "io.spate.bulk.",
                            "io.spate.embedded."),
            "connector-source",
                    List.of(
                            "org.apache.hadoop.",
                            "io.spate.engine.s3.",
                            "io.spate.sink.",
                            "io.spate.hadoop.",
                            "io.spate.bulk.",
                            "io.spate.embedded."),
            "connector-sink",
                    List.of(
                            "org.apache.hadoop.",
                            "io.spate.engine.s3.",
                            "io.spate.source.",
                            "io.spate.hadoop.",
                            "io.spate.bulk.",
                            "io.spate.embedded."),
            "hadoop-fs",
                    List.of(
                            "org.apache.flink.",
                            "io.spate.engine.s3.",
                            "io.spate.source.",
                            "io.spate.sink.",
                            "io.spate.bulk.",
                            "io.spate.embedded."),
            "codecs", List.of("org.apache.flink.", "org.apache.hadoop.", "io.spate.engine."),
            "tables", List.of("org.apache.hadoop.", "io.spate.engine.s3.", "io.spate.source.", "io.spate.sink."),
            "embedded-store", List.of("org.apache.flink.", "org.apache.hadoop.", "io.spate.engine."));

    private Architecture() {}

    /** One sentence for each violation; none if all is well. */
    static List<String> violations(List<JavaFile> files) {
        return files.stream().flatMap(Architecture::violations).toList();
    }

    private static Stream<String> violations(JavaFile file) {
        Stream<String> everywhere = Stream.concat(banned(file, BANNED_EVERYWHERE), packages(file));
        return file.test() ? everywhere : Stream.concat(everywhere, ofMain(file));
    }

    private static Stream<String> ofMain(JavaFile file) {
        return Stream.of(banned(file, BANNED.getOrDefault(file.module(), List.of())), sdk(file), size(file), name(file))
                .flatMap(violations -> violations);
    }

    private static Stream<String> banned(JavaFile file, List<String> prefixes) {
        return file.uses().stream()
                .filter(name -> prefixes.stream().anyMatch(name::startsWith))
                // ORC reads files through a file system of Hadoop only, and is itself provided.
                .filter(name -> !(file.module().equals("connector-source")
                        && file.typeName().startsWith("Orc")
                        && name.startsWith("org.apache.hadoop.")))
                .map(name -> file + " must not use " + name);
    }

    /** The embedded store is built from an S3 server whose own interface is made of the SDK's types. */
    private static Stream<String> sdk(JavaFile file) {
        boolean mayUse =
                file.packageName().equals("io.spate.engine.s3") || file.module().equals("embedded-store");
        return mayUse ? Stream.empty() : banned(file, List.of("software.amazon.awssdk."));
    }

    private static Stream<String> packages(JavaFile file) {
        String expected = PACKAGES.getOrDefault(file.module(), "none, as the module is not known to the rules");
        boolean right = file.packageName().equals(expected)
                || (file.module().equals("engine") && file.packageName().equals("io.spate.engine.s3"))
                // Those that put a store of their own below the file system.
                || (file.module().equals("hadoop-tests") && file.packageName().equals("io.spate.hadoop"));
        return right ? Stream.empty() : Stream.of(file + " must be in package " + expected);
    }

    private static Stream<String> size(JavaFile file) {
        return file.lines() <= MAX_LINES
                ? Stream.empty()
                : Stream.of(file + " has " + file.lines() + " lines, more than " + MAX_LINES);
    }

    private static Stream<String> name(JavaFile file) {
        return EMPTY_NAME.matcher(file.typeName()).matches()
                ? Stream.of(file + " needs a name that says what it does")
                : Stream.empty();
    }
}
