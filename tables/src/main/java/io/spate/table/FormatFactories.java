package io.spate.table;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.flink.table.factories.DecodingFormatFactory;
import org.apache.flink.table.factories.EncodingFormatFactory;
import org.apache.flink.table.factories.Factory;

/** Looks for the factories of formats that Flink has on its class path. */
final class FormatFactories {
    /** Many factories may lack the same library; a loader that fails for ever is given up. */
    private static final int MOST_FAILURES = 100;

    private FormatFactories() {}

    /** Whether there is a factory of a kind for a format. One that cannot be loaded, for want of its libraries, is none. */
    static boolean exist(ClassLoader loader, Class<? extends Factory> kind, String format) {
        return !each(loader, format, kind::isInstance).isEmpty();
    }

    /**
     * The keys of all options of a format, with its name before them. Empty if it takes any, as those do that hand them on to
     * their libraries, and if there is no such format.
     */
    static Optional<Set<String>> keys(ClassLoader loader, String format) {
        if (format.equals("parquet") || format.equals("orc")) {
            return Optional.empty();
        }
        List<Set<String>> keys = each(loader, format, factory -> true);
        return keys.isEmpty()
                ? Optional.empty()
                : Optional.of(keys.stream().flatMap(Set::stream).collect(Collectors.toCollection(TreeSet::new)));
    }

    /** The keys of each factory of a format. Of those that cannot be loaded, Flink tells why when it looks for them. */
    private static List<Set<String>> each(ClassLoader loader, String format, Predicate<Factory> wanted) {
        List<Set<String>> keys = new ArrayList<>();
        Iterator<Factory> factories = ServiceLoader.load(Factory.class, loader).iterator();
        String lastFailure = "";
        int equalFailures = 0;
        while (equalFailures < MOST_FAILURES) {
            try {
                if (!factories.hasNext()) {
                    return keys;
                }
                Factory factory = factories.next();
                if (isFormat(factory) && factory.factoryIdentifier().equals(format) && wanted.test(factory)) {
                    keys.add(keysOf(factory, format));
                }
            } catch (ServiceConfigurationError | NoClassDefFoundError e) {
                equalFailures = e.toString().equals(lastFailure) ? equalFailures + 1 : 0;
                lastFailure = e.toString();
            }
        }
        return keys;
    }

    private static Set<String> keysOf(Factory factory, String format) {
        return Stream.concat(factory.requiredOptions().stream(), factory.optionalOptions().stream())
                .map(option -> format + "." + option.key())
                .collect(Collectors.toSet());
    }

    private static boolean isFormat(Factory factory) {
        return factory instanceof DecodingFormatFactory<?> || factory instanceof EncodingFormatFactory<?>;
    }
}
