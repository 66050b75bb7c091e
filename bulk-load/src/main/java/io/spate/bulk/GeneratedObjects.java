package io.spate.bulk;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The objects that the demo makes up: one large log and many small ones, the same bytes each time. */
final class GeneratedObjects {
    private static final int SMALLEST = 20_000;
    private static final int LARGEST = 200_000;

    private GeneratedObjects() {}

    /**
     * @param largeBytes length of the large object, 0 for none
     * @param smallCount how many small objects, of 20 to 200 kB each
     */
    static List<DemoObject> of(long largeBytes, int smallCount) {
        List<DemoObject> objects = new ArrayList<>(smallCount + 1);
        if (largeBytes > 0) {
            objects.add(log("large/app.log", largeBytes, 0));
        }
        SplittableRandom lengths = new SplittableRandom(1);
        for (int i = 1; i <= smallCount; i++) {
            objects.add(log("small/%06d.log".formatted(i), lengths.nextInt(SMALLEST, LARGEST), i));
        }
        return objects;
    }

    private static DemoObject log(String key, long length, long seed) {
        return new DemoObject(key, length, () -> new LogStream(length, seed));
    }
}
