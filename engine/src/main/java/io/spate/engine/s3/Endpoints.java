package io.spate.engine.s3;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

import io.spate.engine.Option;
import io.spate.engine.SpateOptions;

/** What the address of an endpoint says about the store behind it. */
final class Endpoints {
    private Endpoints() {}

    static boolean isAlibaba(URI endpoint) {
        return isBelow(endpoint, "aliyuncs.com");
    }

    static boolean isAws(URI endpoint) {
        return isBelow(endpoint, "amazonaws.com") || isBelow(endpoint, "amazonaws.com.cn");
    }

    /** Whether the bucket goes into the path. Any store takes it there but AWS and Alibaba OSS, which refuses it. */
    static boolean isPathStyle(SpateOptions options) {
        Optional<URI> endpoint = options.get(Option.ENDPOINT);
        return switch (options.get(Option.PATH_STYLE)) {
            case TRUE -> true;
            case FALSE -> false;
            case AUTO -> endpoint.filter(uri -> !isAws(uri) && !isAlibaba(uri)).isPresent();
        };
    }

    /** The endpoint as errors name it. */
    static String describe(SpateOptions options) {
        return options.get(Option.ENDPOINT)
                .map(URI::toString)
                .orElseGet(() -> "of AWS in region "
                        + options.get(Option.REGION).orElse("(as the SDK finds it, for option 'region' is not set)"));
    }

    private static boolean isBelow(URI endpoint, String domain) {
        return endpoint.getHost().toLowerCase(Locale.ROOT).endsWith("." + domain);
    }
}
