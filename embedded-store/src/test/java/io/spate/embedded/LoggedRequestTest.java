package io.spate.embedded;

import java.net.URI;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

final class LoggedRequestTest {
    @ParameterizedTest
    @CsvSource({
        "PUT, /b/k, false, PutObject",
        "PUT, /b/k, true, CopyObject",
        "PUT, /b/k?partNumber=1&uploadId=x, false, UploadPart",
        "PUT, /b/k?partNumber=1&uploadId=x, true, UploadPartCopy",
        "POST, /b/k?uploads, false, CreateMultipartUpload",
        "POST, /b/k?uploadId=x, false, CompleteMultipartUpload",
        "POST, /b?delete, false, DeleteObjects",
        "DELETE, /b/k, false, DeleteObject",
        "DELETE, /b/k?uploadId=x, false, AbortMultipartUpload",
        "HEAD, /b/k, false, HeadObject",
        "HEAD, /b, false, HeadBucket",
        "GET, /b/k, false, GetObject",
        "GET, /b/k?uploadId=x, false, ListParts",
        "GET, /b?list-type=2&prefix=k, false, ListObjects",
        "GET, /b/?uploads, false, ListMultipartUploads"
    })
    void of_request_isNamedAsInTheProtocol(String method, URI uri, boolean isCopy, String operation) {
        assertThat(LoggedRequest.of(method, uri, isCopy, 0, 0).operation()).isEqualTo(operation);
    }

    @ParameterizedTest
    @CsvSource({"/b/a%20b/c, a b/c", "/b/, ''", "/b, ''"})
    void of_path_hasTheDecodedKey(URI uri, String key) {
        assertThat(LoggedRequest.of("GET", uri, false, 0, 0).key()).isEqualTo(key);
    }
}
