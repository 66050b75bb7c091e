package io.spate.source;

import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

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
