package io.spate.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A script of shell commands, run over one file system. In a line {@code $B} is the directory that the session is about,
 * {@code $L} a local directory; words with blanks are between apostrophes.
 */
final class Session {
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    /** Mode, replication, owner, group, size, date and time before a path. */
    private static final Pattern LS_LINE = Pattern.compile(
            "(?m)^([d-])[rwxtTsS-]{9}\\+?\\s+\\S+\\s+\\S+\\s+\\S+\\s+(\\d\\S*(?: [KMG])?) \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d ");

    private static final Pattern STACK_TRACE = Pattern.compile("(?m)^\\s+at .*\\R?");

    /** Commands that list things as the file system does. */
    private static final Pattern IN_ANY_ORDER = Pattern.compile("-(ls -R|find|du|getfattr -d) ");

    private final String base;
    private final Path local;
    private final Map<String, String> options;

    Session(String base, Path local, Map<String, String> options) {
        this.base = base;
        this.local = local;
        this.options = options;
    }

    /** The answers to all lines of a script, made comparable. */
    List<Step> run(List<String> script) throws Exception {
        List<Step> steps = new ArrayList<>();
        for (String line : script) {
            Console.Answer answer = Console.run(words(line));
            steps.add(new Step(line, answer.exitCode() + "\n" + comparable(line, answer.out() + answer.err())));
        }
        return steps;
    }

    String[] words(String line) {
        List<String> words = new ArrayList<>(List.of("fs"));
        options.forEach((key, value) -> words.addAll(List.of("-D", key + "=" + value)));
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add((word.group(1) == null ? word.group(2) : word.group(1))
                    .replace("$B", base)
                    .replace("$L", local.toString()));
        }
        return words.toArray(String[]::new);
    }

    /**
     * Without what differs between any two file systems, or runs: where the base is, times, owners, modes, sizes of
     * directories, marks of uploads.
     */
    private String comparable(String command, String text) {
        String placed = STACK_TRACE
                .matcher(text)
                .replaceAll("")
                .replace(base, "$B")
                .replace(base.replace("file://", "file:"), "$B")
                .replace(base.replace("file://", ""), "$B")
                .replace(local.toString(), "$L")
                .replaceAll("(?m)^# (owner|group): .*$", "# $1: USER")
                .replaceAll("(?m)^header.(Last-Modified|spate-upload)=.*$", "header.$1=ANY");
        String plain = LS_LINE.matcher(placed)
                .replaceAll(line -> line.group(1) + (line.group(1).equals("d") ? " " : " " + line.group(2) + " "));
        Stream<String> lines = plain.lines().map(line -> line.stripTrailing().replaceAll(" +", " "));
        return (IN_ANY_ORDER.matcher(command).lookingAt() ? lines.sorted() : lines).collect(Collectors.joining("\n"));
    }

    /** A command and what came of it: the exit code in the first line, then what was printed. */
    record Step(String command, String answer) {}
}
