package io.spate.hadoop.it;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractBulkDeleteTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KnownLimits.class)
final class ContractBulkDeleteTest extends AbstractContractBulkDeleteTest {
    @Override
    protected int getExpectedPageSize() {
        return 250;
    }

    @Override
    protected AbstractFSContract createContract(Configuration configuration) {
        return new SpateContract(getClass(), configuration);
    }
}
