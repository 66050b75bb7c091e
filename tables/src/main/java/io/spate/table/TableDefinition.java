package io.spate.table;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.factories.DynamicTableFactory.Context;
import org.apache.flink.table.factories.Factory;

import io.spate.engine.Option;
import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;

/**
 * What a table {@code WITH ('connector' = 'spate', ...)} says, for the factory of sources and that of sinks: as a table is
 * read and written, both take the options of either.
 */
public final class TableDefinition {
    /** The value of {@code connector}. */
    public static final String CONNECTOR = "spate";

    private static final Set<Option<?>> REQUIRED = Set.of(TableOption.PATH, TableOption.FORMAT);

    private TableDefinition() {}

    /** The options that every table has. */
    public static Set<ConfigOption<?>> requiredOptions() {
        return flinkOptions(REQUIRED.stream());
    }

    /** All others. */
    public static Set<ConfigOption<?>> optionalOptions() {
        return flinkOptions(Stream.concat(TableOption.ALL.stream(), Option.ALL.stream())
                .filter(option -> !REQUIRED.contains(option)));
    }

    /**
     * The options of a table, checked, and those of the session for what it leaves out.
     *
     * @throws IllegalArgumentException as {@link TableOptions} does
     */
    public static TableOptions options(Context context) {
        Map<String, String> written = context.getCatalogTable().getOptions();
        String format = written.getOrDefault(TableOption.FORMAT.key(), "").strip();
        return TableOptions.of(
                written,
                SessionOptions.of(context.getConfiguration()),
                FormatFactories.keys(context.getClassLoader(), format));
    }

    /** Whether Flink has a factory of a kind for a format. */
    public static boolean hasFormat(Context context, Class<? extends Factory> kind, String format) {
        return FormatFactories.exist(context.getClassLoader(), kind, format);
    }

    private static Set<ConfigOption<?>> flinkOptions(Stream<Option<?>> options) {
        return options.map(option -> ConfigOptions.key(option.key())
                        .stringType()
                        .noDefaultValue()
                        .withDescription(option.sentence()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
