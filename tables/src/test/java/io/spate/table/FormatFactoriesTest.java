package io.spate.table;

import java.io.IOException;
import java.net.URL;
import java.util.Enumeration;

import org.apache.flink.table.factories.DecodingFormatFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FormatFactoriesTest {
    @Test
    void exist_loaderThatAlwaysFails_isGivenUp() {
        FailingLoader loader = new FailingLoader();

        assertThat(FormatFactories.exist(loader, DecodingFormatFactory.class, "csv"))
                .isFalse();
        assertThat(FormatFactories.keys(loader, "csv")).isEmpty();
        assertThat(loader.asked).isGreaterThan(1);
    }

    /** Cannot read what is on the class path, and fails the test if it is asked for ever. */
    private static final class FailingLoader extends ClassLoader {
        private int asked;

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            assertThat(++asked).isLessThan(1000);
            throw new IOException("disk is gone");
        }
    }
}
