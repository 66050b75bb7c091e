package io.spate.engine.s3;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A store, and the server of a script that it talks to. */
@Timeout(60)
abstract class ScriptedStoreTest {
    final ScriptedServer server = new ScriptedServer();
    final S3Store store = S3Answers.store(S3Answers.options(server.endpoint()));

    @AfterEach
    final void closeStoreAndServer() {
        store.close();
        server.close();
    }
}
