package io.spate.table;

import java.util.Iterator;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.apache.flink.table.factories.DecodingFormatFactory;
import org.apache.flink.table.factories.EncodingFormatFactory;
import org.apache.flink.table.factories.Factory;

/** Looks for the factories of formats that Flink has on its class path. */
final class FormatFactories {
    private FormatFactories() {}

    /** Whether there is a factory of a kind for a format. One that cannot be loaded, for want of its libraries, is none. */
    static boolean exist(ClassLoader loader, Class<? extends Factory> kind, String format) {
        Iterator<Factory> factories = ServiceLoader.load(Factory.class, loader).iterator();
        while (hasNext(factories)) {
            try {
                Factory factory = factories.next();
                if (kind.isInstance(factory) && factory.factoryIdentifier().equals(format)) {
                    return true;
                }
            } catch (ServiceConfigurationError | NoClassDefFoundError e) {
                // Another format, or one whose absence Flink explains when it looks for it.
            }
        }
        return false;
    }

    /**
     * The keys of all options of a format, with its name before them. Empty if it takes any, as those do that hand them on to
     * their libraries, and if there is no such format.
     */
    static Optional<Set<String>> keys(ClassLoader loader, String format) {
        if (format.equals("parquet") || format.equals("orc")) {
            return Optional.empty();
        }
        Set<String> keys = new TreeSet<>();
        boolean found = false;
        Iterator<Factory> factories = ServiceLoader.load(Factory.class, loader).iterator();
        while (hasNext(factories)) {
            try {
                Factory factory = factories.next();
                if (isFormat(factory) && factory.factoryIdentifier().equals(format)) {
                    found = true;
                    Stream.concat(factory.requiredOptions().stream(), factory.optionalOptions().stream())
                            .forEach(option -> keys.add(format + "." + option.key()));
                }
            } catch (ServiceConfigurationError | NoClassDefFoundError e) {
                // Another format, or one whose absence Flink explains when it looks for it.
            }
        }
        return found ? Optional.of(keys) : Optional.empty();
    }

    private static boolean isFormat(Factory factory) {
        return factory instanceof DecodingFormatFactory<?> || factory instanceof EncodingFormatFactory<?>;
    }

    private static boolean hasNext(Iterator<Factory> factories) {
        while (true) {
            try {
                return factories.hasNext();
            } catch (ServiceConfigurationError | NoClassDefFoundError e) {
                // The next one may do.
            }
        }
    }
}
