package io.spate.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.CountingStore;
import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.PartitionLayout;
import io.spate.engine.PathPattern;
import io.spate.engine.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Partitions are found, and those that are not wanted are not listed. */
class PartitionsTest {
    private static final PathPattern PATH = PathPattern.parse("spate://bucket/t/");

    private final MemoryStore memory = new MemoryStore();
    private final CountingStore store = new CountingStore(memory);
    private LogicalType dayType = new IntType();
    private final PartitionLayout layout = PartitionLayout.of(List.of("day", "c"), Optional.empty());

    @Test
    void list_twoLevels_costsOneListForEachDirectoryAboveTheLast() throws Exception {
        for (int day = 0; day < 50; day++) {
            put("t/day=" + day + "/c=fr/x", "t/day=" + day + "/c=__HIVE_DEFAULT_PARTITION__/x");
        }
        put("t/_temporary/c=fr/x", "t/readme", "t/other/x/y", "t/day=1/stray");

        List<Map<String, String>> partitions = listing(Selection.DEFAULT).list(List.of(PATH));

        assertThat(partitions).hasSize(100);
        assertThat(partitions.get(0)).containsEntry("day", "0").containsEntry("c", null);
        assertThat(store.count(Operation.LIST)).isEqualTo(1 + 50 + 1);
    }

    @Test
    void list_directoryThatIsNoValue_isLeftOutIfNoneOfItsObjectsIsRead() throws Exception {
        put("t/day=1/c=fr/x", "t/day=unknown/c=fr/x", "t/day=unknown/c=fr/y.csv");
        Selection excluded = Selection.DEFAULT.withExclude(List.of("day=unknown/**"));
        Selection someExcluded = Selection.DEFAULT.withExclude(List.of("*.csv"));

        assertThat(listing(excluded).list(List.of(PATH))).containsExactly(Map.of("day", "1", "c", "fr"));
        assertThatThrownBy(() -> listing(someExcluded).list(List.of(PATH)))
                .hasMessageContaining("spate://bucket/t/day=unknown/c=fr/")
                .hasMessageContaining("'unknown' for column 'day'")
                .hasMessageContaining("scan.exclude");
    }

    @Test
    void nextPage_onePartition_listsItAlone() throws Exception {
        manyObjects();

        assertThat(read(List.of(values("7", "a")))).hasSize(1200);
        assertThat(store.count(Operation.LIST)).isEqualTo(2);
    }

    @Test
    void nextPage_distantPartitions_jumpsOverWhatIsBetween() throws Exception {
        manyObjects();

        assertThat(read(List.of(values("1", "b"), values("5", "b"), values("9", "b"))))
                .hasSize(9);
        assertThat(store.count(Operation.LIST)).isEqualTo(3);
    }

    @Test
    void nextPage_thousandsOfSmallPartitions_listsAboutAsMuchAsEverything() throws Exception {
        List<List<Optional<String>>> wanted = new ArrayList<>();
        for (int day = 0; day < 5000; day++) {
            put("t/day=" + day + "/c=a/x", "t/day=" + day + "/c=b/x");
            wanted.add(values(Integer.toString(day), "b"));
        }

        assertThat(read(wanted)).hasSize(5000);
        assertThat(store.count(Operation.LIST)).isLessThanOrEqualTo(11);
    }

    @Test
    void nextPage_resumedAnywhere_givesTheRest() throws Exception {
        manyObjects();
        Partitions partitions =
                Partitions.all(layout).only(List.of(values("1", "a"), values("1", "b"), values("8", "b")));
        List<String> all = new ArrayList<>();
        PrefixPages pages = new PrefixPages(store, PATH.prefix(), partitions.prefixes(PATH), "");
        while (!pages.isDone()) {
            all.addAll(keys(pages.nextPage()));
            pages = new PrefixPages(store, PATH.prefix(), partitions.prefixes(PATH), pages.cursor());
        }

        assertThat(all).hasSize(1206).doesNotHaveDuplicates();
    }

    @Test
    void nextPage_noPartitions_asksForNothing() throws Exception {
        manyObjects();

        assertThat(read(List.of())).isEmpty();
        assertThat(store.count(Operation.LIST)).isZero();
    }

    @Test
    void nextPage_otherSpellingOfValue_isFoundToo() throws Exception {
        put("t/day=12:30/c=a/x", "t/day=12%3A30/c=a/x", "t/day=12%3a30/c=a/x", "t/day=12:31/c=a/x");

        assertThat(read(List.of(values("12:30", "a")))).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "New York, New%20York",
        "a+b, a%2Bb",
        "a&b, a%26b",
        "'a,b', a%2Cb",
        "a@b~(c)!, a%40b%7E%28c%29%21",
        "é, %C3%A9",
        "\uD83D\uDE00, %F0%9F%98%80",
    })
    void nextPage_valueThatOtherToolsEscape_isFoundInBothSpellings(String value, String escaped) throws Exception {
        dayType = new VarCharType(100);
        put("t/day=" + value + "/c=a/x", "t/day=" + escaped + "/c=a/x", "t/day=z/c=a/x");

        assertThat(listing(Selection.DEFAULT).list(List.of(PATH)))
                .contains(Map.of("day", value, "c", "a"))
                .hasSize(2);
        assertThat(read(List.of(values(value, "a")))).hasSize(2);
    }

    @Test
    void nextPage_emptyPagesWithToken_goesOnByTheToken() throws Exception {
        manyObjects();
        ObjectStore sparse = new EmptyPages(memory);
        Partitions partitions = Partitions.all(layout).only(List.of(values("1", "b"), values("8", "b")));
        PrefixPages pages = new PrefixPages(sparse, PATH.prefix(), partitions.prefixes(PATH), "");
        List<String> all = new ArrayList<>();
        while (!pages.isDone()) {
            all.addAll(keys(pages.nextPage()));
        }

        assertThat(all).hasSize(6);
    }

    @Test
    void nextPage_keysBeyondTheOrderOfUtf16_areFound() throws Exception {
        put("t/day=\uD83D\uDE00/c=a/x", "t/day=\uFFEE/c=a/x", "t/day=z/c=a/x");

        assertThat(read(List.of(values("\uD83D\uDE00", "a"), values("\uFFEE", "a"))))
                .hasSize(2);
    }

    @Test
    void contains_objectOutside_isRefusedByNameButDirectoriesAreNot() {
        Partitions all = Partitions.all(layout);

        assertThat(all.contains(PATH, TestObjects.object("t/day=1/", 0))).isFalse();
        assertThatThrownBy(() -> all.contains(PATH, TestObjects.object("t/day=1/x", 1)))
                .hasMessageContaining("spate://bucket/t/day=1/x is in no partition 'day=.../c=...'")
                .hasMessageContaining("scan.exclude");
    }

    /** Partition a of each of ten days has 1200 objects, and partition b three. */
    private void manyObjects() {
        for (int day = 0; day < 10; day++) {
            for (int i = 0; i < 1200; i++) {
                put("t/day=" + day + "/c=a/" + i);
            }
            put("t/day=" + day + "/c=b/0", "t/day=" + day + "/c=b/1", "t/day=" + day + "/c=b/2");
        }
    }

    /** Answers each request that goes on with no token by an empty page with one, as stores may that search for long. */
    private static final class EmptyPages extends CountingStore {
        private int pages;

        EmptyPages(ObjectStore store) {
            super(store);
        }

        /** Fails instead of being asked for ever. */
        @Override
        public ListPage list(ListRequest request) throws StoreException {
            assertThat(++pages).isLessThan(100);
            return request.token().isEmpty()
                    ? new ListPage(List.of(), List.of(), Optional.of(request.startAfter()))
                    : super.list(request);
        }
    }

    private PartitionListing listing(Selection selection) {
        List<PartitionColumn> columns =
                List.of(new PartitionColumn("day", dayType), new PartitionColumn("c", new VarCharType(100)));
        return new PartitionListing(store, layout, columns, selection);
    }

    private List<String> read(List<List<Optional<String>>> wanted) throws Exception {
        ScanSettings settings = TestSettings.with(
                TestSettings.of("spate://bucket/t/"), Partitions.all(layout).only(wanted));
        PathListing listing = new PathListing(store, settings, PathListing.beginning(Optional.empty()));
        List<String> keys = new ArrayList<>();
        while (!listing.isDone()) {
            PathListing.Page page = listing.nextPage();
            keys.addAll(keys(page.objects()));
            listing.advance(page);
        }
        return keys;
    }

    private static List<String> keys(List<ObjectInfo> objects) {
        return objects.stream().map(object -> object.uri().key()).toList();
    }

    private static List<Optional<String>> values(String... texts) {
        return List.of(texts).stream().map(Optional::of).toList();
    }

    private void put(String... keys) {
        for (String key : keys) {
            memory.put(new ObjectUri("bucket", key), new byte[] {'x'});
        }
    }
}
