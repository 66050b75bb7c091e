package io.spate.hadoop.it;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractMultipartUploaderTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KnownLimits.class)
final class ContractMultipartUploaderTest extends AbstractContractMultipartUploaderTest {
    /** The least that the protocol has. */
    @Override
    protected int partSizeInBytes() {
        return 5 << 20;
    }

    @Override
    protected int getTestPayloadCount() {
        return 3;
    }

    @Override
    protected boolean finalizeConsumesUploadIdImmediately() {
        return true;
    }

    @Override
    protected boolean supportsConcurrentUploadsToSamePath() {
        return true;
    }

    @Override
    protected AbstractFSContract createContract(Configuration configuration) {
        return new SpateContract(getClass(), configuration);
    }
}
