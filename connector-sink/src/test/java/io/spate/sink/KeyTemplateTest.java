package io.spate.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class KeyTemplateTest {
    private static final String ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
    private static final String OTHER_ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    /** Short and full of digits and slashes, so that they run into what is next to them. */
    private static final List<String> BUCKETS =
            List.of("", "1", "11", "1/1", "1/11", "2", "12", "a=1", "a=1/b=2", "1" + ID, ID, ID + "-1", "0/" + ID);

    @Test
    void key_default_bucketsLieLikeDirectories() {
        KeyTemplate template = KeyTemplate.parse(KeyTemplate.DEFAULT, true);

        assertThat(template.key("out", "day=1", ID, 7, ".gz")).isEqualTo("out/day=1/" + ID + "-7.gz");
        assertThat(template.key("out/", "day=1/hour=2", ID, 0, "")).isEqualTo("out/day=1/hour=2/" + ID + "-0");
        assertThat(template.key("", "", ID, Long.MAX_VALUE, ".gz")).isEqualTo(ID + "-9223372036854775807.gz");
    }

    @Test
    void key_hash_dependsOnBucketIdAndCounterAndStaysTheSame() {
        KeyTemplate template = KeyTemplate.parse("{hash}/{prefix}{bucket}{id}-{counter}{extension}", true);

        String key = template.key("out", "b", ID, 1, "");
        assertThat(key).matches("[0-9a-f]{4}/out/b/" + ID + "-1").startsWith("993e/");
        assertThat(template.key("out", "b", ID, 1, "")).isEqualTo(key);
        assertThat(template.key("out", "c", ID, 1, "").substring(0, 4)).isNotEqualTo(key.substring(0, 4));
        assertThat(template.key("out", "b", OTHER_ID, 1, "").substring(0, 4)).isNotEqualTo(key.substring(0, 4));
        assertThat(template.key("out", "b", ID, 2, "").substring(0, 4)).isNotEqualTo(key.substring(0, 4));
    }

    @Test
    void key_hashOfManyCounters_spreadsOverTheFirstDigit() {
        KeyTemplate template = KeyTemplate.parse("{hash}/{prefix}{id}-{counter}", false);
        Map<Character, Integer> objects = new HashMap<>();
        for (int counter = 0; counter < 16_000; counter++) {
            objects.merge(template.key("out", "", ID, counter, "").charAt(0), 1, Integer::sum);
        }
        assertThat(objects).hasSize(16);
        assertThat(objects.values()).allMatch(count -> count > 750 && count < 1250);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                KeyTemplate.DEFAULT,
                "{hash}/{prefix}{bucket}{id}-{counter}{extension}",
                "{prefix}{hash}{bucket}{id}{counter}",
                "{prefix}{bucket}{counter}{id}{extension}",
                "{prefix}{bucket}{hash}{counter}1{id}",
                "{id}{prefix}{bucket}{counter}{extension}",
                "{prefix}{id}{bucket}{counter}",
                "{prefix}{counter}-{bucket}{id}",
                "{prefix}{id}-{counter}/{bucket}part{extension}",
                "1{prefix}{counter}x1{hash}{bucket}1{id}{extension}"
            })
    void key_anyBuckets_isAnotherForEachIdAndCounterAndMatchesOwnKeys(String text) {
        KeyTemplate template = KeyTemplate.parse(text, true);
        Random random = new Random(text.hashCode());
        List<String> ids = new ArrayList<>(List.of(ID, OTHER_ID, "1" + ID.substring(1), "11" + ID.substring(2)));
        ids.add(new UUID(random.nextLong(), random.nextLong()).toString());
        for (String prefix : List.of("", "out", "o.u+t/(1)/", "1")) {
            String fixed = template.fixedPrefix(prefix);
            Pattern ownKeys = template.ownKeys(prefix);
            Set<String> keys = new HashSet<>();
            int made = 0;
            for (String id : ids) {
                for (int counter = 0; counter < 13; counter++) {
                    Set<String> ofOneObject = new HashSet<>();
                    for (String bucket : BUCKETS) {
                        String key = template.key(prefix, bucket, id, counter, ".x1");
                        ofOneObject.add(key);
                        assertThat(key).matches(ownKeys);
                        assertThat(key).startsWith(fixed);
                    }
                    keys.addAll(ofOneObject);
                    made += ofOneObject.size();
                }
            }
            assertThat(keys).hasSize(made);
        }
    }

    @Test
    void ownKeys_keysOfOthers_doNotMatch() {
        KeyTemplate template = KeyTemplate.parse(KeyTemplate.DEFAULT, false);

        assertThat(List.of(
                        "out/" + ID + "-x",
                        "out/" + ID + "-",
                        "out/part-" + ID + "-1",
                        "out2/" + ID + "-1",
                        "out/sub/" + ID + "-1",
                        "out/" + ID.toUpperCase(Locale.ROOT) + "-1",
                        "out/report.csv"))
                .noneMatch(key -> template.ownKeys("out").matcher(key).matches());
    }

    @ParameterizedTest
    @CsvSource({
        "'{prefix}{bucket}{id}-{counter}', out/",
        "'{prefix}parts-{bucket}{id}-{counter}', out/parts-",
        "'x-{prefix}{id}-{counter}-{bucket}y', x-out/",
        "'{hash}/{prefix}{bucket}{id}-{counter}', ''"
    })
    void fixedPrefix_anyTemplate_endsBeforeTheFirstThatVaries(String text, String expected) {
        assertThat(KeyTemplate.parse(text, true).fixedPrefix("out")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{prefix}{id}-{count}               | unknown placeholder {count}: did you mean {counter}?",
                "{prefix}{ID}-{counter}             | unknown placeholder {ID}: did you mean {id}?",
                "{prefix}{extention}                | did you mean {extension}?",
                "{prefix}{id-{counter}              | the '{' at character 9 has no '}'",
                "{prefix}{id}-{counter              | the '{' at character 14 has no '}'",
                "{prefix}id}-{counter}              | a '}' has no '{' before it",
                "{prefix}{id}-{counter}}            | a '}' has no '{' before it",
                "{prefix}{id}                       | add {counter}",
                "{prefix}{counter}                  | add {id}",
                "{prefix}{hash}                     | add {id}",
                "''                                 | add {prefix}",
                "{id}-{counter}                     | add {prefix}",
                "{prefix}{id}-{counter}{counter}    | {counter} occurs more than once",
                "{prefix}{bucket}{id}-{counter}     | take {bucket} out or call bucketBy(...)",
                "{prefix}/{id}-{counter}            | starts with '/'; {prefix} and {bucket} bring the '/'",
                "/{prefix}{id}-{counter}            | starts with '/'",
                "a//{prefix}{id}-{counter}          | contains '//'",
                "{prefix}{id}-{counter}/            | ends with '/'",
                "{id}-{counter}/{prefix}            | ends with '/'",
                "{prefix}../{id}-{counter}          | has a segment '..'",
                "{prefix}{extension}/{id}-{counter} | starts with '/'"
            })
    void parse_badTemplate_isRefusedWithWhatToDo(String text, String message) {
        assertThatThrownBy(() -> KeyTemplate.parse(text, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key template '" + text + "'")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{prefix}{id}-{counter}           | add {bucket}",
                "{prefix}{bucket}/{id}-{counter}  | starts with '/'; {prefix} and {bucket} bring",
                "a/{prefix}/{bucket}{id}-{counter} | contains '//', an empty segment; {prefix} and {bucket} bring",
                "{prefix}{counter}{bucket}{id}    | put something that is no digit, such as '-'",
                "{prefix}{counter}0{bucket}{id}   | put something that is no digit, such as '-'",
                "{prefix}{counter}{hash}{bucket}{id} | put something that is no digit, such as '-'",
                "{prefix}{id}-{counter}-{bucket}  | ends with '/'"
            })
    void parse_badTemplateWithBuckets_isRefusedWithWhatToDo(String text, String message) {
        assertThatThrownBy(() -> KeyTemplate.parse(text, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key template '" + text + "'")
                .hasMessageContaining(message);
    }

    @Test
    void key_badParts_areRefusedByName() {
        KeyTemplate template = KeyTemplate.parse(KeyTemplate.DEFAULT, true);
        KeyTemplate plain = KeyTemplate.parse("{prefix}{id}-{counter}", false);

        assertThatThrownBy(() -> template.key("out", "a//b", ID, 1, "")).hasMessageContaining("'a//b' is no bucket");
        assertThatThrownBy(() -> template.key("a//b", "", ID, 1, ""))
                .hasMessageContaining("it makes a key that")
                .hasMessageContaining("'a//b/")
                .hasMessageContaining("contains '//', an empty segment; change the path of the sink");
        assertThatThrownBy(() -> template.key("/a", "", ID, 1, "")).hasMessageContaining("starts with '/'");
        assertThatThrownBy(() -> template.key("out", "", "part", 1, "")).hasMessageContaining("must be a UUID");
        assertThatThrownBy(() -> template.key("out", "", ID, -1, "")).hasMessageContaining("must not be negative: -1");
        assertThatThrownBy(() -> template.key("out", "", ID, 1, "gz")).hasMessageContaining("extension 'gz' must be");
        assertThatThrownBy(() -> template.key("out", "", ID, 1, ".g/z")).hasMessageContaining("extension '.g/z'");
        assertThatThrownBy(() -> plain.key("out", "b", ID, 1, ""))
                .hasMessageContaining("bucket 'b' has no place in it");
    }

    @Test
    void key_atAndOverTheLongestKey_isMadeAndRefused() {
        KeyTemplate template = KeyTemplate.parse(KeyTemplate.DEFAULT, true);
        String longest = "é".repeat((1024 - "/".length() - ID.length() - "-1".length()) / 2);

        assertThat(template.key(longest, "", ID, 10, "")).hasSize(longest.length() + 40);
        assertThatThrownBy(() -> template.key(longest, "", ID, 100, ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 1025 bytes of UTF-8, and stores take 1024");
    }

    @Test
    void serialize_anyTemplate_makesTheSameKeys() throws Exception {
        KeyTemplate template = KeyTemplate.parse("{hash}-{prefix}{id}-{counter}{extension}", false);
        KeyTemplate copy = InstantiationUtil.clone(template);

        assertThat(copy.key("out", "", ID, 3, ".zst")).isEqualTo(template.key("out", "", ID, 3, ".zst"));
        assertThat(copy).hasToString("{hash}-{prefix}{id}-{counter}{extension}");
    }
}
