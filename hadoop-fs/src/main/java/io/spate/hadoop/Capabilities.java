package io.spate.hadoop;

import java.util.Locale;

import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;

import io.spate.engine.StoreProfile;

/** What the file system says that it can do, wherever in it. */
final class Capabilities {
    private Capabilities() {}

    /**
     * Whether there is a capability.
     *
     * @param checksums whether files have checksums
     * @param profile of the store, which says on which conditions files can be made, whatever their size
     */
    static boolean has(String capability, boolean checksums, StoreProfile profile) {
        return switch (capability.toLowerCase(Locale.ROOT)) {
            case CommonPathCapabilities.FS_CONCAT,
                    CommonPathCapabilities.FS_MULTIPART_UPLOADER,
                    CommonPathCapabilities.ABORTABLE_STREAM,
                    CommonPathCapabilities.ETAGS_AVAILABLE,
                    CommonPathCapabilities.BULK_DELETE,
                    CommonPathCapabilities.VIRTUAL_BLOCK_LOCATIONS -> true;
            case CommonPathCapabilities.FS_CHECKSUMS -> checksums;
            case CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE ->
                profile.conditionalPut() && profile.conditionalComplete();
            case CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE_ETAG -> profile.conditionalReplace();
            default -> false;
        };
    }
}
