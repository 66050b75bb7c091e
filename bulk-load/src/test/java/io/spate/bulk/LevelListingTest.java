package io.spate.bulk;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.spate.engine.CountingStore;
import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class LevelListingTest {
    private final MemoryStore memory = new MemoryStore();
    private final CountingStore store = new CountingStore(memory);

    @Test
    void print_keyWithManySiblings_asksForNoneOfThem() throws IOException {
        put("a");
        put("a/1");
        put("a/2/3");
        for (int i = 0; i < 3000; i++) {
            put("a-" + i);
            put("ab-" + i);
        }

        assertThat(listed(store, "spate://bucket/a"))
                .containsExactlyInAnyOrder("spate://bucket/a", "spate://bucket/a/1", "spate://bucket/a/2/");
        assertThat(store.count(Operation.LIST)).isEqualTo(2);
        assertThat(store.requests()).hasSize(2);
    }

    @Test
    void print_keyThatIsADirectoryOnly_showsWhatIsInIt() throws IOException {
        put("a!");
        put("a/1");

        assertThat(listed(store, "spate://bucket/a")).containsExactly("spate://bucket/a/1");
    }

    @Test
    void print_directory_isOneRequest() throws IOException {
        put("a/1");
        put("ab");

        assertThat(listed(store, "spate://bucket/a/")).containsExactly("spate://bucket/a/1");
        assertThat(listed(store, "spate://bucket")).containsExactlyInAnyOrder("spate://bucket/a/", "spate://bucket/ab");
        assertThat(store.requests()).hasSize(2);
    }

    @Test
    void print_objectWithoutTheRightToList_asksForItAlone() throws IOException {
        put("a");
        NoListing denying = new NoListing(memory);

        assertThat(listed(denying, "spate://bucket/a")).containsExactly("spate://bucket/a");
        assertThat(denying.count(Operation.HEAD)).isEqualTo(1);
    }

    @Test
    void print_nothingWithoutTheRightToList_isDenied() {
        memory.createBucket("bucket");

        assertThatThrownBy(() -> listed(new NoListing(memory), "spate://bucket/a"))
                .isInstanceOfSatisfying(StoreException.class, denied -> assertThat(denied.kind())
                        .isEqualTo(Kind.DENIED));
    }

    private void put(String key) {
        memory.put(new ObjectUri("bucket", key), new byte[1]);
    }

    /** The URIs that are shown. */
    private static List<String> listed(ObjectStore store, String uri) throws IOException {
        StringWriter out = new StringWriter();
        new LevelListing(store, ObjectUri.parse(uri), new ListingPrinter(new PrintWriter(out), false)).print();
        return out.toString()
                .lines()
                .map(line -> line.substring(line.indexOf("spate://")))
                .toList();
    }

    private static final class NoListing extends CountingStore {
        NoListing(ObjectStore store) {
            super(store);
        }

        @Override
        public ListPage list(ListRequest request) throws StoreException {
            throw new StoreException(Kind.DENIED, StoreRequest.list(request.prefix()), "no right to list");
        }
    }
}
