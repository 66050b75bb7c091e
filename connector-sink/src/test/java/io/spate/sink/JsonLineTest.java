package io.spate.sink;

import java.nio.charset.StandardCharsets;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JsonLineTest {
    @Test
    void toBytes_fields_areInOrderOnOneLine() {
        byte[] line = new JsonLine().field("b", "x").field("a", Long.MIN_VALUE).toBytes();

        assertThat(new String(line, StandardCharsets.UTF_8)).isEqualTo("{\"b\":\"x\",\"a\":-9223372036854775808}\n");
    }

    @Test
    void toBytes_noFields_isAnEmptyObject() {
        assertThat(new JsonLine().toBytes()).isEqualTo("{}\n".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void toBytes_everyCharacter_isReadBackFromOneLineOfUtf8() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        for (int first = 0; first <= Character.MAX_CODE_POINT; first += 256) {
            StringBuilder text = new StringBuilder();
            for (int c = first; c < first + 256; c++) {
                text.appendCodePoint(c);
            }
            byte[] line = new JsonLine().field("key", text.toString()).toBytes();
            JsonNode read = mapper.readTree(line);

            assertThat(read.get("key").textValue()).isEqualTo(text.toString());
            assertThat(new String(line, StandardCharsets.UTF_8).lines()).hasSize(1);
        }
    }

    @Test
    void toBytes_whatJsonEscapes_isEscaped() {
        byte[] line = new JsonLine().field("\"", "\\\n\u2028é\uD800").toBytes();

        assertThat(new String(line, StandardCharsets.UTF_8)).isEqualTo("{\"\\\"\":\"\\\\\\u000a\\u2028é\\ud800\"}\n");
    }
}
