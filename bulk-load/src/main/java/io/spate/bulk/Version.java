package io.spate.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        try (InputStream text = Version.class.getResourceAsStream("version.txt")) {
            return new String[] {"spate " + new String(text.readAllBytes(), StandardCharsets.UTF_8).strip()};
        }
    }
}
