package io.spate.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The engines of this process, one for each set of options, with their memory and threads in common: as much as the
 * most generous of the open ones says. The last one to close takes the threads with it.
 */
final class SharedEngines {
    static final SharedEngines INSTANCE = new SharedEngines();

    private static final class Use {
        private final Engine engine;
        private final ObjectStore store;
        private int users;

        Use(Engine engine, ObjectStore store) {
            this.engine = engine;
            this.store = store;
        }
    }

    private final Map<SpateOptions, Use> uses = new HashMap<>();
    private TransferResources resources;

    /** Each call must be matched by one {@link Engine#close()}. */
    synchronized Engine open(SpateOptions options, Function<SpateOptions, ObjectStore> opener) {
        Use use = uses.get(options);
        if (use == null) {
            ObjectStore store = opener.apply(options);
            if (resources == null) {
                resources = new TransferResources(options.get(Option.MEMORY), options.get(Option.MAX_REQUESTS));
            }
            use = new Use(new Engine(store, options, resources, System::nanoTime, () -> {}), store);
            uses.put(options, use);
            resize();
        }
        use.users++;
        return new Engine(use.engine, () -> close(options));
    }

    private synchronized void close(SpateOptions options) {
        Use use = uses.get(options);
        use.users--;
        if (use.users > 0) {
            return;
        }
        uses.remove(options);
        try {
            use.store.close();
        } finally {
            if (uses.isEmpty()) {
                resources.close();
                resources = null;
            } else {
                resize();
            }
        }
    }

    private void resize() {
        long memory = uses.keySet().stream()
                .mapToLong(options -> options.get(Option.MEMORY))
                .max()
                .orElseThrow();
        int requests = uses.keySet().stream()
                .mapToInt(options -> options.get(Option.MAX_REQUESTS))
                .max()
                .orElseThrow();
        resources.resize(memory, requests);
    }
}
