package io.spate.hadoop;

import java.util.Optional;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.tools.CopyListingFileStatus;
import org.apache.hadoop.tools.DistCpConstants;
import org.apache.hadoop.tools.util.DistCpUtils;
import org.apache.hadoop.util.Progressable;

/**
 * Finds out which file a mapper of DistCp writes under a temporary name. The name does not tell; but what is to be told of
 * progress is the mapper's context, and that knows the file which is copied at present. Uses classes that are there only
 * where a DistCp runs.
 */
final class DistCpTarget {
    private DistCpTarget() {}

    /** Empty unless it is certain: the temporary file must be where DistCp puts it for that target. */
    static Optional<Path> of(Path temporary, Progressable progress) {
        try {
            return progress instanceof TaskInputOutputContext<?, ?, ?, ?> context
                    ? target(temporary, context)
                    : Optional.empty();
        } catch (java.io.IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Optional<Path> target(Path temporary, TaskInputOutputContext<?, ?, ?, ?> context)
            throws java.io.IOException, InterruptedException {
        String root = context.getConfiguration().get(DistCpConstants.CONF_LABEL_TARGET_WORK_PATH);
        if (root == null
                || !(context.getCurrentKey() instanceof Text relative)
                || !(context.getCurrentValue() instanceof CopyListingFileStatus copied)) {
            return Optional.empty();
        }
        Path parent = temporary.getParent();
        Path work = new Path(root).makeQualified(parent.toUri(), parent);
        Path whole = new Path(work + relative.toString());
        Path target = copied.isSplit() ? DistCpUtils.getSplitChunkPath(whole, copied) : whole;
        Path expected = target.equals(work) ? work.getParent() : work;
        return parent.equals(expected) && !target.isRoot() ? Optional.of(target) : Optional.empty();
    }
}
