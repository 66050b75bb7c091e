package io.spate.hadoop.it;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.TestRenameStageFailure;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KnownLimits.class)
final class ManifestRenameStageFailureTest extends TestRenameStageFailure {
    @Override
    protected AbstractFSContract createContract(Configuration configuration) {
        return new SpateContract(getClass(), configuration);
    }
}
