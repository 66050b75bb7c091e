package io.spate.embedded;

import java.security.SecureRandom;
import java.util.HexFormat;

/** The pair of keys with which requests to an embedded store are signed. Printed without the secret. */
public record StoreKeys(String accessKey, String secretKey) {
    public StoreKeys {
        if (accessKey.isBlank() || secretKey.isBlank()) {
            throw new IllegalArgumentException("access key and secret key must not be blank");
        }
    }

    /** A new pair that nobody can guess. */
    public static StoreKeys random() {
        byte[] bytes = new byte[30];
        new SecureRandom().nextBytes(bytes);
        String hex = HexFormat.of().formatHex(bytes);
        return new StoreKeys(hex.substring(0, 20), hex.substring(20));
    }

    @Override
    public String toString() {
        return "StoreKeys[accessKey=" + accessKey + ", secretKey=***]";
    }
}
