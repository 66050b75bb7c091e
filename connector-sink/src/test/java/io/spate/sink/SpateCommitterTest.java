package io.spate.sink;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.FaultyStore;
import io.spate.engine.Operation;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.Upload;
import io.spate.sink.SpateCommittable.PendingObject;

import static io.spate.sink.SinkFixture.endOfInput;
import static io.spate.sink.SinkFixture.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class SpateCommitterTest {
    private static final int MANY = 16;

    @Test
    void commit_manyRequests_areAllInFlightTogether() throws Exception {
        CountDownLatch all = new CountDownLatch(MANY);
        SinkFixture fixture = new SinkFixture(store -> new FaultyStore(store, new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.COMPLETE_UPLOAD) {
                    all.countDown();
                    await(request);
                }
            }

            private void await(StoreRequest request) throws StoreException {
                try {
                    if (!all.await(20, TimeUnit.SECONDS)) {
                        throw new StoreException(Kind.DENIED, request, "the others did not come");
                    }
                } catch (InterruptedException e) {
                    throw new StoreException(Kind.DENIED, request, "interrupted", e);
                }
            }
        }));
        List<TestRequest> requests = fixture.commit(objects(fixture, MANY));
        assertThat(requests).hasSize(MANY).allMatch(request -> request.signals().isEmpty());
        assertThat(fixture.visible()).hasSize(MANY);
    }

    @Test
    void commit_twice_saysThatItWasThereAlready() throws Exception {
        SinkFixture fixture = new SinkFixture();
        List<PendingObject> objects = objects(fixture, 2);
        fixture.commit(objects);
        Map<String, String> once = fixture.visible();
        assertThat(fixture.commit(objects))
                .allMatch(request -> request.signals().equals(List.of("already")));
        assertThat(fixture.visible()).isEqualTo(once);
    }

    @Test
    void commit_answerThatIsLost_isSettledByTheObject() throws Exception {
        AtomicInteger losses = new AtomicInteger(1);
        SinkFixture fixture = new SinkFixture(store -> new FaultyStore(store, new FaultyStore.Plan() {
            @Override
            public void after(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.COMPLETE_UPLOAD && losses.getAndDecrement() > 0) {
                    throw new StoreException(Kind.UNAVAILABLE, request, "the answer is lost");
                }
            }
        }));
        assertThat(fixture.commit(objects(fixture, 1))).hasSize(1);
        assertThat(fixture.visible()).hasSize(1);
        assertThat(fixture.memory().openUploads()).isEmpty();
    }

    @Test
    void commit_lostUpload_failsNamingItAfterAllOthersAreSettled() throws Exception {
        SinkFixture fixture = new SinkFixture();
        List<PendingObject> objects = objects(fixture, 4);
        Upload first = upload(objects.get(0));
        Upload third = upload(objects.get(2));
        fixture.memory().abort(first);
        fixture.memory().abort(third);

        assertThatThrownBy(() -> fixture.commit(objects))
                .hasMessageContainingAll(first.uri().toString(), first.uploadId(), "1 records")
                .satisfies(e -> assertThat(e.getSuppressed()).singleElement().satisfies(other -> assertThat(other)
                        .hasMessageContainingAll(third.uri().toString(), third.uploadId())))
                .cause()
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.LOST_UPLOAD));
        assertThat(fixture.visible())
                .containsOnlyKeys(
                        objects.get(1).object().uri().key(),
                        objects.get(3).object().uri().key());
    }

    @Test
    void commit_failure_dropsNoRequest() throws Exception {
        SinkFixture fixture = new SinkFixture();
        PendingObject object = objects(fixture, 1).get(0);
        fixture.memory().abort(upload(object));
        TestRequest request = new TestRequest(object);
        try (SpateCommitter committer = fixture.committer()) {
            assertThatThrownBy(() -> committer.commit(List.of(request)))
                    .hasMessageContaining(upload(object).uploadId());
        }
        assertThat(request.signals()).isEmpty();
    }

    @Test
    void commit_objectOfSomebodyElseAtTheKey_isNotTakenForTheOutcome() throws Exception {
        SinkFixture fixture = new SinkFixture();
        List<PendingObject> objects = objects(fixture, 1);
        Upload upload = upload(objects.get(0));
        fixture.memory().abort(upload);
        fixture.memory().put(upload.uri(), new byte[(int) upload.length()]);
        assertThatThrownBy(() -> fixture.commit(objects)).hasMessageContaining(upload.uploadId());
    }

    @Test
    void commit_nothing_sendsNothing() throws Exception {
        SinkFixture fixture = new SinkFixture();
        assertThat(fixture.commit(List.of())).isEmpty();
        assertThat(fixture.requests().requests()).isEmpty();
    }

    @Test
    void commit_showsTheMetricsOfItsEngine() throws Exception {
        SinkFixture fixture = new SinkFixture();
        TestContext context = new TestContext(0, fixture.time());
        try (SpateCommitter committer = (SpateCommitter) fixture.sink().createCommitter(context)) {
            committer.commit(List.of(new TestRequest(objects(fixture, 1).get(0))));
            assertThat(context.metricGroup().gauge("spate", "requests.upload")).isEqualTo(1);
        }
    }

    /** Objects of one record each that wait to be committed. */
    private static List<PendingObject> objects(SinkFixture fixture, int count) throws Exception {
        fixture.with(builder -> builder.rolling(Rolling.defaults().withMaxRecords(1)));
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            for (int i = 0; i < count; i++) {
                write(writer, "record " + i);
            }
            return endOfInput(writer);
        }
    }

    private static Upload upload(PendingObject committable) {
        return committable.object().upload().orElseThrow();
    }
}
