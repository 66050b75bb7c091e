package io.spate.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.hadoop.fs.FSDataInputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ByteRange;
import io.spate.engine.FaultyStore;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares random sequences of everything a stream can do with an array of the same bytes. */
@Timeout(120)
final class RandomOperationsTest {
    private static final int OPERATIONS = 400;
    private static final int OPERATIONS_THAT_FAIL = 100;

    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource({
        "adaptive, 1",
        "adaptive, 2",
        "adaptive, 3",
        "sequential, 4",
        "sequential, 5",
        "whole-file, 6",
        "random, 7",
        "random, 8",
        "parquet, 9",
        "adaptive, 10",
        "adaptive, 11",
        "sequential, 12"
    })
    void randomOperations_onAGoodStore_giveWhatAnArrayGives(String policy, long seed) throws Exception {
        check(policy, seed, OPERATIONS, new FaultyStore.Plan() {});
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource({"adaptive, 21", "adaptive, 22", "sequential, 23", "whole-file, 24", "random, 25", "vector, 26"})
    void randomOperations_onABadStore_giveWhatAnArrayGives(String policy, long seed) throws Exception {
        check(policy, seed, OPERATIONS_THAT_FAIL, new EverySoOften());
    }

    private static void check(String policy, long seed, int operations, FaultyStore.Plan plan) throws Exception {
        Random random = new Random(seed);
        int length = 1 + random.nextInt(3 << 20);
        Map<String, String> options = Map.of("read.random-minimum", (random.nextInt(3) * 40) + "k");
        try (StreamFixture fixture = new StreamFixture(options, plan)) {
            byte[] bytes = fixture.put(seed, length);
            try (FSDataInputStream in = fixture.open(policy, length)) {
                Model model = new Model(in, bytes, random);
                for (int i = 0; i < operations; i++) {
                    String did = model.step();
                    assertThat(in.getPos())
                            .as("seed %d, operation %d: %s", seed, i, did)
                            .isEqualTo(model.position);
                }
            }
            fixture.awaitNoMemoryInUse();
        }
    }

    /** One stream and what it should be. */
    private static final class Model {
        private final FSDataInputStream in;
        private final byte[] bytes;
        private final Random random;
        private int position;

        Model(FSDataInputStream in, byte[] bytes, Random random) {
            this.in = in;
            this.bytes = bytes;
            this.random = random;
        }

        /** Does one thing, compares what it gives, and says what it was. */
        String step() throws Exception {
            return switch (random.nextInt(10)) {
                case 0 -> seek(random.nextInt(bytes.length + 1));
                case 1 -> seek(Math.min(bytes.length, position + random.nextInt(2000)));
                case 2 -> skip();
                case 3 -> pread();
                case 4 -> vectored();
                case 5 -> single();
                case 6 -> random.nextInt(10) == 0 ? unbuffer() : buffer();
                default -> read();
            };
        }

        private String seek(int target) throws IOException {
            in.seek(target);
            position = target;
            return "seek " + target;
        }

        private String skip() throws IOException {
            int count = random.nextInt(100_000);
            assertThat(in.skip(count)).isEqualTo(Math.min(count, bytes.length - position));
            position = Math.min(bytes.length, position + count);
            return "skip " + count;
        }

        private String single() throws IOException {
            assertThat(in.read()).isEqualTo(position == bytes.length ? -1 : bytes[position] & 0xff);
            position = Math.min(bytes.length, position + 1);
            return "read of a byte";
        }

        private String unbuffer() {
            in.unbuffer();
            return "unbuffer";
        }

        private String read() throws IOException {
            byte[] target = new byte[size()];
            int count = in.read(target);
            compare(position, Arrays.copyOf(target, Math.max(0, count)), count, target.length);
            position += Math.max(0, count);
            return "read of " + target.length;
        }

        private String buffer() throws IOException {
            int size = size();
            ByteBuffer target = random.nextBoolean() ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
            int count = in.read(target);
            compare(position, StreamFixture.bytes(target.flip()), count, size);
            position += Math.max(0, count);
            return "read into a buffer of " + size;
        }

        private String pread() throws IOException {
            int from = random.nextInt(bytes.length + 10);
            byte[] target = new byte[size()];
            int count = in.read(from, target, 0, target.length);
            compare(from, Arrays.copyOf(target, Math.max(0, count)), count, target.length);
            assertThat(count).isEqualTo(from >= bytes.length ? -1 : Math.min(target.length, bytes.length - from));
            return "read of " + target.length + " at " + from;
        }

        private String vectored() throws Exception {
            List<ByteRange> ranges = new ArrayList<>();
            int at = random.nextInt(bytes.length + 1);
            while (at < bytes.length && ranges.size() < 6) {
                int end = Math.min(bytes.length, at + size());
                ranges.add(new ByteRange(at, end));
                at = end + random.nextInt(random.nextBoolean() ? 1000 : 200_000);
            }
            Collections.shuffle(ranges, random);
            List<byte[]> answers = StreamFixture.readVectored(in, ranges);
            for (int i = 0; i < ranges.size(); i++) {
                int length = (int) ranges.get(i).length();
                compare((int) ranges.get(i).start(), answers.get(i), length, length);
            }
            return "read of ranges " + ranges;
        }

        private int size() {
            return 1 + random.nextInt(random.nextInt(4) == 0 ? 400_000 : 5000);
        }

        private void compare(int from, byte[] got, int count, int asked) {
            if (from >= bytes.length) {
                assertThat(count).isEqualTo(-1);
            } else {
                assertThat(count).isBetween(1, asked);
                assertThat(Arrays.equals(got, 0, count, bytes, from, from + count))
                        .isTrue();
            }
        }
    }

    /** Fails some requests and breaks some bodies, as many as retries make good. */
    private static final class EverySoOften implements FaultyStore.Plan {
        private final AtomicLong requests = new AtomicLong();

        @Override
        public void before(StoreRequest request) throws StoreException {
            if (requests.incrementAndGet() % 17 == 0) {
                throw new StoreException(Kind.UNAVAILABLE, request, "planned failure");
            }
        }

        @Override
        public long cutAfter(StoreRequest request) {
            return requests.get() % 5 == 0 ? 1000 : -1;
        }
    }
}
