package io.spate.hadoop;

import java.util.Locale;

import org.apache.hadoop.fs.CommonPathCapabilities;

/** What the file system says that it can do, wherever in it. */
final class Capabilities {
    private Capabilities() {}

    /** @param checksums whether files have checksums */
    static boolean has(String capability, boolean checksums) {
        return switch (capability.toLowerCase(Locale.ROOT)) {
            case CommonPathCapabilities.FS_CONCAT,
                    CommonPathCapabilities.FS_MULTIPART_UPLOADER,
                    CommonPathCapabilities.ABORTABLE_STREAM,
                    CommonPathCapabilities.ETAGS_AVAILABLE,
                    CommonPathCapabilities.BULK_DELETE,
                    CommonPathCapabilities.VIRTUAL_BLOCK_LOCATIONS -> true;
            case CommonPathCapabilities.FS_CHECKSUMS -> checksums;
            default -> false;
        };
    }
}
