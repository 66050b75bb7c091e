package io.spate.source;

import java.io.IOException;
import java.util.List;

import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.orc.OrcFilters;
import org.apache.flink.orc.shim.OrcShimV230;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;

/** Opens ORC files with the input of the split, where Flink would look for a file system of Hadoop by the scheme. */
final class OrcInputShim extends OrcShimV230 {
    private static final long serialVersionUID = 1L;

    @Override
    public RecordReader createRecordReader(
            Configuration configuration,
            TypeDescription schema,
            int[] selected,
            List<OrcFilters.Predicate> predicates,
            org.apache.flink.core.fs.Path path,
            long start,
            long length)
            throws IOException {
        OrcFileSystem files = new OrcFileSystem(((SplitPath) path).input());
        files.setConf(configuration);
        Reader file = OrcFile.createReader(
                new Path(files.getUri()), OrcFile.readerOptions(configuration).filesystem(files));
        OrcColumns.requireReadable(file.getSchema(), schema, selected);
        Tuple2<Long, Long> stripes = getOffsetAndLengthForSplit(start, length, file.getStripes());
        Reader.Options options = readOrcConf(
                file.options()
                        .schema(schema)
                        .range(stripes.f0, stripes.f1)
                        .include(computeProjectionMask(schema, selected)),
                configuration);
        if (!predicates.isEmpty()) {
            options.searchArgument(argument(predicates), new String[0]);
        }
        return file.rows(options);
    }

    private static SearchArgument argument(List<OrcFilters.Predicate> predicates) {
        SearchArgument.Builder all = SearchArgumentFactory.newBuilder().startAnd();
        predicates.forEach(predicate -> predicate.add(all));
        return all.end().build();
    }
}
