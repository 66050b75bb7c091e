package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.CountingStore;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.Precondition;
import io.spate.engine.StoredHeader;
import io.spate.engine.WriteBody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a file system tells about files beside their bytes, and the calls that change nothing. */
@Timeout(60)
final class ObjectAttributesTest {
    private static final Path FILE = new Path("/d/file");

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
    void getXAttrs_file_areItsHeadersByOneHead() throws IOException {
        store.put(
                new ObjectUri(FileSystemFixture.BUCKET, "d/file"),
                WriteBody.of("text".getBytes(StandardCharsets.UTF_8)),
                ObjectAttributes.NONE
                        .with(StoredHeader.CONTENT_TYPE, "text/plain")
                        .withMetadata("owner", "me"),
                Precondition.NONE);

        Map<String, byte[]> attributes = fileSystem.getXAttrs(FILE);

        assertThat(attributes)
                .containsOnlyKeys(
                        "header.Content-Length",
                        "header.Content-Type",
                        "header.ETag",
                        "header.Last-Modified",
                        "header.owner");
        assertThat(attributes.get("header.Content-Type")).asString().isEqualTo("text/plain");
        assertThat(attributes.get("header.Content-Length")).asString().isEqualTo("4");
        assertThat(counting.requests()).hasSize(1);
        assertThat(fileSystem.listXAttrs(FILE)).containsExactlyElementsOf(attributes.keySet());
        assertThat(fileSystem.getXAttr(FILE, "header.owner")).asString().isEqualTo("me");
        assertThat(fileSystem.getXAttr(FILE, "header.missing")).isNull();
        assertThat(fileSystem.getXAttrs(FILE, List.of("header.owner", "x"))).containsOnlyKeys("header.owner");
    }

    @Test
    void getXAttrs_directoryOrNothing_areNoneOrAFailure() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");

        assertThat(fileSystem.getXAttrs(new Path("/d"))).isEmpty();
        assertThat(fileSystem.getXAttrs(new Path("/"))).isEmpty();
        assertThatThrownBy(() -> fileSystem.getXAttrs(new Path("/e"))).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void setXAttr_any_isRefused() {
        assertThatThrownBy(() -> fileSystem.setXAttr(FILE, "header.x", new byte[0]))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("header.x")
                .hasMessageContaining("/d/file");
        assertThatThrownBy(() -> fileSystem.removeXAttr(FILE, "header.x"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void getFileChecksum_byDefault_isNoneAndCostsNothing() throws IOException {
        assertThat(fileSystem.getFileChecksum(FILE)).isNull();
        assertThat(fileSystem.hasPathCapability(FILE, CommonPathCapabilities.FS_CHECKSUMS))
                .isFalse();
        assertThat(counting.requests()).isEmpty();
    }

    @Test
    void getFileChecksum_ofEtags_isTheEtag() throws IOException {
        String etag = FileSystemFixture.put(store, "d/file", "1234").etag();
        try (SpateFileSystem checking = FileSystemFixture.open(counting, Map.of("etag-checksum", "true"))) {
            FileChecksum checksum = checking.getFileChecksum(FILE);

            assertThat(checksum.getAlgorithmName()).isEqualTo("etag");
            assertThat(checksum.getBytes()).asString().isEqualTo(etag);
            assertThat(checksum.getLength()).isEqualTo(etag.length());
            assertThat(copied(checksum)).isEqualTo(checksum).hasToString(checksum.toString());
            assertThat(checking.getFileChecksum(FILE, 4)).isEqualTo(checksum);
            assertThat(checking.getFileChecksum(FILE, 3)).isNull();
            assertThat(checking.getFileChecksum(new Path("/d"))).isNull();
            assertThat(checking.hasPathCapability(FILE, CommonPathCapabilities.FS_CHECKSUMS))
                    .isTrue();
        }
    }

    @Test
    void callsThatAStoreHasNothingFor_anyPath_doNothing() throws IOException {
        fileSystem.setTimes(FILE, 1, 1);
        fileSystem.setOwner(FILE, "user", "group");
        fileSystem.setPermission(FILE, new FsPermission((short) 0));
        fileSystem.setVerifyChecksum(true);
        fileSystem.setWriteChecksum(true);

        assertThat(fileSystem.setReplication(FILE, (short) 3)).isTrue();
        assertThat(fileSystem.getStatus().getCapacity()).isPositive();
        assertThat(counting.requests()).isEmpty();
    }

    @Test
    void append_any_isRefused() {
        assertThatThrownBy(() -> fileSystem.append(FILE))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("/d/file");
    }

    @Test
    void hasPathCapability_whatThereIs_isTold() throws IOException {
        for (String has : List.of(
                CommonPathCapabilities.FS_CONCAT,
                CommonPathCapabilities.BULK_DELETE,
                CommonPathCapabilities.ETAGS_AVAILABLE,
                CommonPathCapabilities.VIRTUAL_BLOCK_LOCATIONS)) {
            assertThat(fileSystem.hasPathCapability(FILE, has)).as(has).isTrue();
        }
        for (String lacks : List.of(
                CommonPathCapabilities.FS_APPEND,
                CommonPathCapabilities.FS_PERMISSIONS,
                CommonPathCapabilities.FS_SYMLINKS,
                CommonPathCapabilities.DIRECTORY_LISTING_INCONSISTENT,
                CommonPathCapabilities.ETAGS_PRESERVED_IN_RENAME)) {
            assertThat(fileSystem.hasPathCapability(FILE, lacks)).as(lacks).isFalse();
        }
    }

    @Test
    void hasPathCapability_conditionsOfTheStore_areTold() throws IOException {
        String absent = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;
        String version = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE_ETAG;
        Map<String, List<String>> kept =
                Map.of("aws", List.of(absent, version), "ozone", List.of(absent), "ceph", List.of());
        for (Map.Entry<String, List<String>> profile : kept.entrySet()) {
            try (SpateFileSystem of = FileSystemFixture.open(store, Map.of("profile", profile.getKey()))) {
                assertThat(List.of(absent, version)).as(profile.getKey()).allSatisfy(each -> assertThat(
                                of.hasPathCapability(FILE, each))
                        .isEqualTo(profile.getValue().contains(each)));
            }
        }
    }

    @Test
    void getIOStatistics_afterRequests_countThem() throws IOException {
        FileSystemFixture.put(store, "d/file", "1");
        fileSystem.getFileStatus(FILE);

        assertThat(fileSystem.getIOStatistics().counters()).containsEntry("requests.head", 1L);
        assertThat(fileSystem.getIOStatistics().gauges()).containsEntry("time.head.count", 1L);
    }

    @Test
    void getServerDefaults_trash_isTheClientsChoiceOrOff() throws IOException {
        assertThat(fileSystem.getServerDefaults(FILE).getTrashInterval()).isZero();
        try (SpateFileSystem without = FileSystemFixture.open(store, Map.of("trash", "false"))) {
            assertThat(without.getServerDefaults(FILE).getTrashInterval()).isNegative();
        }
    }

    @Test
    void bulkDelete_filesAndDirectories_deletesFilesAndEmptyOnes() throws IOException {
        for (String key : new String[] {"d/a", "d/b", "d/empty/", "d/full/file"}) {
            FileSystemFixture.put(store, key, "");
        }
        try (BulkDelete delete = fileSystem.createBulkDelete(new Path("/d"))) {
            assertThat(delete.pageSize()).isEqualTo(250);
            assertThat(delete.bulkDelete(paths("/d/a", "/d/empty", "/d/full", "/d/missing")))
                    .singleElement()
                    .satisfies(left -> {
                        assertThat(left.getKey()).hasToString("spate://bucket/d/full");
                        assertThat(left.getValue()).contains("not empty");
                    });
            assertThatThrownBy(() -> delete.bulkDelete(paths("/e/a"))).isInstanceOf(IllegalArgumentException.class);
        }

        assertThat(fileSystem.listStatus(new Path("/d")))
                .extracting(status -> status.getPath().getName())
                .containsExactly("b", "full");
        assertThat(counting.count(Operation.DELETE_MANY)).isEqualTo(1);
    }

    @Test
    void bulkDelete_morePathsThanAPage_isRefused() throws IOException {
        try (SpateFileSystem small = FileSystemFixture.open(store, Map.of("bulk-delete.page-size", "1"));
                BulkDelete delete = small.createBulkDelete(new Path("/d"))) {
            assertThatThrownBy(() -> delete.bulkDelete(paths("/d/a", "/d/b")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private List<Path> paths(String... names) {
        return List.of(names).stream()
                .map(Path::new)
                .map(fileSystem::makeQualified)
                .toList();
    }

    private static FileChecksum copied(FileChecksum checksum) throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        checksum.write(out);
        DataInputBuffer in = new DataInputBuffer();
        in.reset(out.getData(), out.getLength());
        EtagChecksum copy = new EtagChecksum();
        copy.readFields(in);
        return copy;
    }
}
