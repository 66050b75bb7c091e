package io.spate.shell;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.tools.DistCp;
import org.apache.hadoop.tools.mapred.CopyMapper.Counter;

/** DistCp that says at its end what it has done, which DistCp itself only logs. */
final class LocalDistCp extends DistCp {
    LocalDistCp(Configuration configuration) throws Exception {
        super(configuration, null); // The options come with the command line.
    }

    @Override
    public Job execute(boolean extraContextChecks) throws Exception {
        Job job = super.execute(extraContextChecks);
        if (job.isComplete() && job.isSuccessful()) {
            System.out.println(summary(job.getCounters()));
        }
        return job;
    }

    /** One line. Directories are counted apart, as DistCp does. */
    private static String summary(Counters counters) {
        return "copied " + value(counters, Counter.COPY) + " files of " + value(counters, Counter.BYTESCOPIED)
                + " bytes, skipped " + value(counters, Counter.SKIP) + ", failed " + value(counters, Counter.FAIL);
    }

    private static long value(Counters counters, Counter counter) {
        return counters.findCounter(counter).getValue();
    }
}
