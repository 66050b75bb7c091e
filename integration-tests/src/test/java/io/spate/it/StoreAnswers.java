package io.spate.it;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import io.spate.embedded.Answer;

/** What a store front says by itself. */
final class StoreAnswers {
    private StoreAnswers() {}

    static Answer xml(String text) {
        return xml(200, text);
    }

    static Answer error(int status, String code) {
        return xml(status, "<Error><Code>" + code + "</Code><Message>The store front says so.</Message></Error>");
    }

    private static Answer xml(int status, String text) {
        String document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + text;
        return new Answer(status, Map.of("Content-Type", "application/xml"), document.getBytes(StandardCharsets.UTF_8));
    }
}
