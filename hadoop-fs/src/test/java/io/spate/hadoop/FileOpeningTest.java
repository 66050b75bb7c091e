package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.Operation;
import io.spate.engine.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class FileOpeningTest {
    @Test
    void open_nothing_failsWithOneHeadAndOneList() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            assertThatThrownBy(() -> fixture.fileSystem.open(StreamFixture.FILE))
                    .isInstanceOf(FileNotFoundException.class);
            assertThat(fixture.requests.count(Operation.HEAD)).isEqualTo(1);
            assertThat(fixture.requests.count(Operation.LIST)).isEqualTo(1);
        }
    }

    @Test
    void open_directory_isRefused() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            fixture.put(1, 1);
            for (Path directory : new Path[] {new Path("/d"), new Path("/")}) {
                assertThatThrownBy(() -> fixture.fileSystem.open(directory)).isInstanceOf(FileNotFoundException.class);
                FileStatus status = fixture.fileSystem.getFileStatus(directory);
                CompletableFuture<FSDataInputStream> opened = fixture.fileSystem
                        .openFile(directory)
                        .withFileStatus(status)
                        .build();
                assertThatThrownBy(() -> opened.get(10, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(FileNotFoundException.class);
            }
        }
    }

    @Test
    void openFile_nothing_failsInTheFuture() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            CompletableFuture<FSDataInputStream> opened = builder(fixture).build();
            assertThatThrownBy(() -> opened.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(FileNotFoundException.class);
            try (FSDataInputStream in = fixture.open("random", 100)) {
                assertThatThrownBy(in::read)
                        .isInstanceOf(FileNotFoundException.class)
                        .hasMessageContaining("spate://bucket/d/file");
            }
        }
    }

    @Test
    void openFile_optionsThatAreUnknown_areIgnoredUnlessMandatory() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(1, 100);
            FutureDataInputStreamBuilder builder = builder(fixture)
                    .opt("fs.other.option", "1")
                    .must(OpenFileOptions.FS_OPTION_OPENFILE_BUFFER_SIZE, 32768)
                    .must(OpenFileOptions.FS_OPTION_OPENFILE_FOOTER_CACHE, "true")
                    .must(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "unknown, sequential, random")
                    .mustLong(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, 100);
            try (FSDataInputStream in = StreamFixture.open(builder)) {
                assertThat(in.readAllBytes()).isEqualTo(bytes);
            }
            assertThatThrownBy(
                            () -> builder(fixture).must("fs.other.option", "1").build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("fs.other.option");
        }
    }

    @Test
    void openFile_numbersThatAreNone_areIgnored() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(1, 100);
            for (String wrong : new String[] {"-1", "3.5e2", "many"}) {
                FutureDataInputStreamBuilder builder = builder(fixture)
                        .opt(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, wrong)
                        .opt(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START, wrong)
                        .opt(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END, wrong);
                try (FSDataInputStream in = StreamFixture.open(builder)) {
                    assertThat(in.readAllBytes()).isEqualTo(bytes);
                }
            }
            FutureDataInputStreamBuilder reversed = builder(fixture)
                    .optLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START, 50)
                    .optLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END, 10);
            try (FSDataInputStream in = StreamFixture.open(reversed)) {
                assertThat(in.readAllBytes()).isEqualTo(bytes);
            }
        }
    }

    @Test
    void openFile_statusOfAnotherClass_tellsTheLengthOnly() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            byte[] bytes = fixture.put(1, 100);
            FileStatus foreign = new FileStatus(100, false, 1, 1, 1, new Path("gopher://elsewhere/x/file"));
            try (FSDataInputStream in = StreamFixture.open(builder(fixture).withFileStatus(foreign))) {
                assertThat(fixture.requests.requests()).isEmpty();
                assertThat(in.readAllBytes()).isEqualTo(bytes);
            }
            assertThat(fixture.requests.count(Operation.HEAD)).isZero();
        }
    }

    @Test
    void openFile_statusOfAnotherFile_isRefused() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            FileStatus other = new FileStatus(100, false, 1, 1, 1, new Path("spate://bucket/d/other"));
            FutureDataInputStreamBuilder builder = builder(fixture).withFileStatus(other);
            assertThatThrownBy(builder::build)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("d/other");
        }
    }

    @Test
    void read_fileOverwrittenSinceItsStatus_failsAsChanged() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            fixture.put(1, 100);
            FileStatus status = fixture.fileSystem.getFileStatus(StreamFixture.FILE);
            fixture.put(2, 100);
            try (FSDataInputStream in = StreamFixture.open(builder(fixture).withFileStatus(status))) {
                assertThatThrownBy(in::read)
                        .isInstanceOfSatisfying(StoreException.class, failure -> assertThat(failure.kind())
                                .isEqualTo(StoreException.Kind.CHANGED));
            }
        }
    }

    @Test
    void read_fileOverwrittenAfterTheFirstAnswer_failsAsChangedWhereOnlyTheLengthWasKnown() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            fixture.put(1, 300_000);
            try (FSDataInputStream in = fixture.open("random", 300_000)) {
                assertThat(in.read()).isNotNegative();
                fixture.put(2, 300_000);
                in.seek(200_000);
                assertThatThrownBy(in::read)
                        .isInstanceOfSatisfying(StoreException.class, failure -> assertThat(failure.kind())
                                .isEqualTo(StoreException.Kind.CHANGED));
            }
        }
    }

    @Test
    void open_readPolicyOfTheFileSystem_holdsWhereTheOpenerSaysNothing() throws Exception {
        try (StreamFixture fixture = new StreamFixture(
                java.util.Map.of("read.policy", "random"), new io.spate.engine.FaultyStore.Plan() {})) {
            fixture.put(1, 300_000);
            try (FSDataInputStream in = fixture.fileSystem.open(StreamFixture.FILE)) {
                assertThat(in.getWrappedStream().toString()).contains("RANDOM").contains("spate://bucket/d/file");
                byte[] target = new byte[300_000];
                in.readFully(target);
                assertThat(new String(target, StandardCharsets.ISO_8859_1)).hasSize(300_000);
            }
        }
    }

    private static FutureDataInputStreamBuilder builder(StreamFixture fixture) throws Exception {
        return fixture.fileSystem.openFile(StreamFixture.FILE);
    }
}
