package io.spate.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random records: mostly short ones, and some that are empty or longer than any buffer. */
final class Records {
    private static final int HUGE = 3 << 20;
    private static final int[] CHARACTERS = {'a', 'Z', ' ', '\t', '"', ',', '\r', 0, 'é', '漢', 0x1F600, 0x10FFFF, 0xFFFD
    };

    private final Random random;

    Records(long seed) {
        this.random = new Random(seed);
    }

    /** Texts without line ends. */
    List<String> texts(int count) {
        List<String> texts = new ArrayList<>(List.of("", "a".repeat(HUGE), "漢".repeat(HUGE / 3)));
        while (texts.size() < count) {
            int length = random.nextInt(5) == 0 ? 0 : random.nextInt(200);
            StringBuilder text = new StringBuilder();
            random.ints(length, 0, CHARACTERS.length).forEach(i -> text.appendCodePoint(CHARACTERS[i]));
            texts.add(text.toString());
        }
        return texts;
    }

    /** Bytes that compress badly. */
    List<byte[]> bytes(int count) {
        List<byte[]> records = new ArrayList<>(List.of(new byte[0], randomBytes(HUGE), new byte[HUGE]));
        while (records.size() < count) {
            records.add(randomBytes(random.nextInt(5) == 0 ? 0 : random.nextInt(500)));
        }
        return records;
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
