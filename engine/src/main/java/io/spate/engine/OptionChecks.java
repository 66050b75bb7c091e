package io.spate.engine;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import io.spate.engine.Option.Encryption;

/**
 * Which values of options do not go together.
 *
 * @param options resolved, as they hold for all buckets or for one
 * @param whose as errors say it: empty, or the bucket after a space
 */
record OptionChecks(SpateOptions options, String whose) {
    private static final List<Option<Optional<String>>> SENT_AS_THEY_ARE = List.of(
            Option.CONTENT_TYPE,
            Option.CONTENT_ENCODING,
            Option.CACHE_CONTROL,
            Option.STORAGE_CLASS,
            Option.ACL,
            Option.KMS_KEY);
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]*");

    /** @throws IllegalArgumentException naming the options and what to do */
    void check() {
        checkCredentials();
        checkEncryption();
        checkHeaders();
    }

    /** What no header can hold would fail every request that begins an object, hours into a job perhaps. */
    private void checkHeaders() {
        for (Option<Optional<String>> option : SENT_AS_THEY_ARE) {
            options.get(option).filter(text -> !isHeaderValue(text)).ifPresent(text -> {
                throw unsendable(option, text, "take letters, digits and punctuation of ASCII");
            });
        }
        Set<String> names = new HashSet<>();
        options.get(Option.METADATA).forEach((name, value) -> {
            String pair = name + "=" + value;
            if (!HEADER_NAME.matcher(name).matches() || !isHeaderValue(value)) {
                throw unsendable(
                        Option.METADATA,
                        pair,
                        "names take letters, digits and punctuation of ASCII, values take blanks too");
            }
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw unsendable(Option.METADATA, pair, "the name is there twice, as its case makes no difference");
            }
        });
    }

    private static boolean isHeaderValue(String text) {
        return HEADER_VALUE.matcher(text).matches();
    }

    private IllegalArgumentException unsendable(Option<?> option, String text, String why) {
        String shown = text.replaceAll("\\p{Cntrl}", "?");
        return new IllegalArgumentException(
                "option '" + option + "'" + whose + " cannot be sent as a header with '" + shown + "': " + why);
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
