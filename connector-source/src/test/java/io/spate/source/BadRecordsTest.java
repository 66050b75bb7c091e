package io.spate.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.spate.engine.ListRequest;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.TableOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BadRecordsTest {
    private final MemoryStore store = new MemoryStore();

    @Test
    void take_fail_throwsTheRecord() {
        BadRecordException record = bad("x");
        assertThatThrownBy(() -> BadRecords.of(new ErrorPolicy.Fail(), store).take(record))
                .isSameAs(record);
    }

    @Test
    void take_skip_writesNothing() throws IOException {
        store.createBucket("dead");
        BadRecords records = BadRecords.of(new ErrorPolicy.Skip(), store);
        records.take(bad("x"));
        records.store();
        assertThat(objects()).isEmpty();
    }

    @Test
    void store_deadLetters_writesLinesOfJsonOnce() throws IOException {
        store.createBucket("dead");
        BadRecords records = BadRecords.of(ErrorPolicy.deadLetter("spate://dead/a"), store);
        records.take(bad("x\"\u0007\u00e4"));
        records.take(new BadRecordException(new ObjectUri("bucket", "key"), 9, new byte[] {(byte) 0xff}, "why\n"));
        assertThat(objects()).isEmpty();
        records.store();
        records.store();

        assertThat(objects())
                .singleElement()
                .asString()
                .startsWith("a/dead-letters-")
                .endsWith("-0.json");
        String[] lines = content(objects().get(0)).split("\n");
        assertThat(lines).hasSize(2);
        assertThat(lines[0])
                .startsWith("{\"key\":\"spate://bucket/key\",\"offset\":7,\"bytes\":\"" + base64("x\"\u0007\u00e4")
                        + "\",\"text\":\"x\\\"\\u0007\u00e4\",\"reason\":\"because\",\"time\":\"2");
        assertThat(lines[1])
                .startsWith(
                        "{\"key\":\"spate://bucket/key\",\"offset\":9,\"bytes\":\"/w==\",\"reason\":\"why\\\\u000a\",");
    }

    @Test
    void take_moreThanIsKept_writesBeforeACheckpoint() throws IOException {
        store.createBucket("dead");
        BadRecords records = BadRecords.of(ErrorPolicy.deadLetter("spate://dead/"), store);
        records.take(bad("x".repeat(DeadLetters.MAX_KEPT)));
        assertThat(objects()).hasSize(1);
    }

    @Test
    void store_withoutTheBucket_fails() throws IOException {
        BadRecords records = BadRecords.of(ErrorPolicy.deadLetter("spate://dead/"), store);
        records.take(bad("x"));
        assertThatThrownBy(records::store).isInstanceOf(IOException.class).hasMessageContaining("dead");
    }

    @Test
    void of_options_givesWhatTheySay() {
        assertThat(ErrorPolicy.of(options())).isEqualTo(new ErrorPolicy.Fail());
        assertThat(ErrorPolicy.of(options("scan.on-error", "skip"))).isEqualTo(new ErrorPolicy.Skip());
        assertThat(ErrorPolicy.of(
                        options("scan.on-error", "dead-letter", "scan.dead-letter.path", "spate://dead/letters")))
                .isEqualTo(new ErrorPolicy.DeadLetter(new ObjectUri("dead", "letters/")));
    }

    @Test
    void message_ofALongRecord_isShortAndInOneLine() {
        BadRecordException bad = new BadRecordException(
                new ObjectUri("bucket", "key"),
                7,
                "x\n".repeat(10_000).getBytes(StandardCharsets.UTF_8),
                "r".repeat(10_000));
        assertThat(bad.getMessage()).hasSizeLessThan(2500).doesNotContain("\n").contains("x\\u000ax", "...");
    }

    private static BadRecordException bad(String record) {
        return new BadRecordException(
                new ObjectUri("bucket", "key"), 7, record.getBytes(StandardCharsets.UTF_8), "because");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static TableOptions options(String... more) {
        Map<String, String> all = new HashMap<>(Map.of("path", "spate://bucket/", "format", "csv"));
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return TableOptions.of(all, Map.of());
    }

    private List<String> objects() throws IOException {
        List<String> keys = new ArrayList<>();
        for (ObjectInfo object :
                store.list(ListRequest.below(new ObjectUri("dead", ""))).objects()) {
            keys.add(object.uri().key());
        }
        return keys;
    }

    private String content(String key) throws IOException {
        return new String(store.bytes(new ObjectUri("dead", key)), StandardCharsets.UTF_8);
    }
}
