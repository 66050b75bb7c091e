package io.spate.engine.s3;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import org.apache.hc.client5.http.SystemDefaultDnsResolver;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.SpateOptions;
import io.spate.engine.WriteBody;

import static org.assertj.core.api.Assertions.assertThat;

/** What the tests of this package ask for and are told. */
final class S3Answers {
    static final ObjectUri KEY = ObjectUri.parse("spate://bucket/dir/key");
    static final ObjectInfo INFO = new ObjectInfo(KEY, 10, "abc", Instant.EPOCH);
    static final ByteRange RANGE = new ByteRange(2, 6);

    private S3Answers() {}

    static SpateOptions options(String endpoint) {
        return SpateOptions.of(Map.of("endpoint", endpoint, "access-key", "ak", "secret-key", "the-secret"));
    }

    static S3Store store(SpateOptions options) {
        return S3Store.open(options, Map.of(), SystemDefaultDnsResolver.INSTANCE);
    }

    /** Bytes 2 to 5 of ten. */
    static ScriptedServer answerRange(ScriptedServer server) {
        return server.answer("206 Partial Content", "cdef", "Content-Range: bytes 2-5/10", "ETag: \"abc\"");
    }

    static WriteBody body(String text) {
        return WriteBody.of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Nothing that older stores trip over: no framing, no trailer, no checksum, no question before the body. */
    static void assertPlain(ScriptedServer.Request request) {
        assertThat(request.names())
                .noneMatch(name -> name.matches("x-amz-(checksum|sdk-checksum|te|trailer|decoded).*"
                        + "|expect|content-encoding|transfer-encoding|accept-encoding|cookie|content-md5"));
        assertThat(request.headers())
                .noneMatch(header -> header.contains("aws-chunked") || header.contains("STREAMING"));
    }

    static String error(String code) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code + "</Code><Message>message of " + code
                + "</Message><RequestId>request-7</RequestId></Error>";
    }

    static String entry(String key, long size, String etag) {
        return "<Contents><Key>" + key + "</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>" + etag
                + "</ETag><Size>" + size + "</Size><StorageClass>STANDARD</StorageClass></Contents>";
    }

    static String listing(Optional<String> next, String... entries) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ListBucketResult"
                + " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>bucket</Name>"
                + "<EncodingType>url</EncodingType><IsTruncated>" + next.isPresent() + "</IsTruncated>"
                + next.map(token -> "<NextContinuationToken>" + token + "</NextContinuationToken>")
                        .orElse("")
                + String.join("", entries) + "</ListBucketResult>";
    }
}
