package io.spate.sink;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.Engine;
import io.spate.engine.FaultyStore;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.UploadInfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class JanitorTest {
    private static final Duration AGE = Duration.ofDays(7);
    /** Long after all uploads of the store in memory, which begins them at seconds of this day. */
    private static final Instant LATE = Instant.ofEpochSecond(1_700_000_000).plus(Duration.ofDays(8));

    private static final String ID = "6f1c1b9e-0000-4000-8000-00000000000";

    private final SinkFixture fixture = new SinkFixture();
    private final Janitor janitor =
            new Janitor(SinkFixture.DIRECTORY, KeyTemplate.parse(KeyTemplate.DEFAULT, true), AGE);

    @Test
    void sweep_oldUploadsOfOwnKeys_areAborted() throws Exception {
        begin("out/" + ID + "1-0");
        begin("out/day=1/" + ID + "2-17.gz");
        assertThat(sweep(LATE)).isEqualTo(new Janitor.Sweep(2, 0));
        assertThat(fixture.memory().openUploads()).isEmpty();
    }

    @Test
    void sweep_uploadsOfOthers_stay() throws Exception {
        begin("out/something-0");
        begin("other/" + ID + "1-0");
        assertThat(sweep(LATE)).isEqualTo(new Janitor.Sweep(0, 0));
        assertThat(fixture.memory().openUploads()).hasSize(2);
    }

    @Test
    void sweep_youngUploads_stay() throws Exception {
        begin("out/" + ID + "1-0");
        assertThat(sweep(LATE.minus(Duration.ofDays(2)))).isEqualTo(new Janitor.Sweep(0, 0));
        assertThat(fixture.memory().openUploads()).hasSize(1);
    }

    @Test
    void sweep_uploadOfTheFuture_stopsSinceTheClocksDiffer() throws Exception {
        begin("out/" + ID + "1-0");
        Instant begun = fixture.memory().openUploads().get(0).initiated();

        assertThatThrownBy(() -> sweep(begun.minus(Duration.ofMinutes(6))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the clocks differ");
        assertThat(sweep(begun.minus(Duration.ofMinutes(4)))).isEqualTo(new Janitor.Sweep(0, 0));
    }

    @Test
    void sweep_restoredUploads_stayHoweverOld() throws Exception {
        String kept = begin("out/" + ID + "1-0");
        begin("out/" + ID + "1-1");
        assertThat(sweep(LATE, kept)).isEqualTo(new Janitor.Sweep(1, 0));
        assertThat(fixture.memory().openUploads())
                .extracting(UploadInfo::uploadId)
                .containsExactly(kept);
    }

    @Test
    void sweep_abortThatIsRefused_goesOnWithTheOthers() throws Exception {
        SinkFixture refusing = new SinkFixture(store -> new FaultyStore(
                store,
                FaultyStore.failing(
                        Kind.DENIED,
                        request -> request.operation() == Operation.ABORT_UPLOAD
                                && request.uri().key().endsWith("-0"))));
        for (int i = 0; i < 2; i++) {
            refusing.memory().createUpload(new ObjectUri("bucket", "out/" + ID + "1-" + i), ObjectAttributes.NONE);
        }
        try (Engine engine = refusing.engine()) {
            assertThat(janitor.sweep(engine, Set.of(), LATE)).isEqualTo(new Janitor.Sweep(1, 1));
        }
    }

    @Test
    void writer_withoutJanitor_listsNothing() throws Exception {
        begin("out/" + ID + "1-0");
        fixture.writer().close();
        assertThat(fixture.requests().count(Operation.LIST_UPLOADS)).isZero();
        assertThat(fixture.memory().openUploads()).hasSize(1);
    }

    @Test
    void writer_ofTheFirstSubtask_hasOldUploadsAbortedBesideTheTask() throws Exception {
        CountDownLatch aborted = new CountDownLatch(1);
        SinkFixture swept = new SinkFixture(store -> new FaultyStore(store, new FaultyStore.Plan() {
                    @Override
                    public void after(StoreRequest request) {
                        if (request.operation() == Operation.ABORT_UPLOAD) {
                            aborted.countDown();
                        }
                    }
                }))
                .with(builder -> builder.janitor(AGE));
        swept.memory().createUpload(new ObjectUri("bucket", "out/" + ID + "1-0"), ObjectAttributes.NONE);

        swept.writer(1, List.of()).close();
        try (SpateSinkWriter<String> first = swept.writer()) {
            assertThat(aborted.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(first.snapshotState(1)).isEmpty();
        }
        assertThat(swept.memory().openUploads()).isEmpty();
        assertThat(swept.requests().count(Operation.LIST_UPLOADS)).isEqualTo(1);
    }

    private String begin(String key) throws StoreException {
        return fixture.memory().createUpload(new ObjectUri("bucket", key), ObjectAttributes.NONE);
    }

    private Janitor.Sweep sweep(Instant now, String... kept) throws Exception {
        try (Engine engine = fixture.engine()) {
            return janitor.sweep(engine, Set.of(kept), now);
        }
    }
}
