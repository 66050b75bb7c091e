package io.spate.engine.s3;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/**
 * A body that goes to the socket in large pieces. By itself the client writes 8 KiB at a time, and these calls of the
 * kernel are most of what sending costs.
 */
final class LargeWrites extends HttpEntityWrapper {
    private static final int PIECE = 128 << 10;

    LargeWrites(HttpEntity entity) {
        super(entity);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        long length = getContentLength();
        if (length >= 0 && length <= PIECE / 2) {
            super.writeTo(out);
            return;
        }
        // Closed by whoever has opened what is below it.
        OutputStream pieces = new BufferedOutputStream(out, PIECE);
        super.writeTo(pieces);
        pieces.flush();
    }
}
