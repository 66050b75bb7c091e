package io.spate.engine.s3;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import software.amazon.awssdk.utils.http.SdkHttpUtils;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.Option;
import io.spate.engine.Option.Encryption;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.StoredHeader;

/**
 * The headers that the options of a bucket, and the attributes of an object, add to requests. Those with the key of the
 * customer are secret: nothing here is ever printed.
 */
final class S3Headers {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e]*");
    private static final String CUSTOMER_KEY = "server-side-encryption-customer-";
    private static final String METADATA = "x-amz-meta-";

    private final ObjectAttributes attributes;
    private final Optional<String> tags;
    private final Map<String, String> storage;
    private final Map<String, String> key;
    private final Map<String, String> sourceKey;

    /** @param options resolved for the bucket */
    S3Headers(SpateOptions options) {
        this.attributes = attributes(options);
        this.tags = Optional.of(options.get(Option.TAGS))
                .filter(pairs -> !pairs.isEmpty())
                .map(S3Headers::encode);
        this.storage = storage(options);
        Optional<String> customerKey = options.get(Option.CUSTOMER_KEY);
        this.key = customerKey.map(text -> customerKey("x-amz-", text)).orElse(Map.of());
        this.sourceKey =
                customerKey.map(text -> customerKey("x-amz-copy-source-", text)).orElse(Map.of());
    }

    /** For requests about bytes that are there, or that belong to an upload. */
    Map<String, String> ofKey() {
        return key;
    }

    /** For requests that take bytes of an object of this bucket from within the store, beside those of their target. */
    Map<String, String> ofSource() {
        return sourceKey;
    }

    /** For requests that begin an object. Its own attributes go before those of the options, or alone if they are exact. */
    Map<String, String> ofNew(StoreRequest request, ObjectAttributes own) throws StoreException {
        Map<String, String> headers = stored(own);
        tags.ifPresent(text -> headers.put("x-amz-tagging", text));
        headers.putAll(storage);
        headers.putAll(key);
        return checked(request, headers);
    }

    /** For requests that copy an object into this bucket. */
    Map<String, String> ofCopy(StoreRequest request, Optional<ObjectAttributes> replacing) throws StoreException {
        Map<String, String> headers = new LinkedHashMap<>();
        if (replacing.isPresent()) {
            headers.put("x-amz-metadata-directive", "REPLACE");
            headers.putAll(stored(replacing.get()));
            // Also without tags: those of the source would be copied, which an upload by parts cannot do.
            headers.put("x-amz-tagging-directive", "REPLACE");
            tags.ifPresent(text -> headers.put("x-amz-tagging", text));
        }
        headers.putAll(storage);
        headers.putAll(key);
        return checked(request, headers);
    }

    private Map<String, String> stored(ObjectAttributes own) {
        ObjectAttributes all = own.orElse(attributes);
        Map<String, String> headers = new LinkedHashMap<>();
        all.headers().forEach((header, value) -> headers.put(header.header(), value));
        all.metadata().forEach((name, value) -> headers.put(METADATA + name, value));
        return headers;
    }

    private static ObjectAttributes attributes(SpateOptions options) {
        Map<StoredHeader, String> headers = new LinkedHashMap<>();
        options.get(Option.CONTENT_TYPE).ifPresent(text -> headers.put(StoredHeader.CONTENT_TYPE, text));
        options.get(Option.CONTENT_ENCODING).ifPresent(text -> headers.put(StoredHeader.CONTENT_ENCODING, text));
        options.get(Option.CACHE_CONTROL).ifPresent(text -> headers.put(StoredHeader.CACHE_CONTROL, text));
        return new ObjectAttributes(headers, options.get(Option.METADATA));
    }

    private static Map<String, String> storage(SpateOptions options) {
        Map<String, String> headers = new LinkedHashMap<>();
        options.get(Option.STORAGE_CLASS).ifPresent(text -> headers.put("x-amz-storage-class", text));
        options.get(Option.ACL).ifPresent(text -> headers.put("x-amz-acl", text));
        Encryption encryption = options.get(Option.ENCRYPTION);
        if (encryption != Encryption.NONE) {
            headers.put("x-amz-server-side-encryption", encryption == Encryption.S3 ? "AES256" : "aws:kms");
        }
        options.get(Option.KMS_KEY).ifPresent(text -> headers.put("x-amz-server-side-encryption-aws-kms-key-id", text));
        return headers;
    }

    private static Map<String, String> customerKey(String prefix, String text) {
        return Map.of(
                prefix + CUSTOMER_KEY + "algorithm",
                "AES256",
                prefix + CUSTOMER_KEY + "key",
                text,
                prefix + CUSTOMER_KEY + "key-MD5",
                Base64.getEncoder().encodeToString(md5(Base64.getDecoder().decode(text))));
    }

    /** MD5 is what the protocol wants here; it protects nothing. */
    private static byte[] md5(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    private static String encode(Map<String, String> pairs) {
        return pairs.entrySet().stream()
                .map(pair -> SdkHttpUtils.urlEncode(pair.getKey()) + "=" + SdkHttpUtils.urlEncode(pair.getValue()))
                .collect(Collectors.joining("&"));
    }

    /** What is not plain ASCII arrives changed, or with a signature that does not fit; a line break would end a header. */
    private static Map<String, String> checked(StoreRequest request, Map<String, String> headers)
            throws StoreException {
        for (Map.Entry<String, String> header : headers.entrySet()) {
            String name = header.getKey();
            if (name.equals(METADATA)
                    || !NAME.matcher(name).matches()
                    || !VALUE.matcher(header.getValue()).matches()) {
                throw new StoreException(
                        Kind.INVALID,
                        request,
                        "cannot be sent as a header: " + described(name) + "; names take letters, digits and"
                                + " punctuation of ASCII, values ASCII without line breaks");
            }
        }
        return headers;
    }

    private static String described(String header) {
        return header.startsWith(METADATA)
                ? "user metadata '" + header.substring(METADATA.length()) + "'"
                : "'" + header + "'";
    }
}
