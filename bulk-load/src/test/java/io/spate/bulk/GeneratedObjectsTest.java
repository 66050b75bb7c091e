package io.spate.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class GeneratedObjectsTest {
    @Test
    void of_counts_hasOneLargeAndManySmall() {
        List<DemoObject> objects = GeneratedObjects.of(1000, 50);

        assertThat(objects).hasSize(51);
        assertThat(objects.get(0).length()).isEqualTo(1000);
        assertThat(objects.subList(1, 51))
                .allSatisfy(small -> assertThat(small.length()).isBetween(20_000L, 200_000L));
        assertThat(objects).extracting(DemoObject::key).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void open_twice_givesTheSameBytesOfTheRightLength() throws Exception {
        for (DemoObject object : GeneratedObjects.of(12_345, 3)) {
            byte[] content = read(object);

            assertThat(content).hasSize((int) object.length()).isEqualTo(read(object));
            assertThat(new String(content, StandardCharsets.UTF_8)).startsWith("line=0 level=");
        }
    }

    @Test
    void of_noLargeBytes_hasNoLargeObject() {
        assertThat(GeneratedObjects.of(0, 0)).isEmpty();
        assertThat(GeneratedObjects.of(0, 2)).hasSize(2).allMatch(object -> object.key()
                .startsWith("small/"));
    }

    @Test
    void open_differentObjects_differ() throws Exception {
        List<DemoObject> objects = GeneratedObjects.of(0, 2);

        assertThat(read(objects.get(0))).isNotEqualTo(read(objects.get(1)));
    }

    private static byte[] read(DemoObject object) throws IOException {
        try (InputStream content = object.content().open()) {
            return content.readAllBytes();
        }
    }
}
