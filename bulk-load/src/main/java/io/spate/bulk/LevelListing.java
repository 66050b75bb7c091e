package io.spate.bulk;

import java.io.IOException;
import java.util.Optional;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;

/**
 * Lists one level below a URI as if keys were directories, page by page. Of a key that does not end in a slash it shows
 * the object, if there is one, and one level below the key; what only shares its first characters is not even asked for.
 */
final class LevelListing {
    private static final String SLASH = "/";

    private final ObjectStore store;
    private final ObjectUri uri;
    private final ListingPrinter printer;

    LevelListing(ObjectStore store, ObjectUri uri, ListingPrinter printer) {
        this.store = store;
        this.uri = uri;
        this.printer = printer;
    }

    void print() throws IOException {
        if (uri.key().isEmpty() || uri.key().endsWith(SLASH)) {
            printLevel(uri);
        } else if (printObject()) {
            printLevel(uri.withKey(uri.key() + SLASH));
        }
    }

    /** Prints the object of this very key, if there is one; false if that is all that may be seen. */
    private boolean printObject() throws IOException {
        try {
            // The key itself sorts before all that start with it.
            store.list(ListRequest.below(uri).withMaxKeys(1)).objects().stream()
                    .filter(first -> first.uri().equals(uri))
                    .forEach(printer::print);
            return true;
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.DENIED) {
                throw e;
            }
            printer.print(head(e));
            printer.flush();
            return false;
        }
    }

    /** One object can be seen without the right to list. */
    private ObjectInfo head(StoreException denied) throws StoreException {
        try {
            return store.head(uri);
        } catch (StoreException e) {
            denied.addSuppressed(e);
            throw denied;
        }
    }

    private void printLevel(ObjectUri directory) throws IOException {
        Optional<ListRequest> next = Optional.of(ListRequest.below(directory).withDelimiter(SLASH));
        while (next.isPresent()) {
            ListRequest request = next.get();
            ListPage page = store.list(request);
            page.prefixes().forEach(prefix -> printer.print(directory.withKey(prefix)));
            page.objects().forEach(printer::print);
            printer.flush();
            next = page.nextToken().map(request::continuing);
        }
    }
}
