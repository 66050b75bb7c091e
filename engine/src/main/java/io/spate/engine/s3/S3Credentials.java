package io.spate.engine.s3;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

import io.spate.engine.Option;
import io.spate.engine.Option.Credentials;
import io.spate.engine.SpateOptions;

/**
 * Decides where credentials come from. Reads the variables of Alibaba Cloud from the environment it is given; the rest of
 * the environment is read by the chain.
 *
 * @param chain of the SDK, made when it is needed
 */
record S3Credentials(Map<String, String> environment, Supplier<AwsCredentialsProvider> chain) {

    /** The credentials of resolved options. */
    AwsCredentialsProvider of(SpateOptions options) {
        return switch (source(options)) {
            case ANONYMOUS -> AnonymousCredentialsProvider.create();
            case STATIC ->
                fixed(
                        options.get(Option.ACCESS_KEY).orElseThrow(),
                        options.get(Option.SECRET_KEY).orElseThrow(),
                        options.get(Option.SESSION_TOKEN));
            case DEFAULT, AUTO -> alibaba(options).orElseGet(() -> new ChainCredentials(chain.get()));
        };
    }

    private static Credentials source(SpateOptions options) {
        Credentials source = options.get(Option.CREDENTIALS);
        boolean present = options.get(Option.ACCESS_KEY).isPresent();
        return source == Credentials.AUTO && present ? Credentials.STATIC : source;
    }

    /** The variables of Alibaba Cloud, where the endpoint is theirs, or not AWS and there are no variables of AWS. */
    private Optional<AwsCredentialsProvider> alibaba(SpateOptions options) {
        String id = environment.getOrDefault("OSS_ACCESS_KEY_ID", "");
        String secret = environment.getOrDefault("OSS_ACCESS_KEY_SECRET", "");
        Optional<URI> endpoint = options.get(Option.ENDPOINT);
        boolean theirs = endpoint.filter(Endpoints::isAlibaba).isPresent();
        boolean rival = endpoint.isEmpty()
                || !environment.getOrDefault("AWS_ACCESS_KEY_ID", "").isEmpty();
        if (id.isEmpty() || secret.isEmpty() || (rival && !theirs)) {
            return Optional.empty();
        }
        Optional<String> token =
                Optional.ofNullable(environment.get("OSS_SESSION_TOKEN")).filter(text -> !text.isEmpty());
        return Optional.of(fixed(id, secret, token));
    }

    private static AwsCredentialsProvider fixed(String id, String secret, Optional<String> token) {
        AwsCredentials credentials = token.<AwsCredentials>map(text -> AwsSessionCredentials.create(id, secret, text))
                .orElseGet(() -> AwsBasicCredentials.create(id, secret));
        return StaticCredentialsProvider.create(credentials);
    }
}
