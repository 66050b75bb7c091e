package io.spate.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

final class ReadmeTest {
    private static final String BEGIN = "// README: begin\n";
    private static final String END = "// README: end";

    @ParameterizedTest
    @ValueSource(classes = {CountLines.class, EventsToObjects.class})
    void readme_javaSnippet_isTheSourceOfTheExample(Class<?> example) throws Exception {
        String readme = Files.readString(Path.of("../README.md"));

        assertThat(readme).contains("```java\n" + snippet(example) + "```\n");
    }

    /** What is between the two marks, without its indentation. */
    private static String snippet(Class<?> example) throws IOException {
        String source =
                Files.readString(Path.of("src/main/java", example.getName().replace('.', '/') + ".java"));
        int begin = source.indexOf(BEGIN) + BEGIN.length();
        int end = source.indexOf(END, begin);
        assertThat(begin).isGreaterThan(BEGIN.length());
        assertThat(end).isGreaterThan(begin);
        return source.substring(begin, source.lastIndexOf('\n', end)).stripIndent() + "\n";
    }
}
