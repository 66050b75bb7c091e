package io.spate.hadoop;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class TemporaryNameTest {
    @Test
    void shellTarget_ofATemporaryName_isTheNameWithoutIt() {
        assertThat(TemporaryName.shellTarget(new Path("spate://b/a/x y._COPYING_")))
                .contains(new Path("spate://b/a/x y"));
    }

    @Test
    void shellTarget_ofAnyOtherName_isEmpty() {
        assertThat(TemporaryName.shellTarget(new Path("/a/x"))).isEmpty();
        assertThat(TemporaryName.shellTarget(new Path("/a/._COPYING_"))).isEmpty();
        assertThat(TemporaryName.shellTarget(new Path("/a._COPYING_/x"))).isEmpty();
        assertThat(TemporaryName.shellTarget(new Path("/"))).isEmpty();
    }

    @Test
    void isOfDistCp_tellsItsNames() {
        assertThat(TemporaryName.isOfDistCp(new Path("/d/.distcp.tmp.attempt_local1_0001_m_000000_0.1700000000000")))
                .isTrue();
        assertThat(TemporaryName.isOfDistCp(new Path("/.distcp.tmp.x/file"))).isFalse();
    }
}
