package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ListRequest;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectUri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Names that are often encoded twice, or lost, between paths and keys. */
@Timeout(60)
final class NastyNamesTest {
    private static final String[] PIECES = {
        "+",
        "%",
        "%20",
        "%2F",
        "?",
        "#",
        "&",
        ";",
        ":",
        "*",
        "[",
        "]",
        "{",
        "}",
        "\\",
        "|",
        "\"",
        "'",
        "<",
        ">",
        " ",
        "  ",
        "=",
        "@",
        "~",
        "!",
        "$",
        "(",
        ")",
        ",",
        "^",
        "`",
        "ä",
        "e\u0301",
        "漢",
        "\uD83D\uDE00",
        "\u0001",
        "\t",
        "\n",
        "\u007f",
        "\u00a0",
        ".",
        "..a",
        "-",
        "_",
        "a",
        "Z",
        "0"
    };

    private final MemoryStore store = FileSystemFixture.newStore();
    private SpateFileSystem fileSystem;

    @BeforeEach
    void open() throws IOException {
        fileSystem = FileSystemFixture.open(store);
    }

    @AfterEach
    void close() throws IOException {
        fileSystem.close();
    }

    @Test
    void randomNames_fromCreationToDeletion_areTheSame() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 400; i++) {
            assertRoundTrip("dir" + name(random), name(random));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+",
                "%",
                "%25",
                "a b",
                "#a",
                "?",
                "*",
                "[a]",
                "a:b",
                ":",
                ";",
                "&",
                "\\",
                "\uD83D\uDE00",
                "\u0001",
                ".a",
                "...",
                "~"
            })
    void name_fromCreationToDeletion_isTheSame(String name) throws IOException {
        assertRoundTrip("d", name);
        assertRoundTrip(name, "f");
    }

    @Test
    void keysThatNoPathLeadsTo_areNotListedAndDeletedWithTheirDirectory() throws IOException {
        for (String key :
                new String[] {"d/a//b", "d//x", "d/./y", "d/../z", "d/sub/", "d/bytes/", "d/\u0001\u0002", "d/ok"}) {
            FileSystemFixture.put(store, key, "bytes");
        }

        assertThat(Arrays.stream(fileSystem.listStatus(new Path("/d")))
                        .map(status -> status.getPath().getName()))
                .containsExactly("\u0001\u0002", "a", "bytes", "ok", "sub");
        assertThat(fileSystem.delete(new Path("/d"), true)).isTrue();
        assertThat(store.list(ListRequest.below(new ObjectUri(FileSystemFixture.BUCKET, "")))
                        .objects())
                .isEmpty();
    }

    @Test
    void pathOfAUri_severalSlashesAndDots_isThePlainOne() throws IOException {
        FileSystemFixture.write(fileSystem, "/d/file", "1");

        Path path = new Path(URI.create("spate://bucket//d///x/../file/"));
        assertThat(fileSystem.getFileStatus(path).getPath()).hasToString("spate://bucket/d/file");
    }

    @Test
    void create_nameThatIsNoUnicode_isRefusedBeforeAnythingIsWritten() throws IOException {
        assertThatThrownBy(() -> fileSystem.create(new Path("/d/\uD83D"))).isInstanceOf(InvalidPathException.class);
        assertThatThrownBy(() -> fileSystem.mkdirs(new Path("/d/\uD83D"))).isInstanceOf(InvalidPathException.class);
        assertThat(fileSystem.listStatus(new Path("/"))).isEmpty();
    }

    @Test
    void create_nameThatIsTooLong_isRefusedBeforeAnythingIsWritten() throws IOException {
        Path path = new Path("/d/" + "ä".repeat(600));

        assertThatThrownBy(() -> fileSystem.create(path)).hasMessageContaining("1024");
        assertThat(fileSystem.listStatus(new Path("/"))).isEmpty();
    }

    private void assertRoundTrip(String directory, String name) throws IOException {
        Path file = new Path("spate", FileSystemFixture.BUCKET, "/" + directory + "/" + name);
        Path renamed = new Path(file.getParent(), "renamed");
        try (FSDataOutputStream out = fileSystem.create(file)) {
            out.write(name.getBytes(StandardCharsets.UTF_8));
        }

        assertThat(FileSystemFixture.text(store, directory + "/" + name)).isEqualTo(name);
        FileStatus[] listed = fileSystem.listStatus(file.getParent());
        assertThat(listed).as("%s/%s", directory, name).hasSize(1);
        FileStatus status = fileSystem.getFileStatus(listed[0].getPath());
        assertThat(status.getPath()).isEqualTo(file.makeQualified(fileSystem.getUri(), null));
        try (FSDataInputStream in = fileSystem.open(status.getPath())) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(name);
        }
        assertThat(fileSystem.rename(status.getPath(), renamed)).isTrue();
        assertThat(fileSystem.rename(renamed, status.getPath())).isTrue();
        assertThat(fileSystem.delete(status.getPath(), false)).isTrue();
        assertThatThrownBy(() -> fileSystem.getFileStatus(file)).isInstanceOf(FileNotFoundException.class);
        assertThat(fileSystem.delete(file.getParent(), true)).isTrue();
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int length = 1 + random.nextInt(6); length > 0; length--) {
            name.append(PIECES[random.nextInt(PIECES.length)]);
        }
        String text = name.toString();
        return text.equals(".") || text.equals("..") ? "x" : text;
    }
}
