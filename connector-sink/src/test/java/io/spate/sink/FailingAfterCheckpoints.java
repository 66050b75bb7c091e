package io.spate.sink;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/** Makes text of numbers, and fails three times in a job on a record behind a checkpoint. */
final class FailingAfterCheckpoints implements MapFunction<Long, String>, CheckpointListener {
    private static final long serialVersionUID = 1L;
    private static final ConcurrentHashMap<String, AtomicInteger> FAILURES = new ConcurrentHashMap<>();

    private final String job;
    private int checkpoints;

    /** @param job another one for each job of the process */
    FailingAfterCheckpoints(String job) {
        this.job = job;
    }

    /** How often a job failed, or would have. */
    static AtomicInteger failures(String job) {
        return FAILURES.computeIfAbsent(job, none -> new AtomicInteger());
    }

    @Override
    public String map(Long number) {
        if (checkpoints >= 3 && failures(job).incrementAndGet() <= 3) {
            throw new IllegalStateException("planned failure");
        }
        return Long.toString(number);
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        checkpoints++;
    }
}
