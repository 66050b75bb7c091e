package io.spate.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PathPatternTest {
    @Test
    void wholeKeys_pattern_isNotForWhatIsBelow() {
        assertThat(PathPattern.wholeKeys("data")).accepts("data").rejects("data/x", "data/x/y", "my/data", "");
        assertThat(PathPattern.wholeKeys("data/")).accepts("data/").rejects("data/x", "data");
        assertThat(PathPattern.wholeKeys("**/*.gz")).accepts("a/b/c.gz").rejects("c.gz", "a/c.gz/x");
        assertThatThrownBy(() -> PathPattern.wholeKeys("a/[b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'a/[b'");
    }

    private static final List<String> PATTERN_TOKENS =
            List.of("a", "b", "/", "*", "**", "?", "[ab]", "[!a]", "{a,b/}", "{b?,}", "\\*", "\\{", ".");
    private static final List<String> KEY_TOKENS = List.of("a", "a", "b", "b", "/", "/", "*", "{", ".");

    @ParameterizedTest
    @CsvSource(
            delimiterString = " ",
            value = {
                "spate://b/logs logs true",
                "spate://b/logs logs/ true",
                "spate://b/logs logs/a/b true",
                "spate://b/logs logs-old/a false",
                "spate://b/logs log false",
                "spate://b/logs/ logs/a/b true",
                "spate://b/logs/ logs/ true",
                "spate://b/logs/ logs false",
                "spate://b/ a/b true",
                "spate://b a/b true",
                "spate://b/a.b axb false",
                "spate://b/a/*.csv a/x.csv true",
                "spate://b/a/*.csv a/.csv true",
                "spate://b/a/*.csv a/x/y.csv false",
                "spate://b/a/*.csv a/x.csv/y false",
                "spate://b/a/**.csv a/x/y.csv true",
                "spate://b/a/**/c a/b/b/c true",
                "spate://b/a/**/c a/c false",
                "spate://b/a/*/ a/x/y/z true",
                "spate://b/a/*/ a/x false",
                "spate://b/a?c abc true",
                "spate://b/a?c a/c false",
                "spate://b/a?c a\ud83d\ude00c true",
                "spate://b/[abc]x bx true",
                "spate://b/[a-c-]x -x true",
                "spate://b/[a-c]x dx false",
                "spate://b/[!a-c]x dx true",
                "spate://b/[!a-c]x bx false",
                "spate://b/a[!x]b a/b false",
                "spate://b/a[.-0]b a/b false",
                "spate://b/[\\]]x ]x true",
                "spate://b/[^a]x ^x true",
                "spate://b/[\ud83d\ude00-\ud83d\ude10] \ud83d\ude05 true",
                "spate://b/{a,b/c}/x b/c/x true",
                "spate://b/{a,}x x true",
                "spate://b/{a,{b,c}}*x cdx true",
                "spate://b/{a,b}x ax/y false",
                "spate://b/a\\*c a*c true",
                "spate://b/a\\*c abc false",
                "spate://b/a\\*c a*c/d true",
                "spate://b/a,b}]c a,b}]c true",
                "spate://b/x=$(1)+2^3|4 x=$(1)+2^3|4 true",
            })
    void matches_patternAndKey_asDocumented(String pattern, String key, boolean matches) {
        assertThat(PathPattern.parse(pattern).matches(key)).isEqualTo(matches);
    }

    @Test
    void matches_keyWithNewLine_isAnOrdinaryCharacter() {
        assertThat(PathPattern.parse("spate://b/a/").matches("a/x\ny")).isTrue();
        assertThat(PathPattern.parse("spate://b/*").matches("x\n")).isTrue();
        assertThat(PathPattern.parse("spate://b/a").matches("a\n")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " ",
            value = {
                "spate://b spate://b/ false",
                "spate://b/a/b spate://b/a/b false",
                "spate://b/a/ spate://b/a/ false",
                "spate://b/a/x*/c spate://b/a/x true",
                "spate://b/** spate://b/ true",
                "spate://b/a\\*b?c spate://b/a*b true",
                "spate://b/a[0-9] spate://b/a true",
                "spate://b/a{b,c} spate://b/a true",
                "spate://b//a?%20 spate://b//a true",
            })
    void prefix_pattern_endsBeforeTheFirstWildcard(String pattern, String prefix, boolean glob) {
        PathPattern parsed = PathPattern.parse(pattern);

        assertThat(parsed.prefix()).isEqualTo(ObjectUri.parse(prefix));
        assertThat(parsed.isGlob()).isEqualTo(glob);
        assertThat(parsed).hasToString(pattern);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '"',
            value = {
                "spate://b/a[bc | '[' is never closed, at index 11",
                "spate://b/a[] | nothing is between '[' and ']', at index 11",
                "spate://b/a[!] | nothing is between '[' and ']', at index 11",
                "spate://b/a[z-a] | the range ends before it starts, at index 12",
                "spate://b/{a,b | '{' is never closed, at index 10",
                "spate://b/{a,{b,c} | '{' is never closed, at index 10",
                "spate://b/a\\ | nothing is after '\\', at index 11",
                "spate://b/[a\\ | nothing is after '\\', at index 12",
                "spate://b*/a | bucket names are",
                "s3://b/a | it does not start with spate://",
                "spate:///a | the bucket is missing",
                "spate:// | the bucket is missing",
                "x | it does not start with spate://",
            })
    void parse_malformed_namesPatternAndPosition(String pattern, String message) {
        assertThatThrownBy(() -> PathPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void matches_randomPatternsAndKeys_agreesWithASimpleMatcher() {
        Random random = new Random(7);
        int matched = 0;
        for (int i = 0; i < 200_000; i++) {
            String pattern = randomText(random, PATTERN_TOKENS);
            String key = randomText(random, KEY_TOKENS);
            boolean expected = SimpleGlob.matches(pattern, key);
            assertThat(PathPattern.parse("spate://bucket/" + pattern).matches(key))
                    .as("%s %s", pattern, key)
                    .isEqualTo(expected);
            matched += expected ? 1 : 0;
        }
        assertThat(matched).isBetween(10_000, 190_000);
    }

    @Test
    void matches_randomPatterns_everyMatchStartsWithThePrefix() {
        Random random = new Random(8);
        for (int i = 0; i < 50_000; i++) {
            PathPattern pattern = PathPattern.parse("spate://bucket/" + randomText(random, PATTERN_TOKENS));
            String key = randomText(random, KEY_TOKENS);
            assertThat(!pattern.matches(key) || key.startsWith(pattern.prefix().key()))
                    .as("%s %s", pattern, key)
                    .isTrue();
        }
    }

    @Test
    void serialized_pattern_comesBackEqualAndMatches() throws Exception {
        PathPattern pattern = PathPattern.parse("spate://b/a/{x,y}*");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(pattern);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            PathPattern copy = (PathPattern) in.readObject();
            assertThat(copy).isEqualTo(pattern).hasSameHashCodeAs(pattern);
            assertThat(copy.matches("a/y1")).isTrue();
        }
    }

    private static String randomText(Random random, List<String> tokens) {
        return random.ints(random.nextInt(7), 0, tokens.size())
                .mapToObj(tokens::get)
                .collect(Collectors.joining());
    }
}
