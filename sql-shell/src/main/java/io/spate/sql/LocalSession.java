package io.spate.sql;

import java.io.Closeable;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.table.client.gateway.Executor;
import org.apache.flink.table.client.gateway.SingleSessionManager;
import org.apache.flink.table.gateway.SqlGateway;
import org.apache.flink.table.gateway.service.context.DefaultContext;
import org.apache.flink.util.NetUtils;

/** A session of Flink SQL, with the gateway and the cluster that it needs. All of them listen to this machine only. */
final class LocalSession implements Closeable {
    private static final String HOST = "localhost";
    private static final String GATEWAY = "sql-gateway.endpoint.rest.";

    private final MiniCluster cluster;
    private final SqlGateway gateway;
    private final Executor executor;

    private LocalSession(MiniCluster cluster, SqlGateway gateway, Executor executor) {
        this.cluster = cluster;
        this.gateway = gateway;
        this.executor = executor;
    }

    /** @param settings which count more than what the session has by default */
    static LocalSession start(WorkDirectory work, Map<String, String> settings) throws Exception {
        MiniCluster cluster = startCluster(work);
        boolean started = false;
        try {
            Configuration session = Configuration.fromMap(defaults());
            settings.forEach(session::setString);
            session.setString("execution.target", "remote");
            session.setString("rest.address", HOST);
            session.setString(
                    "rest.port", String.valueOf(cluster.getRestAddress().get().getPort()));
            DefaultContext context = new DefaultContext(session, List.<URI>of());
            LocalSession local = startGateway(cluster, context);
            started = true;
            return local;
        } finally {
            if (!started) {
                cluster.close();
            }
        }
    }

    Executor executor() {
        return executor;
    }

    /** Ends all jobs. What cannot be closed is reported; what the session has done counts all the same. */
    @Override
    public void close() {
        close("session", executor::close);
        close("gateway", gateway::stop);
        close("cluster", () -> cluster.closeAsync().join());
    }

    private static void close(String what, Runnable closing) {
        try {
            closing.run();
        } catch (RuntimeException e) {
            System.err.println("spate sql: cannot close the " + what + ": " + Failures.message(e));
        }
    }

    @SuppressWarnings("try") // The port is a lock on a file, whose close says that it may throw anything.
    private static LocalSession startGateway(MiniCluster cluster, DefaultContext context) throws Exception {
        try (NetUtils.Port port = NetUtils.getAvailablePort()) {
            Configuration configuration = new Configuration();
            configuration.setString(GATEWAY + "address", HOST);
            configuration.setString(GATEWAY + "bind-address", HOST);
            configuration.setString(GATEWAY + "port", String.valueOf(port.getPort()));
            SqlGateway gateway = new SqlGateway(configuration, new SingleSessionManager(context));
            gateway.start();
            return new LocalSession(
                    cluster,
                    gateway,
                    Executor.create(context, InetSocketAddress.createUnresolved(HOST, port.getPort()), "spate"));
        }
    }

    private static MiniCluster startCluster(WorkDirectory work) throws Exception {
        int slots = Math.max(16, 4 * Runtime.getRuntime().availableProcessors());
        Configuration configuration = new Configuration();
        for (String address : List.of("rest.address", "rest.bind-address", "jobmanager.bind-host")) {
            configuration.setString(address, HOST);
        }
        for (String address : List.of("taskmanager.host", "taskmanager.bind-host", "jobmanager.rpc.address")) {
            configuration.setString(address, HOST);
        }
        configuration.setString("rest.port", "0");
        configuration.setString("rest.bind-port", "0");
        configuration.setString("io.tmp.dirs", work.path().toString());
        configuration.setString("taskmanager.memory.network.min", "256m");
        configuration.setString("taskmanager.memory.network.max", "256m");
        configuration.setString("taskmanager.memory.managed.size", 32 * slots + "m");
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .build());
        cluster.start();
        return cluster;
    }

    /** For who tries things out: a result is one table, and what a statement does is done when the next one begins. */
    private static Map<String, String> defaults() {
        return Map.of(
                "execution.runtime-mode", "batch",
                "table.dml-sync", "true",
                "table.display.max-column-width", "100",
                "execution.checkpointing.interval", "10 s",
                "parallelism.default",
                        String.valueOf(Math.min(8, Runtime.getRuntime().availableProcessors())),
                "sql-client.execution.result-mode", "tableau");
    }
}
