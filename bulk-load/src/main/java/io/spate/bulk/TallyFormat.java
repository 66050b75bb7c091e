package io.spate.bulk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.source.Formats;
import io.spate.source.LineFormat;
import io.spate.source.RecordFormat;
import io.spate.source.RecordInput;
import io.spate.source.RecordReader;

/**
 * Counts instead of handing out lines, any bytes being text to it. The tallies of all ranges of an object add up to one
 * object, its lines and its bytes, however it is cut.
 */
final class TallyFormat implements RecordFormat<Tally> {
    static final int MAX_LINE_BYTES = 1 << 30;

    private static final long serialVersionUID = 1L;

    private final LineFormat lines =
            Formats.lines().charset(StandardCharsets.ISO_8859_1).maxRecordLength(MAX_LINE_BYTES);

    @Override
    public boolean isSplittable() {
        return lines.isSplittable();
    }

    @Override
    public TypeInformation<Tally> producedType() {
        return TypeInformation.of(Tally.class);
    }

    @Override
    public ByteRange expectedRange(ObjectInfo object, ByteRange range) {
        return lines.expectedRange(object, range);
    }

    @Override
    public RecordReader<Tally> reader(RecordInput input, ByteRange range, long position) throws IOException {
        return new TallyReader(lines.reader(input, range, position), range);
    }
}
