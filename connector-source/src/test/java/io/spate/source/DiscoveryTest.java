package io.spate.source;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

import static org.assertj.core.api.Assertions.assertThat;

class DiscoveryTest {
    private static final Duration WINDOW = Duration.ofSeconds(100);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE / 2);

    @Test
    void isNew_beginningAtATime_isOnlyWhatWasModifiedSince() {
        AtomicLong clock = new AtomicLong(5_000_000);
        Discovery latest = new Discovery(WINDOW, clock::get, DiscoveryState.beginningAt(List.of(), 5_000_000, WINDOW));
        latest.beginRound();

        assertThat(latest.isNew(modified("old", 4_999_999))).isFalse();
        assertThat(latest.isNew(modified("same", 5_000_000))).isTrue();
        latest.endRound();
        latest = new Discovery(WINDOW, clock::get, latest.snapshot());
        latest.beginRound();
        assertThat(latest.isNew(modified("old", 4_999_999))).isFalse();
        assertThat(latest.isNew(modified("same", 5_000_000))).isFalse();
        assertThat(latest.isNew(modified("new", 5_000_001))).isTrue();
    }

    private static ObjectInfo modified(String key, long millis) {
        return new ObjectInfo(new ObjectUri("bucket", key), 1, "etag-" + key, Instant.ofEpochMilli(millis));
    }

    @Test
    void isNew_appearedBehindAListingThatLastsLongerThanTheWindow_isFound() {
        Discovery discovery = new Discovery(WINDOW, now::get, DiscoveryState.beginning(List.of()));
        now.set(1_000_000);
        discovery.beginRound();
        discovery.isNew(object("a", "1", 10));
        assertThat(discovery.isNew(object("z", "1", 5_000))).isTrue();
        discovery = new Discovery(WINDOW, now::get, discovery.snapshot());
        discovery.endRound();
        now.set(6_000_000);
        discovery.beginRound();
        assertThat(discovery.isNew(object("behind", "1", 1_100))).isTrue();
        assertThat(discovery.isNew(object("z", "1", 5_000))).isFalse();
        discovery.endRound();
        assertThat(discovery.isNew(object("behind", "1", 1_100))).isFalse();
    }

    @Test
    void isNew_manyRememberedAndManyNew_forgetsNoneBeforeTheRoundHasComePast() {
        Discovery discovery = new Discovery(WINDOW, now::get, DiscoveryState.beginning(List.of()));
        discovery.beginRound();
        for (int i = 0; i < 3000; i++) {
            discovery.isNew(object("key-" + i, "1", 1000 + i % 90));
        }
        discovery.endRound();
        discovery = new Discovery(WINDOW, now::get, discovery.snapshot());
        for (int i = 0; i < 3000; i++) {
            assertThat(discovery.isNew(object("a new one " + i, "1", 1150))).isTrue();
        }
        for (int i = 0; i < 3000; i++) {
            assertThat(discovery.isNew(object("key-" + i, "1", 1000 + i % 90))).isFalse();
        }
        discovery.endRound();
        assertThat(discovery.snapshot().seen()).hasSizeLessThan(6000).hasSizeGreaterThan(3000);
    }

    @Test
    void isNew_storeWithoutEtags_goesByTheTime() {
        Discovery discovery = new Discovery(WINDOW, now::get, DiscoveryState.beginning(List.of()));
        assertThat(discovery.isNew(object("a", "", 1000))).isTrue();
        assertThat(discovery.isNew(object("a", "", 1000))).isFalse();
        assertThat(discovery.isNew(object("a", "", 1001))).isTrue();
    }

    @Test
    void isNew_inTheFirstRound_isEveryObject() {
        Discovery discovery = new Discovery(WINDOW, now::get, DiscoveryState.beginning(List.of()));
        discovery.beginRound();
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
        Discovery discovery = new Discovery(WINDOW, now::get, DiscoveryState.beginning(List.of()));
        discovery.beginRound();
        discovery.isNew(object("a", "1", 1000));
        discovery.endRound();
        assertThat(discovery.isNew(object("same second", "1", 1000))).isTrue();
        assertThat(discovery.isNew(object("long upload", "1", 900))).isTrue();
        assertThat(discovery.isNew(object("too late", "1", 899))).isFalse();
    }

    @Test
    void isNew_overwrittenObject_isFoundAndTheSameBytesAgainAreNot() {
        Discovery discovery = new Discovery(WINDOW, now::get, DiscoveryState.beginning(List.of()));
        discovery.beginRound();
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
            Discovery discovery = new Discovery(WINDOW, now::get, DiscoveryState.beginning(List.of()));
            List<ObjectInfo> store = new ArrayList<>();
            List<ObjectInfo> found = new ArrayList<>();
            for (int round = 0; round < 40; round++) {
                for (int i = random.nextInt(20); i > 0; i--) {
                    int late = random.nextInt(40);
                    store.add(object("key-" + store.size(), "etag", 1000 + round * 30L - late));
                }
                discovery.beginRound();
                for (ObjectInfo object : store) {
                    if (discovery.isNew(object)) {
                        found.add(object);
                    }
                    if (random.nextInt(50) == 0) {
                        discovery = new Discovery(WINDOW, now::get, discovery.snapshot());
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
