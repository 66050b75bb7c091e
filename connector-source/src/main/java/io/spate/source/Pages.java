package io.spate.source;

import java.util.List;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectLister;
import io.spate.engine.StoreException;

/** A listing that goes on page by page. Used by one thread at a time. */
interface Pages {
    /** The objects of the next page, in key order; there may be none though there are more pages. One LIST. */
    List<ObjectInfo> nextPage() throws StoreException;

    /** The last key that was seen; empty before the first. */
    String cursor();

    boolean isDone();

    /** All that a path matches. */
    record OfPath(ObjectLister lister) implements Pages {
        @Override
        public List<ObjectInfo> nextPage() throws StoreException {
            return lister.nextPage();
        }

        @Override
        public String cursor() {
            return lister.cursor();
        }

        @Override
        public boolean isDone() {
            return lister.isDone();
        }
    }
}
