package io.spate.engine;

import java.util.List;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * One page of the uploads that are open below a prefix.
 *
 * @param next where the next page begins; empty on the last page
 */
public record UploadPage(List<UploadInfo> uploads, Optional<Position> next) {
    public UploadPage {
        uploads = List.copyOf(uploads);
        requireNonNull(next, "next is null");
    }

    /** Where a page ended, to be handed back for the next one. Both texts are the store's. */
    public record Position(String key, String uploadId) {
        public Position {
            requireNonNull(key, "key is null");
            requireNonNull(uploadId, "uploadId is null");
        }
    }
}
