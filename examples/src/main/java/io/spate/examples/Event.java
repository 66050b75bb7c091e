package io.spate.examples;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import static java.util.Objects.requireNonNull;

/**
 * Somebody pays something.
 *
 * @param id which one of the sequence it is, from 0
 * @param user such as {@code user-17}
 * @param country two letters
 * @param time milliseconds since the beginning of 1970 in UTC
 * @param cents the amount
 */
public record Event(long id, String user, String country, long time, long cents) implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final List<String> COUNTRIES = List.of("AT", "BR", "CN", "DE", "FR", "IN", "JP", "US");
    private static final long FIRST_TIME = Instant.parse("2026-11-30T23:00:00Z").toEpochMilli();
    private static final int STEP_MILLIS = 20;
    private static final int USERS = 10_000;
    private static final int MOST_CENTS = 100_000;

    public Event {
        requireNonNull(user, "user is null");
        requireNonNull(country, "country is null");
    }

    /** One event of a sequence that is the same each time. Fifty of them happen in a second. */
    public static Event of(long id) {
        Random random = new Random(id);
        return new Event(
                id,
                "user-" + random.nextInt(USERS),
                COUNTRIES.get(random.nextInt(COUNTRIES.size())),
                FIRST_TIME + id * STEP_MILLIS,
                random.nextInt(MOST_CENTS));
    }

    /** JSON in UTF-8, on one line without its end. */
    public byte[] toJson() {
        return String.format(
                        Locale.ROOT,
                        "{\"id\":%d,\"user\":\"%s\",\"country\":\"%s\",\"time\":\"%s\",\"amount\":%d.%02d}",
                        id,
                        user,
                        country,
                        Instant.ofEpochMilli(time),
                        cents / 100,
                        cents % 100)
                .getBytes(StandardCharsets.UTF_8);
    }
}
