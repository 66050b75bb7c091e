package io.spate.sink;

import java.time.Duration;
import java.util.function.Supplier;

import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.RowData;

import io.spate.engine.Option;
import io.spate.engine.PathPattern;
import io.spate.engine.TableOption;
import io.spate.engine.TableOption.Completeness;
import io.spate.engine.TableOptions;

/** What the options of a table mean for a sink. All that cannot be is refused here, when a statement is planned. */
final class TableSinkOptions {
    private static final Duration NEVER = Duration.ofMillis(Long.MAX_VALUE);

    private TableSinkOptions() {}

    /**
     * A builder that knows all but the format and the partitions.
     *
     * @throws ValidationException naming option and value, and what to do
     */
    static SpateSinkBuilder<RowData> builder(TableOptions options, boolean partitioned) {
        check(options, partitioned);
        SpateSinkBuilder<RowData> builder = SpateSink.<RowData>builder()
                .path(options.paths().get(0))
                .options(options.engine().asMap())
                .rolling(rolling(options))
                .compression(compression(options))
                .deliveryGuarantee(
                        options.get(TableOption.DELIVERY) == TableOption.Delivery.EXACTLY_ONCE
                                ? DeliveryGuarantee.EXACTLY_ONCE
                                : DeliveryGuarantee.AT_LEAST_ONCE);
        options.get(TableOption.KEY_TEMPLATE).ifPresent(builder::keyTemplate);
        options.get(TableOption.JANITOR_AGE).ifPresent(builder::janitor);
        if (tells(options)) {
            builder.completion(completion(options));
        }
        return builder;
    }

    /** What keys end with before that of the compression, with a dot in front. */
    static String extension(TableOptions options) {
        String format = options.format();
        String ofFormat = format.endsWith("-json") ? "json" : format;
        String extension = options.get(TableOption.EXTENSION).orElse("." + ofFormat);
        String dotted = extension.isEmpty() || extension.startsWith(".") ? extension : "." + extension;
        return checked(options, TableOption.EXTENSION, () -> KeyTemplate.requireExtension(dotted));
    }

    private static void check(TableOptions options, boolean partitioned) {
        if (options.paths().size() > 1) {
            throw refused(options, TableOption.PATH, "a table that is written has one path");
        }
        String path = options.paths().get(0);
        if (PathPattern.parse(path).isGlob()) {
            throw refused(
                    options,
                    TableOption.PATH,
                    "it is a pattern, which can only be read; write to a directory such as 'spate://bucket/prefix/'");
        }
        checkKeys(options, partitioned);
        checkCompleteness(options, partitioned);
        checkJanitor(options);
    }

    /** Whoever reads the table, or overwrites it, looks for objects in directories. */
    private static void checkKeys(TableOptions options, boolean partitioned) {
        String template = options.get(TableOption.KEY_TEMPLATE).orElse(KeyTemplate.DEFAULT);
        String start = partitioned ? "{prefix}{bucket}" : "{prefix}";
        if (!template.startsWith(start)) {
            throw refused(
                    options,
                    TableOption.KEY_TEMPLATE,
                    "objects would not be found below the path of the table" + (partitioned ? " and partition" : "")
                            + "; begin it with '" + start + "'");
        }
        checked(options, TableOption.KEY_TEMPLATE, () -> KeyTemplate.parse(template, partitioned));
        if (options.has(TableOption.PARTITION_TEMPLATE) && !partitioned) {
            throw refused(
                    options,
                    TableOption.PARTITION_TEMPLATE,
                    "the table has no partitions; add PARTITIONED BY (...), or leave it out");
        }
    }

    private static void checkCompleteness(TableOptions options, boolean partitioned) {
        boolean ofPartition = options.get(TableOption.COMPLETENESS) == Completeness.PARTITION;
        if (ofPartition && !partitioned) {
            throw refused(
                    options,
                    TableOption.COMPLETENESS,
                    "the table has no partitions; add PARTITIONED BY (...), or take 'job'");
        }
        if (options.has(TableOption.COMPLETENESS) && !tells(options)) {
            throw refused(
                    options,
                    TableOption.COMPLETENESS,
                    "nothing tells of it; add '" + TableOption.SUCCESS_FILE + "' = 'true' or '" + TableOption.MANIFEST
                            + "' = 'true'");
        }
        if (options.has(TableOption.PARTITION_IDLE) && !ofPartition) {
            throw refused(
                    options, TableOption.PARTITION_IDLE, "it needs '" + TableOption.COMPLETENESS + "' = 'partition'");
        }
    }

    private static void checkJanitor(TableOptions options) {
        Duration open = options.get(TableOption.ROLLING_AGE);
        options.get(TableOption.JANITOR_AGE)
                .filter(age -> age.compareTo(open) <= 0)
                .ifPresent(age -> {
                    throw refused(
                            options,
                            TableOption.JANITOR_AGE,
                            "uploads in use would be aborted, as '" + TableOption.ROLLING_AGE
                                    + "' lets an object be open for " + open + "; raise the one or lower the other");
                });
    }

    private static Rolling rolling(TableOptions options) {
        return new Rolling(
                options.get(TableOption.ROLLING_SIZE),
                options.get(TableOption.ROLLING_AGE),
                options.get(TableOption.ROLLING_IDLE),
                options.get(TableOption.ROLLING_RECORDS).map(Integer::longValue).orElse(Long.MAX_VALUE),
                options.get(TableOption.ROLLING_CHECKPOINT));
    }

    private static Compression compression(TableOptions options) {
        return Compression.valueOf(options.get(TableOption.SINK_COMPRESSION).name());
    }

    private static boolean tells(TableOptions options) {
        return options.get(TableOption.SUCCESS_FILE) || options.get(TableOption.MANIFEST);
    }

    private static Completion completion(TableOptions options) {
        boolean ofPartition = options.get(TableOption.COMPLETENESS) == Completeness.PARTITION;
        return new Completion(
                ofPartition ? Completion.Scope.BUCKET : Completion.Scope.JOB,
                options.get(TableOption.MANIFEST),
                options.get(TableOption.SUCCESS_FILE),
                ofPartition ? options.get(TableOption.PARTITION_IDLE) : NEVER);
    }

    /**
     * What is made of the value of an option, whose faults are told with its key and value and the path of the table.
     *
     * @param maker fails with an {@link IllegalArgumentException} that says what was expected
     */
    static <T> T checked(TableOptions options, Option<?> option, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            ValidationException refused = refused(options, option, e.getMessage());
            refused.initCause(e);
            throw refused;
        }
    }

    static ValidationException refused(TableOptions options, Option<?> option, String why) {
        return new ValidationException("option '" + option + "' = '" + options.text(option) + "' of the table at "
                + options.paths().get(0) + ": " + why);
    }
}
