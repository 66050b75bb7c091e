package io.spate.hadoop.it;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractPathHandleTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KnownLimits.class)
final class ContractPathHandleTest extends AbstractContractPathHandleTest {
    @Override
    protected AbstractFSContract createContract(Configuration configuration) {
        return new SpateContract(getClass(), configuration);
    }
}
