package io.spate.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.StoreException.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class BulkCopyTest extends CopyFixture {
    @Test
    void copy_smallObject_costsFourRequestsAndKeepsAttributesButTheMarker() throws Exception {
        ObjectInfo source = source(LARGEST);
        CountingStore store = new CountingStore(memory);

        CommittedObject copied = copy(store).copy(source, WriteTarget.of(TARGET).withMarker("new"));

        assertThat(store.requests())
                .containsExactly(
                        StoreRequest.head(SOURCE),
                        StoreRequest.of(Operation.COPY, TARGET),
                        StoreRequest.head(SOURCE),
                        StoreRequest.head(TARGET));
        requireCopied(source, "new");
        assertThat(copied)
                .isEqualTo(
                        new CommittedObject(TARGET, LARGEST, memory.head(TARGET).etag(), false));
    }

    @Test
    void copy_detailsAreKnownAndSizesAreNotVerified_savesTwoRequests() throws Exception {
        source(LARGEST);
        CountingStore store = new CountingStore(memory);
        BulkCopy copy =
                new BulkCopy(store, SpateOptions.of(Map.of("write.verify-size", "false")), bucket -> PROFILE, threads);

        copy.copy(memory.details(SOURCE), WriteTarget.of(TARGET));

        assertThat(store.requests())
                .containsExactly(StoreRequest.of(Operation.COPY, TARGET), StoreRequest.head(SOURCE));
    }

    @Test
    void copy_storeGivesItTheEtagOfItsSource_needsNoOtherProofOfItsVersion() throws Exception {
        ObjectInfo source = source(10);
        CountingStore store = new CountingStore(givingTheEtagOfTheSource());

        copy(store).copy(source, WriteTarget.of(TARGET));

        assertThat(operations(store)).containsExactly(Operation.HEAD, Operation.COPY, Operation.HEAD);
    }

    @Test
    void copyAsIs_smallObject_costsTwoRequestsAndKeepsTheMarker() throws Exception {
        ObjectInfo source = source(LARGEST);
        CountingStore store = new CountingStore(memory);

        CommittedObject copied = copy(store).copyAsIs(source, TARGET);

        assertThat(store.requests())
                .containsExactly(StoreRequest.of(Operation.COPY, TARGET), StoreRequest.head(TARGET));
        requireCopied(source, "of-the-source");
        assertThat(copied.length()).isEqualTo(LARGEST);
    }

    @Test
    void copyAsIs_storeGivesItTheEtagOfItsSource_costsOneRequest() throws Exception {
        ObjectInfo source = source(10);
        CountingStore store = new CountingStore(givingTheEtagOfTheSource());

        copy(store).copyAsIs(source, TARGET);

        assertThat(operations(store)).containsExactly(Operation.COPY);
    }

    @Test
    void copyAsIs_largeObject_isCopiedByParts() throws Exception {
        ObjectInfo source = source(LARGEST * 2);
        CountingStore store = new CountingStore(memory);

        assertThat(copy(store).isOneRequest(source, TARGET)).isFalse();
        copy(store).copyAsIs(source, TARGET);

        assertThat(operations(store)).contains(Operation.COPY_PART).doesNotContain(Operation.COPY);
        assertThat(memory.bytes(TARGET)).isEqualTo(memory.bytes(SOURCE));
    }

    @Test
    void copyAsIs_sizesNotVerifiedByOption_looksAtTheSizeAllTheSame() throws Exception {
        CountingStore store = new CountingStore(memory);
        BulkCopy copy =
                new BulkCopy(store, SpateOptions.of(Map.of("write.verify-size", "false")), bucket -> PROFILE, threads);

        copy.copyAsIs(source(LARGEST), TARGET);
        assertThat(store.requests()).endsWith(StoreRequest.head(TARGET));

        copy.copyAsIs(source(LARGEST * 2), TARGET);
        assertThat(store.requests()).endsWith(StoreRequest.head(TARGET));
    }

    @Test
    void copyAsIs_copyHasAnotherLength_fails() throws Exception {
        ObjectInfo source = source(10);
        ObjectInfo longer = new ObjectInfo(SOURCE, 11, source.etag(), source.lastModified());

        assertThatThrownBy(() -> copy(memory).copyAsIs(longer, TARGET))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the copy has 10 bytes, not 11");
    }

    @Test
    void copy_sourceChangesBeforeTheCopyAndTheStoreDoesNotMind_isChanged() throws Exception {
        ObjectInfo source = source(10);

        assertThat(failure(copy(careless()), source))
                .returns(Kind.CHANGED, StoreException::kind)
                .hasMessageContaining("etag " + source.etag())
                .hasMessageContaining("the target has been written, and may hold another version");
    }

    @Test
    void copy_etagsAreSpelledInAnotherWay_areTheSame() throws Exception {
        ObjectInfo source = source(10);
        for (String spelling : List.of("V1", "W/\"v1\"", "\"v1\"")) {
            assertThat(source.etag()).isEqualTo("v1");
            ObjectInfo listed = new ObjectInfo(SOURCE, 10, spelling, source.lastModified());

            assertThat(copy(memory).copy(listed, WriteTarget.of(TARGET)).length())
                    .isEqualTo(10);
        }
    }

    @Test
    void copy_targetWithAttributes_prefersThem() throws Exception {
        ObjectInfo source = source(10);

        copy(memory)
                .copy(
                        source,
                        WriteTarget.of(TARGET)
                                .withAttributes(ObjectAttributes.NONE
                                        .with(StoredHeader.CONTENT_TYPE, "text/plain")
                                        .withMetadata("x", "1")));

        ObjectAttributes attributes = memory.details(TARGET).attributes();
        assertThat(attributes.header(StoredHeader.CONTENT_TYPE)).contains("text/plain");
        assertThat(attributes.metadata()).containsEntry("x", "1").containsEntry("owner", "me");
    }

    @Test
    void copy_eitherWay_takesTheAttributesExactlyAsTheyAre() throws Exception {
        List<ObjectAttributes> sent = new ArrayList<>();
        ObjectStore store = new ForwardingStore(memory) {
            @Override
            void before(StoreRequest request) {}

            @Override
            public String copy(ObjectInfo from, ObjectUri target, Optional<ObjectAttributes> replacing)
                    throws StoreException {
                sent.add(replacing.orElseThrow());
                return super.copy(from, target, replacing);
            }

            @Override
            public String createUpload(ObjectUri uri, ObjectAttributes attributes) throws StoreException {
                sent.add(attributes);
                return super.createUpload(uri, attributes);
            }
        };

        for (int length : List.of(10, LARGEST + 1)) {
            copy(store).copy(source(length), WriteTarget.of(TARGET).withMarker("new"));
        }

        ObjectAttributes exact = ATTRIBUTES.withMetadata(Upload.MARKER, "new").exactly();
        assertThat(sent).containsExactly(exact, exact);
    }

    @Test
    void copy_emptyObject_isCopied() throws Exception {
        copy(memory).copy(source(0), WriteTarget.of(TARGET));

        assertThat(memory.bytes(TARGET)).isEmpty();
    }

    @Test
    void copy_sourceIsAnotherVersion_isChangedBeforeAnythingIsSent() throws Exception {
        ObjectInfo old = source(10);
        source(10);
        CountingStore store = new CountingStore(memory);

        assertThat(failure(copy(store), old))
                .returns(Kind.CHANGED, StoreException::kind)
                .hasMessageContaining("copying " + SOURCE + " to " + TARGET)
                .hasMessageContaining("etag " + old.etag());
        assertThat(operations(store)).containsExactly(Operation.HEAD);
    }

    @Test
    void copy_sourceIsGone_isNotFoundNamingBoth() throws Exception {
        ObjectInfo source = source(10);
        memory.delete(SOURCE);

        assertThat(failure(copy(memory), source))
                .returns(Kind.NOT_FOUND, StoreException::kind)
                .hasMessageContaining("copying " + SOURCE + " to " + TARGET);
    }

    @Test
    void copy_hasAnotherLength_isAnErrorOfTheStoreOrOfWhoWroteIt() throws Exception {
        ObjectInfo source = source(10);

        assertThat(failure(copy(writingOver("new")), source))
                .returns(Kind.INVALID, StoreException::kind)
                .hasMessageContaining("3 bytes, not 10");
        assertThat(failure(copy(writingOver("other")), source))
                .returns(Kind.CHANGED, StoreException::kind)
                .hasMessageContaining("somebody else");
    }

    @Test
    void copy_ontoItself_isRefused() throws Exception {
        ObjectInfo source = source(10);

        assertThatThrownBy(() -> copy(memory).copy(source, WriteTarget.of(SOURCE)))
                .hasMessageContaining("INVALID: COPY " + SOURCE)
                .hasMessageContaining("the same object");
    }

    @Test
    void copy_onlyIfThereIsNothing_isRefusedBeforeAnythingIsSent() throws Exception {
        ObjectInfo source = source(10);
        ObjectDetails details = memory.details(SOURCE);
        memory.put(TARGET, new byte[3]);
        CountingStore store = new CountingStore(memory);
        WriteTarget target = WriteTarget.of(TARGET).ifAbsent();

        for (ThrowingCallable copying : List.<ThrowingCallable>of(
                () -> copy(store).copy(source, target), () -> copy(store).copy(details, target))) {
            assertThatThrownBy(copying)
                    .hasMessageContaining("INVALID: COPY " + TARGET)
                    .hasMessageContaining("check before, or copy to another key");
        }
        assertThat(operations(store)).isEmpty();
        assertThat(memory.bytes(TARGET)).hasSize(3);
    }

    @Test
    void copy_toAnotherStore_isRefusedNamingTheOption() throws Exception {
        ObjectInfo source = source(10);
        SpateOptions options = SpateOptions.of(Map.of("bucket.b.endpoint", "http://127.0.0.1:1"));
        BulkCopy copy = new BulkCopy(memory, options, bucket -> PROFILE, threads);

        assertThatThrownBy(() -> copy.copy(source, WriteTarget.of(ObjectUri.parse("spate://other/to"))))
                .hasMessageContaining("'endpoint'")
                .hasMessageContaining("http://127.0.0.1:1 and AWS");
    }

    /** Copies the version that is there by then, whichever it was asked for. */
    private ObjectStore careless() {
        return new ForwardingStore(memory) {
            @Override
            void before(StoreRequest request) {}

            @Override
            public String copy(ObjectInfo from, ObjectUri target, Optional<ObjectAttributes> replacing)
                    throws StoreException {
                return super.copy(memory.put(SOURCE, new byte[10]), target, replacing);
            }
        };
    }

    /** Something shorter is at the target once the copy was made. */
    private FaultyStore writingOver(String marker) {
        return new FaultyStore(memory, new FaultyStore.Plan() {
            @Override
            public void after(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.COPY) {
                    ObjectAttributes attributes = ObjectAttributes.NONE.withMetadata(Upload.MARKER, marker);
                    memory.put(TARGET, WriteBody.of(new byte[3]), attributes, Precondition.NONE);
                }
            }
        });
    }

    /** The store, as others do that give a copy the etag of its source. */
    private ObjectStore givingTheEtagOfTheSource() {
        return new ForwardingStore(memory) {
            @Override
            void before(StoreRequest request) {}

            @Override
            public String copy(ObjectInfo from, ObjectUri target, Optional<ObjectAttributes> replacing)
                    throws StoreException {
                super.copy(from, target, replacing);
                return from.etag();
            }
        };
    }
}
