package io.spate.engine.s3;

import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.engine.StoreException.Kind;

import static io.spate.engine.s3.S3Answers.INFO;
import static io.spate.engine.s3.S3Answers.KEY;
import static io.spate.engine.s3.S3Answers.RANGE;
import static org.assertj.core.api.Assertions.assertThat;

class RangeAnswerTest {
    @ParameterizedTest
    @CsvSource({"abc", "ABC", "'\"abc\"'", "'W/\"abc\"'", "' \"aBc\" '"})
    void refusal_everySpellingOfTheEtag_isAccepted(String etag) {
        assertThat(new RangeAnswer(206, "bytes 2-5/10", etag, 4).refusal(INFO, RANGE))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "206, bytes 2-5/10, xyz, 4, CHANGED, is 'xyz' now",
        "206, bytes 2-5/11, abc, 4, CHANGED, was 10 bytes long and is 11 now",
        "206, bytes 2-6/10, abc, 5, INVALID, expected 'bytes 2-5/10'",
        "206, bytes 1-5/10, abc, 5, INVALID, expected 'bytes 2-5/10'",
        "206, bytes 2-5/*, abc, 4, INVALID, expected 'bytes 2-5/10'",
        "206, '', abc, 4, INVALID, Content-Range ''",
        "206, 2-5/10, abc, 4, INVALID, Content-Range '2-5/10'",
        "206, bytes 2-5/10, abc, 3, INVALID, 'Content-Length 3, expected 4'",
        "206, bytes 2-5/10, abc, -1, INVALID, Content-Length (none)",
        "206, bytes 2-5/10, '', 4, INVALID, has no ETag",
        "200, '', abc, 10, INVALID, answered 200",
        "200, '', xyz, 10, CHANGED, is 'xyz' now",
        "204, '', abc, 0, INVALID, answered 204",
    })
    void refusal_answerThatDoesNotFit_saysWhy(
            int status, String range, String etag, long length, Kind kind, String text) {
        RangeAnswer.Refusal refusal = new RangeAnswer(status, range, etag, length)
                .refusal(INFO, RANGE)
                .orElseThrow();

        assertThat(refusal.kind()).isEqualTo(kind);
        assertThat(refusal.detail()).contains(text);
    }

    @Test
    void refusal_wholeObjectOfAnotherLength_isChanged() {
        assertThat(new RangeAnswer(200, "", "abc", 10).refusal(INFO, INFO.range()))
                .isEmpty();
        assertThat(new RangeAnswer(200, "", "abc", 9)
                        .refusal(INFO, INFO.range())
                        .orElseThrow()
                        .kind())
                .isEqualTo(Kind.CHANGED);
        assertThat(new RangeAnswer(200, "", "abc", -1)
                        .refusal(INFO, INFO.range())
                        .orElseThrow()
                        .kind())
                .isEqualTo(Kind.INVALID);
    }

    @Test
    void refusal_noEtagKnown_anyIsAccepted() {
        ObjectInfo unpinned = new ObjectInfo(KEY, 10, "", Instant.EPOCH);

        assertThat(new RangeAnswer(206, "bytes 0-0/10", "any", 1).refusal(unpinned, new ByteRange(0, 1)))
                .isEmpty();
        assertThat(new RangeAnswer(206, "bytes 0-0/10", "", 1).refusal(unpinned, new ByteRange(0, 1)))
                .isEmpty();
    }

    @Test
    void quoted_etag_keepsTheMarkOfAWeakOne() {
        assertThat(Etags.quoted("abc")).isEqualTo("\"abc\"");
        assertThat(Etags.quoted("W/\"abc\"")).isEqualTo("W/\"abc\"");
        assertThat(Etags.unquoted(null)).isEmpty();
        assertThat(Etags.unquoted("\"")).isEqualTo("\"");
    }
}
