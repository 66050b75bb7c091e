package io.spate.sink;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.RowData;

import io.spate.engine.Option;
import io.spate.engine.PathPattern;
import io.spate.engine.TableOption;
import io.spate.engine.TableOption.Codec;
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
        return extension.isEmpty() || extension.startsWith(".") ? extension : "." + extension;
    }

    private static void check(TableOptions options, boolean partitioned) {
        if (options.paths().size() > 1) {
            throw refused(TableOption.PATH, String.join(";", options.paths()), "a table that is written has one path");
        }
        String path = options.paths().get(0);
        if (PathPattern.parse(path).isGlob()) {
            throw refused(
                    TableOption.PATH,
                    path,
                    "it is a pattern, which can only be read; write to a directory such as 'spate://bucket/prefix/'");
        }
        checkKeys(options, partitioned);
        checkCompleteness(options, partitioned);
    }

    /** Whoever reads the table, or overwrites it, looks for objects in directories. */
    private static void checkKeys(TableOptions options, boolean partitioned) {
        String template = options.get(TableOption.KEY_TEMPLATE).orElse(KeyTemplate.DEFAULT);
        String start = partitioned ? "{prefix}{bucket}" : "{prefix}";
        if (!template.startsWith(start)) {
            throw refused(
                    TableOption.KEY_TEMPLATE,
                    template,
                    "objects would not be found below the path of the table" + (partitioned ? " and partition" : "")
                            + "; begin it with '" + start + "'");
        }
        if (options.has(TableOption.PARTITION_TEMPLATE) && !partitioned) {
            throw refused(
                    TableOption.PARTITION_TEMPLATE,
                    options.get(TableOption.PARTITION_TEMPLATE).orElse(""),
                    "the table has no partitions; add PARTITIONED BY (...), or leave it out");
        }
    }

    private static void checkCompleteness(TableOptions options, boolean partitioned) {
        boolean ofPartition = options.get(TableOption.COMPLETENESS) == Completeness.PARTITION;
        if (ofPartition && !partitioned) {
            throw refused(
                    TableOption.COMPLETENESS,
                    "partition",
                    "the table has no partitions; add PARTITIONED BY (...), or take 'job'");
        }
        if (options.has(TableOption.COMPLETENESS) && !tells(options)) {
            throw refused(
                    TableOption.COMPLETENESS,
                    lower(options.get(TableOption.COMPLETENESS)),
                    "nothing tells of it; add '" + TableOption.SUCCESS_FILE + "' = 'true' or '" + TableOption.MANIFEST
                            + "' = 'true'");
        }
        if (options.has(TableOption.PARTITION_IDLE) && !ofPartition) {
            throw refused(
                    TableOption.PARTITION_IDLE,
                    options.get(TableOption.PARTITION_IDLE).toString(),
                    "it needs '" + TableOption.COMPLETENESS + "' = 'partition'");
        }
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
        Codec codec = options.get(TableOption.SINK_COMPRESSION);
        return Arrays.stream(Compression.values())
                .filter(compression -> compression.name().equals(codec.name()))
                .findFirst()
                .orElseThrow(() -> refused(
                        TableOption.SINK_COMPRESSION,
                        lower(codec),
                        "expected one of "
                                + Arrays.stream(Compression.values())
                                        .map(TableSinkOptions::lower)
                                        .collect(Collectors.joining(", "))));
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

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static ValidationException refused(Option<?> option, String value, String why) {
        return new ValidationException("option '" + option + "' = '" + value + "': " + why);
    }
}
