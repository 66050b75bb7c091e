package io.spate.engine;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PartitionLayoutTest {
    private static final String CHARACTERS = "ab z09_.-=/%\\:*?\"'#{}[]^é中\u0001\n\u007f\uD83D\uDE00+&@";

    private static PartitionLayout hive(String... columns) {
        return PartitionLayout.of(List.of(columns), Optional.empty());
    }

    private static PartitionLayout template(String template, String... columns) {
        return PartitionLayout.of(List.of(columns), Optional.of(template));
    }

    private static List<Optional<String>> values(String... texts) {
        return List.of(texts).stream().map(Optional::of).toList();
    }

    @Test
    void directory_hive_isKeyAndValueForEachColumn() {
        assertThat(hive("day", "country").directory(values("2026-11-30", "fr")))
                .isEqualTo("day=2026-11-30/country=fr/");
    }

    @Test
    void directory_specialCharacters_areEscapedAsHiveDoes() {
        assertThat(hive("a b:c").directory(values("1/2=3%"))).isEqualTo("a b%3Ac=1%2F2%3D3%25/");
    }

    @Test
    void directory_noValue_isTheNameOfHive() {
        assertThat(hive("a", "b").directory(List.of(Optional.empty(), Optional.of(""))))
                .isEqualTo("a=__HIVE_DEFAULT_PARTITION__/b=__HIVE_DEFAULT_PARTITION__/");
    }

    @Test
    void values_keyInPartition_areThoseOfItsDirectories() {
        assertThat(hive("a", "b").values("a=1/b=x%2Fy/more/part-0.csv")).contains(values("1", "x/y"));
        assertThat(hive("a").values("a=__HIVE_DEFAULT_PARTITION__/x")).contains(List.of(Optional.empty()));
        assertThat(hive("a").values("a=100%/x")).contains(values("100%"));
    }

    @ParameterizedTest
    @CsvSource({
        "caf%C3%A9, café",
        "%e4%b8%ad%E6%96%87, 中文",
        "%F0%9F%98%80x, \uD83D\uDE00x",
        "%C3%A9%20%C3%A9, é é",
        "%E9, é",
        "%C3%A9%, é%",
        "%C3%2, Ã%2",
    })
    void values_escapesOfOtherTools_areReadAsUtf8WhereTheyAre(String written, String value) {
        assertThat(hive("a").values("a=" + written + "/x")).contains(values(value));
    }

    @ParameterizedTest
    @CsvSource({"x.csv", "b=1/x.csv", "a=1", "a=/x.csv", "a=1/b=2/x.csv", "a=1/c=2/x.csv"})
    void values_keyOutsideOfPartitions_areNone(String key) {
        PartitionLayout layout = hive("a", "c");

        assertThat(layout.values(key).isPresent()).isEqualTo(key.equals("a=1/c=2/x.csv"));
    }

    @ParameterizedTest
    @CsvSource({
        "{dt:yyyy/MM/dd}/{c}, 2026/11/30/fr/, 2026-11-30, 4",
        "year={dt:yyyy}/month={dt:MM}/{c}/{dt:dd}, year=2026/month=11/fr/30/, 2026-11-30, 4",
        "{c}/{dt:yyyyMMdd-HH}, fr/20261130-07/, 2026-11-30 07:00:00, 2",
        "{c}-{dt:yyyy}, fr-2026/, 2026-01-01, 1",
    })
    void directory_template_writesAndReadsDates(String template, String directory, String date, int depth) {
        PartitionLayout layout = template(template, "dt", "c");

        assertThat(layout.directory(values(date, "fr"))).isEqualTo(directory);
        assertThat(layout.values(directory + "x.csv")).contains(values(date, "fr"));
        assertThat(layout.depth()).isEqualTo(depth);
    }

    @Test
    void directory_templateWithHiddenName_escapesIt() {
        PartitionLayout layout = template("{c}", "c");

        assertThat(layout.directory(values("_x"))).isEqualTo("%5Fx/");
        assertThat(layout.directory(values("..")).startsWith("%2E.")).isTrue();
    }

    @Test
    void directory_templateWithoutDate_hasTheNameOfHiveInEachDirectory() {
        PartitionLayout layout = template("{dt:yyyy/MM}", "dt");
        String directory = layout.directory(List.of(Optional.empty()));

        assertThat(directory).isEqualTo("__HIVE_DEFAULT_PARTITION__/__HIVE_DEFAULT_PARTITION__/");
        assertThat(layout.values(directory)).contains(List.of(Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"2026/13/01", "2026/02/30", "2026/2/3", "__HIVE_DEFAULT_PARTITION__/01/01", "abcd/01/01"})
    void values_noDate_areNone(String directory) {
        assertThat(template("{dt:yyyy/MM/dd}", "dt").values(directory + "/x")).isEmpty();
    }

    @Test
    void directory_valueWithMoreThanPattern_namesColumnAndValue() {
        assertThatThrownBy(() -> template("{t:yyyy-MM-dd}", "t").directory(values("2026-11-30 12:30:00")))
                .hasMessageContaining("column 't' = '2026-11-30 12:30:00'")
                .hasMessageContaining("finer pattern");
        assertThatThrownBy(() -> template("{t:yyyy}", "t").directory(values("soon")))
                .hasMessageContaining("column 't' = 'soon' is no date");
    }

    @ParameterizedTest
    @CsvSource({
        "{a}, column 'b' must be there",
        "{a}{b}, needs a '/'",
        "{a}/{a}/{b}, is there twice",
        "{a}/{b}/{c}, none of the columns",
        "{a}/{b, never closed",
        "{a}/b}, without '{'",
        "/{a}/{b}, at neither end",
        "{a}//{b}, at neither end",
        "{a}/{b:MM}, from yyyy to the finest",
        "{a}/{b:YYYY}, is no pattern",
        "{a}/{b:yyyy/x/MM}, is no pattern",
        "{a}/{b:yyyy//MM}, at neither end",
        "{a}/{b}/{b:yyyy}, column 'b' must be there",
    })
    void of_malformedTemplate_namesOptionAndReason(String template, String reason) {
        assertThatThrownBy(() -> template(template, "a", "b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'partition.template' = '" + template + "'")
                .hasMessageContaining(reason);
    }

    @Test
    void values_ofDirectoriesOfRandomValues_areThoseValues() {
        Random random = new Random(20261130);
        List<PartitionLayout> layouts = List.of(
                hive("t", "k=", "b"),
                template("{k=}/x-{b}-y/{t:yyyy/MM/dd/HHmmss}", "t", "k=", "b"),
                template("{t:yyyy}_{b}/{t:MM-dd}/{k=}{t:HH:mm:ss}", "t", "k=", "b"));
        for (int round = 0; round < 3000; round++) {
            List<Optional<String>> values = List.of(time(random), text(random), text(random));
            for (PartitionLayout layout : layouts) {
                assertThat(layout.values(layout.directory(values) + "object"))
                        .as("%s of %s", values, layout)
                        .contains(values);
            }
        }
    }

    private static Optional<String> time(Random random) {
        LocalDateTime time = LocalDateTime.of(1, 1, 1, 0, 0).plusSeconds((long) (random.nextDouble() * 3e11));
        return random.nextInt(9) == 0
                ? Optional.empty()
                : Optional.of(time.toLocalDate() + " "
                        + String.format("%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond()));
    }

    private static Optional<String> text(Random random) {
        if (random.nextInt(9) == 0) {
            return random.nextBoolean() ? Optional.empty() : Optional.of(PartitionLayout.NO_VALUE);
        }
        int[] characters = CHARACTERS.codePoints().toArray();
        return Optional.of(random.ints(1 + random.nextInt(6), 0, characters.length)
                .mapToObj(index -> Character.toString(characters[index]))
                .collect(Collectors.joining()));
    }
}
