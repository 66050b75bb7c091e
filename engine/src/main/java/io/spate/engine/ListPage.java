package io.spate.engine;

import java.util.List;
import java.util.Optional;

/**
 * One page of a listing.
 *
 * @param objects in key order
 * @param prefixes the rolled-up common prefixes, in order; empty unless a delimiter was asked for
 * @param nextToken what to continue with; empty on the last page
 */
public record ListPage(List<ObjectInfo> objects, List<String> prefixes, Optional<String> nextToken) {
    public ListPage {
        objects = List.copyOf(objects);
        prefixes = List.copyOf(prefixes);
    }
}
