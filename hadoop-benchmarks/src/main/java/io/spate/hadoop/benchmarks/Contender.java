package io.spate.hadoop.benchmarks;

import java.net.URI;
import java.util.Locale;

import org.apache.hadoop.conf.Configuration;

/** A file system that takes part, and how it is set up beside what the user says. */
enum Contender {
    SPATE("spate") {
        @Override
        void configure(Configuration configuration, String endpoint) {
            configuration.set("fs.spate.endpoint", endpoint);
            configuration.set("fs.spate.access-key", KEY);
            configuration.set("fs.spate.secret-key", KEY);
        }
    },
    S3A_CLASSIC("s3a"),
    S3A_PREFETCH("s3a"),
    S3A_ANALYTICS("s3a");

    /** Any key: the servers that this is for check no signature, or have this one. */
    static final String KEY = "benchmark";

    private final String scheme;

    Contender(String scheme) {
        this.scheme = scheme;
    }

    /** The bucket as this file system calls it. */
    URI uri(String bucket) {
        return URI.create(scheme + "://" + bucket + "/");
    }

    /** Sets what it takes to reach the endpoint; for S3A also the stream of this name. */
    void configure(Configuration configuration, String endpoint) {
        configuration.set("fs.s3a.endpoint", endpoint);
        configuration.set("fs.s3a.endpoint.region", "us-east-1");
        configuration.setBoolean("fs.s3a.path.style.access", true);
        configuration.setBoolean("fs.s3a.connection.ssl.enabled", endpoint.startsWith("https"));
        configuration.set("fs.s3a.access.key", KEY);
        configuration.set("fs.s3a.secret.key", KEY);
        configuration.set("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        configuration.set("fs.s3a.input.stream.type", streamType());
        configuration.set("fs.s3a.fast.upload.buffer", "bytebuffer");
        // The servers keep nothing that would answer these.
        configuration.setBoolean("fs.s3a.create.checksum.algorithm.enabled", false);
    }

    private String streamType() {
        return name().substring("S3A_".length()).toLowerCase(Locale.ROOT);
    }
}
