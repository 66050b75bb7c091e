package io.spate.engine.s3;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

import org.apache.hc.client5.http.DnsResolver;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;

import io.spate.engine.Option;
import io.spate.engine.SpateOptions;

/**
 * Makes clients that every store understands: no checksums and no chunked framing that were not asked for, one attempt
 * per call, no waiting of the SDK's own. The engine decides about retries and about how many requests are in flight.
 *
 * @param resolver turns host names into addresses
 */
record S3Clients(S3Credentials credentials, DnsResolver resolver) {
    /** What a store that has no regions is told. */
    private static final String ANY_REGION = "us-east-1";

    /** Above what an engine may have in flight, plus bodies whose consumer pauses. */
    private static final int CONNECTIONS = 16_384;

    private static final Duration ACQUISITION_TIMEOUT = Duration.ofSeconds(10);

    /** Shorter than stores and gateways keep silent connections. */
    private static final Duration IDLE_TIME = Duration.ofSeconds(15);

    /**
     * A client of resolved options. Connects to nothing, unless the SDK has to look for the region.
     *
     * @param provider of credentials, which is not closed with the client, as another one may share it
     * @param timeout of one request, and of the silence of its connection
     */
    S3Client create(SpateOptions options, AwsCredentialsProvider provider, Duration timeout) {
        Optional<URI> endpoint = options.get(Option.ENDPOINT);
        S3ClientBuilder builder = S3Client.builder()
                .httpClientBuilder(httpClient(options, timeout))
                .credentialsProvider(new Shared(provider))
                .serviceConfiguration(S3Configuration.builder()
                        .chunkedEncodingEnabled(false)
                        .expectContinueEnabled(false)
                        .build())
                .forcePathStyle(Endpoints.isPathStyle(options))
                .crossRegionAccessEnabled(false)
                .disableS3ExpressSessionAuth(endpoint.isPresent())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .overrideConfiguration(override -> override.retryStrategy(AwsRetryStrategy.doNotRetry())
                        .apiCallAttemptTimeout(timeout)
                        .addExecutionInterceptor(new WithoutEcho()));
        if (endpoint.isPresent()) {
            builder.endpointOverride(endpoint.get());
            // Stores other than AWS may want Content-MD5 with the keys to delete; S3 Express refuses it.
            builder.addPlugin(LegacyMd5Plugin.create());
        }
        options.get(Option.REGION)
                .or(() -> endpoint.map(uri -> ANY_REGION))
                .ifPresent(region -> builder.region(Region.of(region)));
        return build(builder, endpoint.isPresent() || options.get(Option.REGION).isPresent());
    }

    /** Without an endpoint and a region the SDK looks for one, and tells at length where it did not find it. */
    private static S3Client build(S3ClientBuilder builder, boolean placed) {
        try {
            return builder.build();
        } catch (SdkClientException e) {
            if (placed) {
                throw e;
            }
            throw SdkClientException.create(
                    "no store is named: set option '" + Option.ENDPOINT + "', or for AWS option '" + Option.REGION
                            + "', which the SDK does not find by itself",
                    e);
        }
    }

    /** Made and closed by the client it is for. */
    private SdkHttpClient.Builder<?> httpClient(SpateOptions options, Duration timeout) {
        Apache5HttpClient.Builder builder = Apache5HttpClient.builder()
                .dnsResolver(resolver)
                .maxConnections(CONNECTIONS)
                .connectionAcquisitionTimeout(ACQUISITION_TIMEOUT)
                .connectionTimeout(options.get(Option.CONNECT_TIMEOUT))
                .socketTimeout(timeout)
                .connectionMaxIdleTime(IDLE_TIME)
                .expectContinueEnabled(false)
                .tcpKeepAlive(true);
        if (ProxyConfiguration.builder().build().host() == null) {
            builder.httpRoutePlanner(new PreparedRoutes());
        }
        return builder;
    }

    /** A provider that stays open when a client closes all that it has. */
    private record Shared(AwsCredentialsProvider provider) implements AwsCredentialsProvider {
        @Override
        public AwsCredentials resolveCredentials() {
            return provider.resolveCredentials();
        }
    }
}
