package io.spate.engine;

import java.net.URI;
import java.util.Optional;

import io.spate.engine.Option.Encryption;

/**
 * Which values of options do not go together.
 *
 * @param options resolved, as they hold for all buckets or for one
 * @param whose as errors say it: empty, or the bucket after a space
 */
record OptionChecks(SpateOptions options, String whose) {

    /** @throws IllegalArgumentException naming the options and what to do */
    void check() {
        checkCredentials();
        checkEncryption();
    }

    private void checkCredentials() {
        Option.Credentials source = options.get(Option.CREDENTIALS);
        boolean hasKey = options.get(Option.ACCESS_KEY).isPresent();
        boolean half = hasKey != options.get(Option.SECRET_KEY).isPresent();
        boolean needed = source == Option.Credentials.STATIC
                || options.get(Option.SESSION_TOKEN).isPresent();
        if (half || (needed && !hasKey)) {
            throw new IllegalArgumentException("the static credentials" + whose + " are incomplete: set both '"
                    + Option.ACCESS_KEY + "' and '" + Option.SECRET_KEY + "'");
        }
    }

    private void checkEncryption() {
        Encryption encryption = options.get(Option.ENCRYPTION);
        String chosen = "'" + Option.ENCRYPTION + "' = '" + Option.formatChoice(encryption) + "'";
        if (options.get(Option.KMS_KEY).isPresent() && encryption != Encryption.KMS) {
            throw contradiction("'" + Option.KMS_KEY + "' has no meaning with " + chosen + ": set '" + Option.ENCRYPTION
                    + "' = 'kms', or remove the key");
        }
        if (options.get(Option.CUSTOMER_KEY).isEmpty()) {
            return;
        }
        if (encryption != Encryption.NONE) {
            throw contradiction("'" + Option.CUSTOMER_KEY + "' and " + chosen
                    + " exclude each other, as an object is encrypted in one way: remove one of them");
        }
        Optional<URI> endpoint = options.get(Option.ENDPOINT);
        if (endpoint.isPresent() && !endpoint.get().getScheme().equals("https")) {
            throw contradiction("'" + Option.CUSTOMER_KEY + "' would go unprotected over the network to '"
                    + Option.ENDPOINT + "' = '" + endpoint.get() + "': take an endpoint with https, or remove the key");
        }
    }

    private IllegalArgumentException contradiction(String what) {
        return new IllegalArgumentException("the options" + whose + " contradict each other: " + what);
    }
}
