package io.spate.source;

import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ByteScanTest {
    @Test
    void indexOf_randomBytes_findsWhatAByteLoopFinds() {
        Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(4) * 127 + random.nextInt(3));
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            byte wanted = (byte) (random.nextInt(4) * 127 + random.nextInt(3));
            assertThat(ByteScan.indexOf(bytes, from, to, wanted)).isEqualTo(byLoop(bytes, from, to, wanted));
        }
    }

    @Test
    void indexOf_emptyOrReversedRange_findsNothing() {
        byte[] bytes = new byte[20];
        assertThat(ByteScan.indexOf(bytes, 5, 5, (byte) 0)).isEqualTo(-1);
        assertThat(ByteScan.indexOf(bytes, 9, 2, (byte) 0)).isEqualTo(-1);
    }

    private static int byLoop(byte[] bytes, int from, int to, byte wanted) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
