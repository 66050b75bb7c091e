package io.spate.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Java source as far as the rules of the architecture look at it.
 *
 * @param module the directory of its module
 * @param test whether it is test code
 * @param typeName its name without {@code .java}
 * @param packageName empty if it is in none
 * @param uses what it imports, and what it names in full in its code
 * @param lines how many it has
 */
record JavaFile(String module, boolean test, String typeName, String packageName, List<String> uses, int lines) {
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
    private static final Pattern STRING = Pattern.compile("\"(?:\\\\.|[^\"\\\\\\n])*\"");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package\\s+([\\w.]+);");
    private static final Pattern QUALIFIED =
            Pattern.compile("(?<![\\w.])[a-z]\\w*(?:\\.[a-z]\\w*)+\\.(?:\\*|[A-Z]\\w*)");

    /** All sources of all modules below the root of the repository. */
    static List<JavaFile> below(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(root::relativize)
                    .filter(file -> file.getNameCount() > 3
                            && file.getName(1).toString().equals("src"))
                    .map(file -> read(root, file))
                    .toList();
        }
    }

    private static JavaFile read(Path root, Path file) {
        try {
            return of(
                    file.getName(0).toString(),
                    !file.getName(2).toString().equals("main"),
                    file.getFileName().toString().replace(".java", ""),
                    Files.readString(root.resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JavaFile of(String module, boolean test, String typeName, String source) {
        String code = COMMENT.matcher(source).replaceAll(" ");
        List<String> uses = QUALIFIED
                .matcher(STRING.matcher(code).replaceAll("\"\""))
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        String packageName = PACKAGE.matcher(code)
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElse("");
        return new JavaFile(
                module, test, typeName, packageName, uses, (int) source.lines().count());
    }

    boolean uses(String prefix) {
        return uses.stream().anyMatch(name -> name.startsWith(prefix));
    }

    @Override
    public String toString() {
        return module + "/" + (test ? "test/" : "main/") + packageName + "." + typeName;
    }
}
