package io.spate.source;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

import static org.assertj.core.api.Assertions.assertThat;

class DiscoveryTest {
    private static final Duration WINDOW = Duration.ofSeconds(100);

    @Test
    void isNew_inTheFirstRound_isEveryObject() {
        Discovery discovery = new Discovery(WINDOW, DiscoveryState.beginning());
        for (int i = 0; i < 10_000; i++) {
            assertThat(discovery.isNew(object("key-" + i, "etag", i))).isTrue();
        }
        discovery.endRound();
        assertThat(discovery.snapshot().cursor()).isEqualTo(9_999_000);
        assertThat(discovery.snapshot().seen()).hasSize(101);
        for (int i = 0; i < 10_000; i++) {
            assertThat(discovery.isNew(object("key-" + i, "etag", i))).isFalse();
        }
    }

    @Test
    void isNew_sameSecondOrLateWithinTheWindow_isFound() {
        Discovery discovery = new Discovery(WINDOW, DiscoveryState.beginning());
        discovery.isNew(object("a", "1", 1000));
        discovery.endRound();
        assertThat(discovery.isNew(object("same second", "1", 1000))).isTrue();
        assertThat(discovery.isNew(object("long upload", "1", 900))).isTrue();
        assertThat(discovery.isNew(object("too late", "1", 899))).isFalse();
    }

    @Test
    void isNew_overwrittenObject_isFoundAndTheSameBytesAgainAreNot() {
        Discovery discovery = new Discovery(WINDOW, DiscoveryState.beginning());
        discovery.isNew(object("a", "1", 1000));
        discovery.endRound();
        assertThat(discovery.isNew(object("a", "2", 1001))).isTrue();
        assertThat(discovery.isNew(object("a", "2", 1090))).isFalse();
        discovery.isNew(object("b", "1", 1150));
        discovery.endRound();
        assertThat(discovery.isNew(object("a", "2", 1090))).isFalse();
    }

    @Test
    void rounds_withRestoresAndLateObjects_findEachVersionOnceAndRememberNoMoreThanTheWindow() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Discovery discovery = new Discovery(WINDOW, DiscoveryState.beginning());
            List<ObjectInfo> store = new ArrayList<>();
            List<ObjectInfo> found = new ArrayList<>();
            for (int round = 0; round < 40; round++) {
                for (int i = random.nextInt(20); i > 0; i--) {
                    int late = random.nextInt(40);
                    store.add(object("key-" + store.size(), "etag", 1000 + round * 30L - late));
                }
                for (ObjectInfo object : store) {
                    if (discovery.isNew(object)) {
                        found.add(object);
                    }
                    if (random.nextInt(50) == 0) {
                        discovery = new Discovery(WINDOW, discovery.snapshot());
                    }
                }
                discovery.endRound();
                long floor = discovery.snapshot().cursor() - WINDOW.toMillis();
                assertThat(discovery.snapshot().seen().values())
                        .as("seed %d", seed)
                        .allMatch(seen -> seen.lastModified() >= floor);
            }
            assertThat(found).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(store);
        }
    }

    private static ObjectInfo object(String key, String etag, long second) {
        return new ObjectInfo(new ObjectUri("bucket", key), 1, etag, Instant.ofEpochSecond(second));
    }
}
