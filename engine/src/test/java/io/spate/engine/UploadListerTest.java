package io.spate.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(60)
class UploadListerTest {
    private static final ObjectUri PREFIX = ObjectUri.parse("spate://bucket/dir/");

    private final MemoryStore memory = new MemoryStore();
    private final CountingStore store = new CountingStore(memory);

    @Test
    void next_threePages_givesEveryUploadBelowThePrefixOnceInThreeRequests() throws Exception {
        memory.createBucket("bucket");
        for (int i = 0; i < 250; i++) {
            memory.createUpload(PREFIX.withKey("dir/%03d".formatted(i / 2)), ObjectAttributes.NONE);
        }
        memory.createUpload(PREFIX.withKey("directory"), ObjectAttributes.NONE);

        List<UploadInfo> uploads = all(new UploadLister(store, PREFIX));

        assertThat(uploads).hasSize(250).doesNotHaveDuplicates();
        assertThat(uploads).allMatch(upload -> upload.uri().key().startsWith("dir/"));
        assertThat(store.requests()).hasSize(3);
    }

    @Test
    void next_noUploads_isEmptyAndStaysSo() throws Exception {
        memory.createBucket("bucket");
        UploadLister lister = new UploadLister(store, PREFIX);

        assertThat(lister.next()).isEmpty();
        assertThat(lister.next()).isEmpty();
        assertThat(store.requests()).hasSize(1);
    }

    @Test
    void next_noSuchBucket_isNotFound() {
        assertThat(failure(new UploadLister(store, PREFIX)).kind()).isEqualTo(Kind.NOT_FOUND);
    }

    @Test
    void next_pageFails_isAskedForAgain() throws Exception {
        memory.createBucket("bucket");
        for (int i = 0; i < 101; i++) {
            memory.createUpload(PREFIX.withKey("dir/%03d".formatted(i)), ObjectAttributes.NONE);
        }
        AtomicInteger requests = new AtomicInteger();
        UploadLister lister = new UploadLister(
                new FaultyStore(
                        memory, FaultyStore.failing(Kind.UNAVAILABLE, request -> requests.incrementAndGet() == 2)),
                PREFIX);
        for (int i = 0; i < 100; i++) {
            lister.next();
        }

        assertThat(failure(lister).kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(all(lister)).extracting(upload -> upload.uri().key()).containsExactly("dir/100");
    }

    @Test
    void next_emptyPagesAndForeignKeys_areSkipped() throws Exception {
        Pages pages = new Pages(List.of(
                page(Optional.of(position("dir/a", "1"))),
                page(Optional.of(position("dir/b", "1")), "other/x", "dir/b"),
                page(Optional.empty())));

        assertThat(all(new UploadLister(pages, PREFIX)))
                .extracting(upload -> upload.uri().key())
                .containsExactly("dir/b");
        assertThat(pages.asked)
                .containsExactly(
                        Optional.empty(), Optional.of(position("dir/a", "1")), Optional.of(position("dir/b", "1")));
    }

    @Test
    void next_uploadsOfOneKeyByAge_goesOn() throws Exception {
        Pages pages = new Pages(List.of(
                page(Optional.of(position("dir/a", "9")), "dir/a"),
                page(Optional.of(position("dir/a", "1")), "dir/a"),
                page(Optional.empty(), "dir/a")));

        assertThat(all(new UploadLister(pages, PREFIX))).hasSize(3);
    }

    @Test
    void next_samePositionAgain_isInvalidBeforeAnythingIsGivenTwice() throws Exception {
        UploadPage same = page(Optional.of(position("dir/a", "1")), "dir/a");
        UploadLister lister = new UploadLister(new Pages(List.of(same, same)), PREFIX);

        assertThat(lister.next()).isPresent();
        assertThat(failure(lister))
                .returns(Kind.INVALID, StoreException::kind)
                .hasMessageContaining("LIST_UPLOADS spate://bucket/dir/")
                .hasMessageContaining("does not advance")
                .hasMessageContaining("'dir/a' upload '1'");
    }

    @Test
    void next_positionBefore_isInvalid() {
        UploadLister lister = new UploadLister(
                new Pages(
                        List.of(page(Optional.of(position("dir/b", "1"))), page(Optional.of(position("dir/a", "2"))))),
                PREFIX);

        assertThat(failure(lister).kind()).isEqualTo(Kind.INVALID);
    }

    private static StoreException failure(UploadLister lister) {
        return catchThrowableOfType(StoreException.class, lister::next);
    }

    private static List<UploadInfo> all(UploadLister lister) throws StoreException {
        List<UploadInfo> uploads = new ArrayList<>();
        for (Optional<UploadInfo> next = lister.next(); next.isPresent(); next = lister.next()) {
            uploads.add(next.get());
        }
        return uploads;
    }

    private static UploadPage.Position position(String key, String uploadId) {
        return new UploadPage.Position(key, uploadId);
    }

    private static UploadPage page(Optional<UploadPage.Position> next, String... keys) {
        return new UploadPage(
                List.of(keys).stream()
                        .map(key -> new UploadInfo(PREFIX.withKey(key), "id", Instant.EPOCH))
                        .toList(),
                next);
    }

    /** Answers with prepared pages, whatever is asked. */
    private static final class Pages extends ForwardingStore {
        private final List<UploadPage> pages;
        private final List<Optional<UploadPage.Position>> asked = new ArrayList<>();

        Pages(List<UploadPage> pages) {
            super(new MemoryStore());
            this.pages = pages;
        }

        @Override
        void before(StoreRequest request) {}

        @Override
        public UploadPage listUploads(ObjectUri prefix, Optional<UploadPage.Position> after) {
            asked.add(after);
            return pages.get(asked.size() - 1);
        }
    }
}
