package io.spate.it;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Holds lines up at the gate of {@link FailoverTest}, which is in the same JVM. */
final class GatedLines extends RichMapFunction<String, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public void open(OpenContext context) {
        FailoverTest.gate.started();
    }

    @Override
    public String map(String line) throws Exception {
        FailoverTest.gate.pass();
        return line;
    }
}
