package io.spate.bulk;

import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class JsonTest {
    @Test
    void of_string_escapesWhatIsNotPrintableAscii() {
        assertThat(Json.of("a\"b\\c/\n\r\t\u0000\u001b\u007f\u2028 ü \uD83D\uDE00"))
                .isEqualTo("\"a\\\"b\\\\c/\\n\\r\\t\\u0000\\u001b\\u007f\\u2028 \\u00fc \\ud83d\\ude00\"");
    }

    @Test
    void of_map_keepsOrderAndNests() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("z", 1L);
        members.put("a", Map.of("get", 2));
        members.put("seconds", 0.25);
        members.put("ok", true);

        assertThat(Json.of(members)).isEqualTo("{\"z\":1,\"a\":{\"get\":2},\"seconds\":0.25,\"ok\":true}");
    }
}
