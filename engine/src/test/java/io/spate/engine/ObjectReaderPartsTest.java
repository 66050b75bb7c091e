package io.spate.engine;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.StoreException.Kind;

import static io.spate.engine.ReaderFixture.URI;
import static io.spate.engine.ReaderFixture.random;
import static io.spate.engine.ReaderFixture.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is read beside the sequence of a reader, into buffers, and of objects whose version is not known. */
@Timeout(60)
final class ObjectReaderPartsTest {
    private static final int RANGE = 64 << 10;
    private static final int LENGTH = 10 * RANGE;

    @Test
    void part_ofAReader_fetchesItsRangeAndNoMore() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            byte[] bytes = random(1, LENGTH);
            ObjectInfo info = fixture.memory.put(URI, bytes);
            ByteRange range = new ByteRange(100, 2L * RANGE + 200);
            try (ObjectReader reader = fixture.engine.reader(info);
                    ObjectReader part = reader.part(range, fixture.engine.newWindow("bucket"))) {
                assertThat(part.position()).isEqualTo(100);
                ByteBuffer target = ByteBuffer.allocate((int) range.length());
                while (target.hasRemaining()) {
                    assertThat(part.read(target)).isPositive();
                }
                assertThat(target.array()).isEqualTo(Arrays.copyOfRange(bytes, 100, 2 * RANGE + 200));
            }
            assertThat(ranges(fixture))
                    .containsExactlyInAnyOrder(
                            new ByteRange(100, 100 + RANGE),
                            new ByteRange(100 + RANGE, 100 + 2 * RANGE),
                            new ByteRange(100 + 2 * RANGE, 200 + 2 * RANGE));
            fixture.awaitNoMemoryInUse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void read_intoBuffers_fillsThemFromTheirPosition(boolean direct) throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            byte[] bytes = random(1, LENGTH);
            try (ObjectReader reader = fixture.engine.reader(fixture.memory.put(URI, bytes))) {
                int size = 3 * RANGE;
                ByteBuffer target = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
                target.position(5);
                reader.readFully(RANGE - 3, target);
                assertThat(target.hasRemaining()).isFalse();
                assertThat(target.flip().position(5)).isEqualTo(ByteBuffer.wrap(bytes, RANGE - 3, size - 5));
                assertThat(reader.read(target.clear().limit(0))).isZero();
                reader.seek(LENGTH);
                assertThat(reader.read(target.clear())).isEqualTo(-1);
                assertThatThrownBy(() -> reader.readFully(LENGTH - 100, target)).isInstanceOf(EOFException.class);
            }
        }
    }

    @Test
    void release_inTheMiddle_givesAllMemoryBackAndReadsOn() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            byte[] bytes = random(1, LENGTH);
            try (ObjectReader reader = fixture.announced(fixture.memory.put(URI, bytes))) {
                byte[] first = new byte[1000];
                assertThat(reader.read(first, 0, 1000)).isPositive();
                int position = (int) reader.position();
                reader.release();
                fixture.awaitNoMemoryInUse();
                assertThat(reader.position()).isEqualTo(position);
                assertThat(readAll(reader)).isEqualTo(Arrays.copyOfRange(bytes, position, LENGTH));
            }
        }
    }

    @Test
    void seek_withinWhatWasAnnounced_readsAheadNoFurtherThanThat() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            ObjectInfo info = fixture.memory.put(URI, random(1, LENGTH));
            ByteRange core = new ByteRange(RANGE, 4L * RANGE);
            try (ObjectReader reader = fixture.engine.reader(info, core, core, fixture.engine.newWindow("bucket"))) {
                byte[] rest = new byte[2 * RANGE];
                reader.seek(3L * RANGE);
                assertThat(reader.read(rest, 0, 1)).isEqualTo(1);
                reader.seek(2L * RANGE);
                for (int filled = 0; filled < rest.length; ) {
                    filled += reader.read(rest, filled, rest.length - filled);
                }
            }
            assertThat(ranges(fixture)).allMatch(range -> range.end() <= core.end());
        }
    }

    @Test
    void readFully_byManyThreadsBesideASequence_givesEachItsBytes() throws Exception {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            byte[] bytes = random(1, LENGTH);
            ExecutorService threads = Executors.newFixedThreadPool(4);
            try (ObjectReader reader = fixture.engine.reader(fixture.memory.put(URI, bytes))) {
                List<Callable<Boolean>> tasks = new ArrayList<>();
                for (int thread = 0; thread < 4; thread++) {
                    Random random = new Random(thread);
                    tasks.add(() -> {
                        boolean same = true;
                        for (int i = 0; i < 50; i++) {
                            byte[] target = new byte[random.nextInt(100_000)];
                            int from = random.nextInt(LENGTH - target.length);
                            reader.readFully(from, target, 0, target.length);
                            same &= Arrays.equals(target, Arrays.copyOfRange(bytes, from, from + target.length));
                        }
                        return same;
                    });
                }
                List<Future<Boolean>> reads = new ArrayList<>();
                tasks.forEach(task -> reads.add(threads.submit(task)));
                assertThat(readAll(reader)).isEqualTo(bytes);
                for (Future<Boolean> read : reads) {
                    assertThat(read.get(30, TimeUnit.SECONDS)).isTrue();
                }
            } finally {
                threads.shutdown();
            }
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void read_objectWithoutEtag_isPinnedToTheVersionOfTheFirstAnswer() throws IOException {
        try (ReaderFixture fixture = new ReaderFixture(Map.of())) {
            ObjectInfo first = fixture.memory.put(URI, random(1, LENGTH));
            try (ObjectReader reader = fixture.engine.reader(new ObjectInfo(URI, LENGTH, "", Instant.EPOCH))) {
                byte[] target = new byte[10];
                reader.readFully(0, target, 0, 10);
                assertThat(reader.info().etag()).isEqualTo(first.etag());
                fixture.memory.put(URI, random(2, LENGTH));
                assertThatThrownBy(() -> reader.readFully(0, target, 0, 10))
                        .isInstanceOfSatisfying(StoreException.class, failure -> assertThat(failure.kind())
                                .isEqualTo(Kind.CHANGED));
            }
        }
    }

    @Test
    void open_twoFirstAnswersOfTwoVersions_refusesTheSecond() throws IOException {
        MemoryStore memory = new MemoryStore();
        memory.put(URI, random(1, LENGTH));
        ReadVersion version = new ReadVersion(new ObjectInfo(URI, LENGTH, "", Instant.EPOCH));
        ByteRange range = new ByteRange(0, 10);
        ObjectStore overwritten = new FaultyStore(memory, new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                // Between the decision to ask for any version and the answer, another reader has its first one.
                version.open(memory, range).close();
                memory.put(URI, random(2, LENGTH));
            }
        });

        assertThatThrownBy(() -> version.open(overwritten, range))
                .isInstanceOfSatisfying(StoreException.class, failure -> assertThat(failure.kind())
                        .isEqualTo(Kind.CHANGED));
    }

    private static List<ByteRange> ranges(ReaderFixture fixture) {
        return fixture.requests.requests().stream()
                .map(StoreRequest::range)
                .flatMap(Optional::stream)
                .toList();
    }
}
