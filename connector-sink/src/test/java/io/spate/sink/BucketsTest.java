package io.spate.sink;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import java.util.Random;

import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BucketsTest {
    private static final long TIME = Instant.parse("2026-11-30T23:30:15.125Z").toEpochMilli();

    private record Order(String country, long time) {}

    @ParameterizedTest
    @CsvSource({
        "DE, country=DE",
        "Côte d’Ivoire, country=Côte d’Ivoire",
        "漢字 \uD83D\uDE00, country=漢字 \uD83D\uDE00",
        "a/b, country=a%2Fb",
        "a=b, country=a%3Db",
        "50%, country=50%25",
        "%2F, country=%252F",
        "'', country=__HIVE_DEFAULT_PARTITION__",
        ", country=__HIVE_DEFAULT_PARTITION__",
        ".., country=..",
        "'x''\"#*:?\\{[]^}', country=x%27%22%23%2A%3A%3F%5C%7B%5B%5D%5E}"
    })
    void field_anyValue_isOneGoodSegment(String value, String bucket) {
        Bucketing<Order> bucketing = Buckets.field("country", Order::country);

        assertThat(bucketing.bucketOf(new Order(value, 0), RecordTime.none())).isEqualTo(bucket);
        assertThat(BucketNames.check(bucket)).doesNotContain("/");
    }

    @Test
    void field_controlCharacters_areEscaped() {
        Bucketing<String> bucketing = Buckets.field("f", value -> value);

        assertThat(bucketing.bucketOf("\u0000\t\n\u007F", RecordTime.none())).isEqualTo("f=%00%09%0A%7F");
        assertThat(BucketNames.check(bucketing.bucketOf("\u0085\u009F", RecordTime.none())))
                .isEqualTo("f=%85%9F");
    }

    @Test
    void field_otherTypes_becomeText() {
        Bucketing<Order> bucketing = Buckets.field("time", Order::time);

        assertThat(bucketing.bucketOf(new Order("", 7), RecordTime.none())).isEqualTo("time=7");
        assertThat(bucketing.bucketOf(new Order("", 8), RecordTime.none())).isEqualTo("time=8");
    }

    @Test
    void field_sameValueAgain_makesNoNewText() {
        Bucketing<String> bucketing = Buckets.field("f", value -> value);

        String first = bucketing.bucketOf("a", RecordTime.none());
        assertThat(bucketing.bucketOf("a", RecordTime.none())).isSameAs(first);
        assertThat(bucketing.bucketOf("b", RecordTime.none())).isEqualTo("f=b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a/b", "a=b", "a\nb", "a%b"})
    void field_badName_isRefused(String name) {
        assertThatThrownBy(() -> Buckets.field(name, value -> value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field name '");
    }

    @ParameterizedTest
    @CsvSource({
        "yyyy-MM-dd/HH, UTC, 2026-11-30/23",
        "yyyy-MM-dd/HH, Europe/Berlin, 2026-12-01/00",
        "'''day=''yyyyMMdd', America/New_York, day=20261130",
        "HHmmss.SSS, UTC, 233015.125",
        "YYYY-'W'ww, UTC, 2026-W49"
    })
    void dateTime_eventTime_inTheZone(String pattern, ZoneId zone, String bucket) {
        Bucketing<String> bucketing = Buckets.dateTime(pattern, zone);

        assertThat(bucketing.bucketOf("any", RecordTime.of(TIME))).isEqualTo(bucket);
    }

    @Test
    void dateTime_noEventTime_isThatOfNow() {
        Bucketing<String> bucketing = Buckets.dateTime("uuuuMMddHHmmssSSS", ZoneOffset.UTC);

        long before = Long.parseLong(bucketing.bucketOf("", RecordTime.of(System.currentTimeMillis())));
        long now = Long.parseLong(bucketing.bucketOf("", RecordTime.none()));
        long after = Long.parseLong(bucketing.bucketOf("", RecordTime.of(System.currentTimeMillis())));
        assertThat(now).isBetween(before, after);
    }

    @Test
    void dateTime_timeInTheRecord_isTaken() {
        Bucketing<Order> bucketing = Buckets.dateTime("yyyy-MM-dd", ZoneOffset.UTC, Order::time);

        assertThat(bucketing.bucketOf(new Order("", TIME), RecordTime.of(0))).isEqualTo("2026-11-30");
        assertThat(bucketing.bucketOf(new Order("", -1), RecordTime.none())).isEqualTo("1969-12-31");
    }

    @ParameterizedTest
    @CsvSource({
        "yyyy-MM-dd/HH, UTC",
        "yyyy-MM-dd/HH, Asia/Kathmandu",
        "yyyy-MM-dd HH xxxxx, Australia/Lord_Howe",
        "yyyy-MM-dd HHmm, Europe/Amsterdam",
        "yyyy-MM-dd HHmmss, Europe/Amsterdam",
        "yyyy-MM-dd HH, Africa/Monrovia",
        "yyyy-MM-dd HH VV z, Europe/Berlin",
        "yyyy-MM-dd B, Europe/Berlin",
        "'yyyy-MM-dd ''s'' HHmm', +00:07:21",
        "HHmmssSSS, America/New_York",
        "A, UTC"
    })
    void dateTime_anyTimes_areThoseOfTheFormatter(String pattern, ZoneId zone) {
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern(pattern, Locale.UK);
        Bucketing<String> bucketing = Buckets.dateTime(pattern, zone);
        Random random = new Random(pattern.hashCode());
        for (int round = 0; round < 300; round++) {
            long middle = middle(zone, random);
            long spread = 1L << random.nextInt(28);
            for (int i = 0; i < 50; i++) {
                long millis = middle + (long) (spread * random.nextGaussian());
                assertThat(bucketing.bucketOf("", RecordTime.of(millis)))
                        .isEqualTo(formatter.format(Instant.ofEpochMilli(millis).atZone(zone)));
            }
        }
    }

    /** Any time since 1900, or one at which the zone changes its offset. */
    private static long middle(ZoneId zone, Random random) {
        long start = Instant.parse("1900-01-01T00:00:00Z").toEpochMilli();
        long any = start + (long) (random.nextDouble() * (TIME - start));
        ZoneOffsetTransition transition = zone.getRules().previousTransition(Instant.ofEpochMilli(any));
        boolean isTaken = transition != null && random.nextBoolean();
        return isTaken ? transition.getInstant().toEpochMilli() : any;
    }

    @Test
    void dateTime_sameHour_makesNoNewText() {
        Bucketing<String> bucketing = Buckets.dateTime("yyyy-MM-dd/HH", ZoneOffset.UTC);

        String first = bucketing.bucketOf("", RecordTime.of(TIME));
        assertThat(bucketing.bucketOf("", RecordTime.of(TIME + 1))).isSameAs(first);
        assertThat(bucketing.bucketOf("", RecordTime.of(TIME - 15_000))).isSameAs(first);
    }

    @ParameterizedTest
    @CsvSource({
        "yyyy-MM-dd/{HH}, Pattern includes reserved character",
        "yyyy-bb, Unknown pattern letter: b",
        "'''unclosed', Pattern ends with an incomplete string literal",
        "/yyyy, starts with '/'",
        "yyyy//MM, 'contains ''//'', an empty segment'",
        "HH/, ends with '/'"
    })
    void dateTime_badPattern_isRefusedWhenBuilt(String pattern, String message) {
        assertThatThrownBy(() -> Buckets.dateTime(pattern, ZoneOffset.UTC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("date-time pattern '" + pattern + "' makes no buckets")
                .hasMessageContaining(message)
                .hasMessageContaining("yyyy-MM-dd/HH");
    }

    @Test
    void then_twoBucketings_joinsThemUnlessOneIsEmpty() {
        Bucketing<Order> country = Buckets.field("country", Order::country);
        Bucketing<Object> day = Buckets.dateTime("yyyy-MM-dd", ZoneOffset.UTC);
        Order order = new Order("DE", 0);
        RecordTime context = RecordTime.of(TIME);

        Bucketing<Order> nested = country.then(day);
        String bucket = nested.bucketOf(order, context);
        assertThat(bucket).isEqualTo("country=DE/2026-11-30");
        assertThat(nested.bucketOf(order, context)).isSameAs(bucket);
        assertThat(nested.bucketOf(new Order("FR", 0), context)).isEqualTo("country=FR/2026-11-30");
        assertThat(country.then(Buckets.none()).bucketOf(order, context)).isEqualTo("country=DE");
        assertThat(Buckets.<Order>none().then(day).bucketOf(order, context)).isEqualTo("2026-11-30");
        assertThat(Buckets.none().then(Buckets.none()).bucketOf(order, context)).isEmpty();
    }

    @Test
    void then_bucketingThatReturnsNull_fails() {
        Bucketing<String> nested = Buckets.<String>none().then((record, context) -> null);

        assertThatThrownBy(() -> nested.bucketOf("", RecordTime.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the bucket is null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"YYYY-MM-dd", "yyyy-MM-DD", "YYYY"})
    void dateTime_fieldsOfDifferentCalendars_isRefused(String pattern) {
        assertThatThrownBy(() -> Buckets.dateTime(pattern, ZoneOffset.UTC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(pattern, "yyyy-MM-dd");
    }

    @Test
    void serialize_usedBucketing_worksOn() throws Exception {
        Bucketing<Order> bucketing = Buckets.field("country", Order::country)
                .then(Buckets.dateTime("yyyy-MM-dd", ZoneId.of("Europe/Berlin"), Order::time));
        Order order = new Order("DE", TIME);
        bucketing.bucketOf(order, RecordTime.none());

        Bucketing<Order> copy = InstantiationUtil.clone(bucketing);
        assertThat(copy.bucketOf(order, RecordTime.none())).isEqualTo("country=DE/2026-12-01");
    }
}
