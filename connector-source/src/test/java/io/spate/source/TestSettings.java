package io.spate.source;

import java.util.List;

import io.spate.engine.PathPattern;

/** What a source reads, for tests that care for little of it. */
final class TestSettings {
    private static final long SPLIT_SIZE = 64 << 20;

    private TestSettings() {}

    static ScanSettings of(String... paths) {
        return of(List.of(paths).stream().map(PathPattern::parse).toList(), false);
    }

    static ScanSettings of(List<PathPattern> paths, boolean allowEmpty) {
        return new ScanSettings(
                paths,
                SPLIT_SIZE,
                allowEmpty,
                Monitoring.NONE,
                Selection.DEFAULT,
                ScanSettings.UNLIMITED,
                false,
                new ErrorPolicy.Fail(),
                null);
    }

    static ScanSettings with(ScanSettings settings, Selection selection) {
        return new ScanSettings(
                settings.paths(),
                settings.splitSize(),
                settings.allowEmpty(),
                settings.monitoring(),
                selection,
                settings.limit(),
                settings.skipChanged(),
                settings.errors(),
                settings.partitionsOrNone());
    }

    static ScanSettings with(ScanSettings settings, Partitions partitions) {
        return new ScanSettings(
                settings.paths(),
                settings.splitSize(),
                settings.allowEmpty(),
                settings.monitoring(),
                settings.selection(),
                settings.limit(),
                settings.skipChanged(),
                settings.errors(),
                partitions);
    }
}
