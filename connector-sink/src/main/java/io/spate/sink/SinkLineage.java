package io.spate.sink;

import java.util.List;
import java.util.Map;

import org.apache.flink.streaming.api.lineage.LineageDataset;
import org.apache.flink.streaming.api.lineage.LineageDatasetFacet;
import org.apache.flink.streaming.api.lineage.LineageVertex;

import io.spate.engine.ObjectUri;

/** What a sink writes, for those who follow data from job to job. */
record SinkLineage(List<LineageDataset> datasets) implements LineageVertex {
    static SinkLineage of(ObjectUri directory) {
        return new SinkLineage(List.of(new Dataset(directory.key(), ObjectUri.PREFIX + directory.bucket(), Map.of())));
    }

    /**
     * A directory.
     *
     * @param name its key
     * @param namespace its bucket
     */
    record Dataset(String name, String namespace, Map<String, LineageDatasetFacet> facets) implements LineageDataset {}
}
