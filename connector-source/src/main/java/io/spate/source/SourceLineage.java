package io.spate.source;

import java.util.List;
import java.util.Map;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.streaming.api.lineage.LineageDataset;
import org.apache.flink.streaming.api.lineage.LineageDatasetFacet;
import org.apache.flink.streaming.api.lineage.SourceLineageVertex;

import io.spate.engine.ObjectUri;
import io.spate.engine.PathPattern;

/** What a source reads, for those who follow data from job to job. */
record SourceLineage(Boundedness boundedness, List<LineageDataset> datasets) implements SourceLineageVertex {
    static SourceLineage of(Boundedness boundedness, List<PathPattern> paths) {
        return new SourceLineage(
                boundedness, paths.stream().map(SourceLineage::dataset).toList());
    }

    private static LineageDataset dataset(PathPattern path) {
        String namespace = ObjectUri.PREFIX + path.prefix().bucket();
        String key = path.toString().substring(namespace.length());
        return new Dataset(key.startsWith("/") ? key.substring(1) : key, namespace, Map.of());
    }

    /**
     * A path.
     *
     * @param name its key, or a pattern of keys
     * @param namespace its bucket
     */
    record Dataset(String name, String namespace, Map<String, LineageDatasetFacet> facets) implements LineageDataset {}
}
