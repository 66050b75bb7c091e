package io.spate.sink;

import java.util.ArrayList;
import java.util.List;

import org.apache.flink.api.connector.sink2.Committer.CommitRequest;

/** A request to commit that remembers what it was told. */
final class TestRequest implements CommitRequest<SpateCommittable> {
    private final SpateCommittable committable;
    private final List<String> signals = new ArrayList<>();

    TestRequest(SpateCommittable committable) {
        this.committable = committable;
    }

    List<String> signals() {
        return signals;
    }

    @Override
    public SpateCommittable getCommittable() {
        return committable;
    }

    @Override
    public int getNumberOfRetries() {
        return 0;
    }

    @Override
    public void signalFailedWithKnownReason(Throwable reason) {
        signals.add("dropped");
    }

    @Override
    public void signalFailedWithUnknownReason(Throwable reason) {
        signals.add("failed");
    }

    @Override
    public void retryLater() {
        signals.add("retry");
    }

    @Override
    public void updateAndRetryLater(SpateCommittable updated) {
        signals.add("retry");
    }

    @Override
    public void signalAlreadyCommitted() {
        signals.add("already");
    }
}
