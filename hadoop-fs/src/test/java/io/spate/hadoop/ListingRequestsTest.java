package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.CountingStore;
import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.MemoryStore;
import io.spate.engine.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What looking at files and directories answers, and how many requests it sends. */
@Timeout(60)
final class ListingRequestsTest {
    private final MemoryStore store = FileSystemFixture.newStore();
    private final CountingStore counting = FileSystemFixture.counting(store);
    private SpateFileSystem fileSystem;

    @BeforeEach
    void open() throws IOException {
        fileSystem = FileSystemFixture.open(counting);
    }

    @AfterEach
    void close() throws IOException {
        fileSystem.close();
    }

    @Test
    void getFileStatus_file_costsOneHead() throws IOException {
        FileSystemFixture.put(store, "d/file", "12345");

        assertThat(fileSystem.getFileStatus(new Path("/d/file")).getLen()).isEqualTo(5);
        assertThat(requests()).containsExactly("HEAD d/file");
    }

    @Test
    void getFileStatus_directory_costsAHeadAndAList() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");

        assertThat(fileSystem.getFileStatus(new Path("/d")).isDirectory()).isTrue();
        assertThat(requests()).containsExactly("HEAD d", "LIST d/");
    }

    @Test
    void getFileStatus_nothing_costsAHeadAndAList() {
        assertThatThrownBy(() -> fileSystem.getFileStatus(new Path("/d"))).isInstanceOf(FileNotFoundException.class);
        assertThat(requests()).containsExactly("HEAD d", "LIST d/");
    }

    @Test
    void getFileStatus_root_costsNothing() throws IOException {
        assertThat(fileSystem.getFileStatus(new Path("/")).isDirectory()).isTrue();
        assertThat(requests()).isEmpty();
    }

    @Test
    void listStatus_manyEntries_costsOneListPerThousandAndNoHead() throws IOException {
        for (int i = 0; i < 2500; i++) {
            FileSystemFixture.put(store, "d/" + i, "1");
        }

        assertThat(fileSystem.listStatus(new Path("/d"))).hasSize(2500);
        assertThat(requests()).containsExactly("LIST d/", "LIST d/", "LIST d/");
    }

    @Test
    void listStatusIterator_firstEntries_asksForOnePage() throws IOException {
        for (int i = 0; i < 1500; i++) {
            FileSystemFixture.put(store, "d/" + i, "1");
        }

        RemoteIterator<FileStatus> entries = fileSystem.listStatusIterator(new Path("/d"));
        for (int i = 0; i < 1000; i++) {
            entries.next();
        }
        assertThat(requests()).hasSize(1);
        assertThat(RemoteIterators.toList(entries)).hasSize(500);
    }

    @Test
    void listStatus_emptyDirectory_costsOneList() throws IOException {
        FileSystemFixture.put(store, "d/", "");

        assertThat(fileSystem.listStatus(new Path("/d"))).isEmpty();
        assertThat(requests()).containsExactly("LIST d/");
    }

    @Test
    void listStatus_file_asksForItAfterAnEmptyListing() throws IOException {
        FileSystemFixture.put(store, "file", "1");

        assertThat(fileSystem.listStatus(new Path("/file")))
                .singleElement()
                .satisfies(status -> assertThat(status.isFile()).isTrue());
        assertThat(requests()).containsExactly("LIST file/", "HEAD file");
    }

    @Test
    void listStatus_nothing_fails() {
        assertThatThrownBy(() -> fileSystem.listStatus(new Path("/d"))).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> fileSystem.getContentSummary(new Path("/d")))
                .isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void fileAndDirectoryOfOneName_areAFileThatIsListedAsADirectory() throws IOException {
        FileSystemFixture.put(store, "d/twin", "1");
        FileSystemFixture.put(store, "d/twin/below", "22");

        assertThat(fileSystem.getFileStatus(new Path("/d/twin")).isFile()).isTrue();
        assertThat(names("/d/twin")).containsExactly("below");
        assertThat(names("/d")).containsExactly("twin", "twin");
        assertThat(fileSystem.delete(new Path("/d/twin"), true)).isTrue();
        assertThat(fileSystem.getFileStatus(new Path("/d/twin")).isDirectory()).isTrue();
    }

    @Test
    void listFiles_recursive_isOneFlatListing() throws IOException {
        FileSystemFixture.put(store, "d/a/b/c", "1");
        FileSystemFixture.put(store, "d/a/", "");
        FileSystemFixture.put(store, "d/x", "1");

        List<String> files = new ArrayList<>();
        RemoteIterators.foreach(
                fileSystem.listFiles(new Path("/d"), true), file -> files.add(KeyCodec.key(file.getPath())));
        assertThat(files).containsExactly("d/a/b/c", "d/x");
        assertThat(requests()).containsExactly("LIST d/");
    }

    @Test
    void listLocatedStatus_directory_costsOneListAndCarriesEtags() throws IOException {
        FileSystemFixture.put(store, "d/a", "1");
        FileSystemFixture.put(store, "d/sub/b", "1");

        List<FileStatus> entries =
                new ArrayList<>(RemoteIterators.toList(fileSystem.listLocatedStatus(new Path("/d"))));
        assertThat(entries).extracting(FileStatus::isDirectory).containsExactly(false, true);
        assertThat(requests()).containsExactly("LIST d/");
    }

    @Test
    void getContentSummary_tree_isOneFlatListingAndCountsImpliedDirectories() throws IOException {
        FileSystemFixture.put(store, "d/", "");
        FileSystemFixture.put(store, "d/a/b/c", "333");
        FileSystemFixture.put(store, "d/a/b/d", "1");
        FileSystemFixture.put(store, "d/a-", "22");
        FileSystemFixture.put(store, "d/a", "4444");
        FileSystemFixture.put(store, "d/empty/", "");

        ContentSummary summary = fileSystem.getContentSummary(new Path("/d"));
        assertThat(summary.getFileCount()).isEqualTo(4);
        assertThat(summary.getLength()).isEqualTo(10);
        assertThat(summary.getDirectoryCount()).as("d, d/a, d/a/b and d/empty").isEqualTo(4);
        assertThat(requests()).containsExactly("LIST d/");
    }

    @Test
    void getContentSummary_fileAndEmptyRoot_countsThem() throws IOException {
        assertThat(fileSystem.getContentSummary(new Path("/")).getDirectoryCount())
                .isEqualTo(1);
        FileSystemFixture.put(store, "file", "333");

        ContentSummary summary = fileSystem.getContentSummary(new Path("/file"));
        assertThat(summary.getFileCount()).isEqualTo(1);
        assertThat(summary.getLength()).isEqualTo(3);
        assertThat(summary.getDirectoryCount()).isZero();
    }

    @Test
    void listStatus_pageThatNamesItselfAsTheNext_fails() throws IOException {
        FileSystemFixture.put(store, "d/a", "1");
        CountingStore stuck = new CountingStore(store) {
            @Override
            public ListPage list(ListRequest request) throws StoreException {
                ListPage page = super.list(request);
                return new ListPage(page.objects(), page.prefixes(), Optional.of("again"));
            }
        };

        try (SpateFileSystem looping = FileSystemFixture.open(stuck)) {
            assertThatThrownBy(() -> looping.listStatus(new Path("/d")))
                    .hasMessageContaining("does not advance")
                    .hasMessageContaining("again");
        }
    }

    private List<String> names(String directory) throws IOException {
        List<String> names = new ArrayList<>();
        for (FileStatus status : fileSystem.listStatus(new Path(directory))) {
            names.add(status.getPath().getName());
        }
        return names;
    }

    private List<String> requests() {
        return counting.requests().stream()
                .map(request -> request.operation() + " " + request.uri().key())
                .toList();
    }
}
