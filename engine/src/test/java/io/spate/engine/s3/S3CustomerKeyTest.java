package io.spate.engine.s3;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.Part;
import io.spate.engine.Precondition;
import io.spate.engine.Upload;

import static io.spate.engine.s3.S3Answers.INFO;
import static io.spate.engine.s3.S3Answers.KEY;
import static io.spate.engine.s3.S3Answers.RANGE;
import static io.spate.engine.s3.S3Answers.body;
import static org.assertj.core.api.Assertions.assertThat;

/** The key of the customer goes over TLS only, so the server speaks it, with a certificate made for this test. */
@Timeout(60)
class S3CustomerKeyTest {
    private static final String TEXT = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String HEADER = "server-side-encryption-customer-";
    private static final String PASSWORD = "changeit";
    private static final Upload UPLOAD = new Upload(KEY, "u", "", List.of(new Part(1, "e", 5)));

    @TempDir
    static Path folder;

    private static SSLContext tls;

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path file = folder.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-validity",
                        "2",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.txt").toFile())
                .start();
        assertThat(keytool.waitFor(50, TimeUnit.SECONDS)).isTrue();
        tls = context(file);
        System.setProperty("javax.net.ssl.trustStore", file.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
    }

    @AfterAll
    static void trustAsBefore() {
        System.clearProperty("javax.net.ssl.trustStore");
        System.clearProperty("javax.net.ssl.trustStorePassword");
    }

    @Test
    void customerKey_everyRequestForBytes_sendsIt() throws Exception {
        try (ScriptedServer server = new ScriptedServer("https", tls.getServerSocketFactory());
                S3Store store =
                        S3Answers.store(S3Answers.options(server.endpoint()).with("customer-key", TEXT))) {
            S3Answers.answerRange(server);
            store.get(INFO, RANGE).close();
            server.answer("200 OK", "", "Content-Length: 10", "ETag: \"abc\"");
            store.head(KEY);
            server.answer("200 OK", "", "ETag: \"a\"");
            store.put(KEY, body("x"), ObjectAttributes.NONE, Precondition.NONE);
            server.answer("200 OK", "<R><UploadId>u</UploadId></R>");
            store.createUpload(KEY, ObjectAttributes.NONE);
            server.answer("200 OK", "", "ETag: \"a\"");
            store.uploadPart(UPLOAD, 1, body("x"));
            server.answer("200 OK", "<R><Key>k</Key></R>");
            store.complete(UPLOAD, Precondition.NONE);
            server.answer("200 OK", "<R></R>");
            store.listParts(UPLOAD, OptionalInt.empty());
            server.answer("200 OK", "<R><ETag>a</ETag></R>");
            store.copyPart(UPLOAD, 2, INFO, RANGE);
            server.answer("200 OK", "<R><ETag>a</ETag></R>");
            store.copy(INFO, KEY.withKey("copy"), Optional.empty());

            assertThat(server.requests()).hasSize(9).allSatisfy(request -> assertKey(request, "x-amz-"));
            assertThat(server.requests().subList(7, 9)).allSatisfy(request -> assertKey(request, "x-amz-copy-source-"));
        }
    }

    private static void assertKey(ScriptedServer.Request request, String prefix) {
        assertThat(request.header(prefix + HEADER + "algorithm"))
                .as(request.line())
                .contains("AES256");
        assertThat(request.header(prefix + HEADER + "key")).as(request.line()).contains(TEXT);
        assertThat(request.header(prefix + HEADER + "key-MD5"))
                .as(request.line())
                .contains("tP/LI3N87DFaSk0aoqYgzg==");
    }

    private static SSLContext context(Path file) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
