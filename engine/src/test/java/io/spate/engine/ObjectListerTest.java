package io.spate.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class ObjectListerTest {
    private final Keys store = new Keys();

    @Test
    void nextPage_twoThousandFiveHundredObjects_costThreeLists() throws Exception {
        store.addAll(numbered("logs/", 2_500));
        store.addAll(numbered("other/", 2_500));

        assertThat(list("spate://b/logs/")).hasSize(2_500);
        assertThat(store.requests).hasSize(3);
        assertThat(store.requests).allMatch(request -> request.prefix().key().equals("logs/"));
    }

    @Test
    void nextPage_plainKeyOfADirectory_costsNoMore() throws Exception {
        store.addAll(numbered("logs/", 2_500));

        assertThat(list("spate://b/logs")).hasSize(2_500);
        assertThat(store.requests).hasSize(3);
    }

    @Test
    void nextPage_plainKeyOfAnObject_costsOneList() throws Exception {
        store.addAll(List.of("logs", "logs.gz"));

        assertThat(list("spate://b/logs")).containsExactly("logs");
        assertThat(store.requests).hasSize(1);
    }

    @Test
    void nextPage_siblingsBefore_areSkippedAfterOnePage() throws Exception {
        store.addAll(List.of("logs"));
        store.addAll(numbered("logs-old/", 50_000));
        store.addAll(numbered("logs/", 1_500));
        store.addAll(numbered("logs2/", 50_000));

        assertThat(list("spate://b/logs")).hasSize(1_501).startsWith("logs").endsWith("logs/001499");
        assertThat(store.requests)
                .extracting(request -> request.prefix().key())
                .containsExactly("logs", "logs/", "logs/");
    }

    @Test
    void nextPage_siblingsAfter_endTheListing() throws Exception {
        store.addAll(numbered("logs/", 500));
        store.addAll(numbered("logs2/", 50_000));

        assertThat(list("spate://b/logs")).hasSize(500);
        assertThat(store.requests).hasSize(1);
    }

    @Test
    void nextPage_siblingsBeforeAndDirectoryOnOnePage_goesOnFromTheLastKey() throws Exception {
        store.addAll(numbered("logs-old/", 500));
        store.addAll(numbered("logs/", 1_000));

        assertThat(list("spate://b/logs")).hasSize(1_000).doesNotHaveDuplicates();
        assertThat(store.requests).hasSize(2);
        assertThat(store.requests.get(1).startAfter()).isEqualTo("logs/000499");
    }

    @Test
    void nextPage_glob_listsBelowItsPrefixAndFilters() throws Exception {
        store.addAll(numbered("a/2025/", 1_500));
        store.addAll(List.of("a/2026/x.csv", "a/2026/x.gz", "a/2026/y/z.csv"));

        assertThat(list("spate://b/a/2026/*.csv")).containsExactly("a/2026/x.csv");
        assertThat(store.requests).hasSize(1);
    }

    @Test
    void nextPage_nothingMatchesOnAPage_isEmptyWhileNotDone() throws Exception {
        store.addAll(numbered("a/", 1_500));
        ObjectLister lister = lister("spate://b/**/001499", "");

        assertThat(lister.nextPage()).isEmpty();
        assertThat(lister.isDone()).isFalse();
        assertThat(lister.cursor()).isEqualTo("a/000999");
        assertThat(lister.nextPage()).hasSize(1);
        assertThat(lister.isDone()).isTrue();
        assertThat(lister.nextPage()).isEmpty();
    }

    @Test
    void nextPage_everyCursor_resumesExactlyThere() throws Exception {
        store.addAll(List.of("logs", "logs!x"));
        store.addAll(numbered("logs-old/", 1_200));
        store.addAll(numbered("logs/", 1_200));
        store.addAll(numbered("logs2/", 1_200));
        for (String pattern : List.of("spate://b/logs", "spate://b/logs/", "spate://b/logs*/**", "spate://b")) {
            List<String> all = list(pattern);
            for (String cursor : List.of(
                    "", "logs", "logs!x", "logs-old/000500", "logs/000700", "logs/001199", "logs2/000001", "z")) {
                assertThat(listFrom(pattern, cursor))
                        .as("%s after %s", pattern, cursor)
                        .isEqualTo(all.stream()
                                .filter(key -> ObjectUri.compareKeys(key, cursor) > 0)
                                .toList());
            }
        }
    }

    @Test
    void nextPage_resumedPastThePlainKey_sendsNothing() throws Exception {
        assertThat(listFrom("spate://b/logs", "logs2")).isEmpty();
        assertThat(store.requests).isEmpty();
    }

    @Test
    void nextPage_failed_canBeAskedAgain() throws Exception {
        store.addAll(numbered("a/", 1_500));
        ObjectLister lister = lister("spate://b/a/", "");
        assertThat(lister.nextPage()).hasSize(1_000);

        store.listFailure = Optional.of(Kind.UNAVAILABLE);
        assertThat(failure(lister)).isEqualTo(Kind.UNAVAILABLE);
        store.listFailure = Optional.empty();

        assertThat(lister.nextPage()).hasSize(500);
        assertThat(lister.isDone()).isTrue();
    }

    @Test
    void nextPage_mayNotListButRead_givesTheObject() throws Exception {
        store.addAll(List.of("a/b"));
        store.listFailure = Optional.of(Kind.DENIED);
        ObjectLister lister = lister("spate://b/a/b", "");

        assertThat(lister.nextPage()).extracting(info -> info.uri().key()).containsExactly("a/b");
        assertThat(lister.isDone()).isTrue();
        assertThat(lister.cursor()).isEqualTo("a/b");
        assertThat(store.heads).isEqualTo(1);
        assertThat(listFrom("spate://b/a/b", "a/b")).isEmpty();
    }

    @Test
    void nextPage_mayNeitherListNorFind_saysDenied() {
        store.listFailure = Optional.of(Kind.DENIED);

        assertThat(failure(lister("spate://b/a/b", ""))).isEqualTo(Kind.DENIED);
        assertThat(store.heads).isEqualTo(1);
    }

    @Test
    void nextPage_mayNotListADirectoryOrGlob_asksForNoHead() {
        store.listFailure = Optional.of(Kind.DENIED);

        assertThat(failure(lister("spate://b/a/", ""))).isEqualTo(Kind.DENIED);
        assertThat(failure(lister("spate://b/a*", ""))).isEqualTo(Kind.DENIED);
        assertThat(store.heads).isZero();
    }

    @Test
    void nextPage_storeRepeatsAPage_isInvalidAndNotEndless() throws Exception {
        store.addAll(numbered("a/", 1_500));
        store.ignoresTokens = true;
        ObjectLister lister = lister("spate://b/a/", "");
        lister.nextPage();

        assertThat(failure(lister)).isEqualTo(Kind.INVALID);
    }

    private static Kind failure(ObjectLister lister) {
        return catchThrowableOfType(StoreException.class, lister::nextPage).kind();
    }

    private List<String> list(String pattern) throws StoreException {
        store.requests.clear();
        return listFrom(pattern, "");
    }

    private List<String> listFrom(String pattern, String startAfter) throws StoreException {
        List<String> keys = new ArrayList<>();
        ObjectLister lister = lister(pattern, startAfter);
        while (!lister.isDone()) {
            lister.nextPage().forEach(info -> keys.add(info.uri().key()));
        }
        return keys;
    }

    private ObjectLister lister(String pattern, String startAfter) {
        return new ObjectLister(store, PathPattern.parse(pattern), startAfter);
    }

    private static List<String> numbered(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> prefix + String.format("%06d", i))
                .toList();
    }

    /** A bucket of empty objects that writes down every LIST. */
    private static final class Keys extends ForwardingStore {
        private final TreeSet<String> keys = new TreeSet<>(ObjectUri::compareKeys);
        private final List<ListRequest> requests = new ArrayList<>();
        private Optional<Kind> listFailure = Optional.empty();
        private boolean ignoresTokens;
        private int heads;

        Keys() {
            super(new MemoryStore());
        }

        @Override
        void before(StoreRequest request) {
            throw new AssertionError("a listing must only list and ask for heads, but it sends " + request);
        }

        void addAll(Collection<String> more) {
            keys.addAll(more);
        }

        @Override
        public ListPage list(ListRequest request) throws StoreException {
            requests.add(request);
            if (listFailure.isPresent()) {
                throw new StoreException(listFailure.get(), StoreRequest.list(request.prefix()), "as the test wants");
            }
            String start = ignoresTokens ? "" : request.token().orElse(request.startAfter());
            Stream<String> matching = keys.tailSet(start, false).stream()
                    .filter(key -> key.startsWith(request.prefix().key()));
            List<String> found = matching.limit(request.maxKeys() + 1L).toList();
            List<String> page = found.subList(0, Math.min(found.size(), request.maxKeys()));
            return new ListPage(
                    page.stream()
                            .map(key -> info(request.prefix().withKey(key)))
                            .toList(),
                    List.of(),
                    found.size() > page.size() ? Optional.of(page.get(page.size() - 1)) : Optional.empty());
        }

        @Override
        public ObjectDetails details(ObjectUri uri) throws StoreException {
            heads++;
            if (!keys.contains(uri.key())) {
                throw new StoreException(Kind.NOT_FOUND, StoreRequest.head(uri), "no such key");
            }
            return new ObjectDetails(info(uri), ObjectAttributes.NONE);
        }

        private static ObjectInfo info(ObjectUri uri) {
            return new ObjectInfo(uri, 0, "e", Instant.EPOCH);
        }
    }
}
