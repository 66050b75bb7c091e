package io.spate.engine;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import static java.util.Objects.requireNonNull;

/**
 * One row of the table of options: what it is called, what it holds, what holds when nothing is said, and a sentence.
 * Flink, Hadoop, the command line and {@code docs/options.md} render {@link #ALL} with a loop. Immutable.
 */
public final class Option<T> {
    /** Whether an option can differ from bucket to bucket. */
    public enum Scope {
        /** May be set for one bucket as {@code bucket.NAME.KEY}. */
        BUCKET,
        /** One value holds for everything a process does. */
        PROCESS
    }

    /** How buckets are addressed. */
    public enum PathStyle {
        AUTO,
        TRUE,
        FALSE
    }

    /** Where credentials come from. */
    public enum Credentials {
        AUTO,
        DEFAULT,
        STATIC,
        ANONYMOUS
    }

    /** Which kind of store it is. */
    public enum Profile {
        AUTO,
        AWS,
        OSS,
        CEPH,
        OZONE,
        GENERIC
    }

    /** Which checksum goes with each part. */
    public enum Checksum {
        AUTO,
        NONE,
        CRC32C
    }

    /** How a store encrypts what it keeps. */
    public enum Encryption {
        NONE,
        S3,
        KMS
    }

    /** Where people put passwords into addresses. */
    private static final Pattern USER_INFO = Pattern.compile("//.*@");

    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final Duration LONGEST = Duration.ofHours(24);

    public static final Option<Optional<URI>> ENDPOINT = new Option<>(
            "endpoint",
            OptionType.endpoint(),
            Optional::empty,
            "the AWS endpoint of the region",
            "Where the store answers, as `http://host:port` or `https://host:port`.");
    public static final Option<Optional<String>> REGION = new Option<>(
            "region",
            OptionType.text(),
            Optional::empty,
            "with an endpoint `us-east-1`, else the SDK's default chain",
            "The region requests are signed for. Stores other than AWS rarely care.");
    public static final Option<PathStyle> PATH_STYLE = new Option<>(
            "path-style",
            OptionType.choice(PathStyle.class),
            () -> PathStyle.AUTO,
            "`auto`",
            "Whether the bucket is part of the path (`true`) or of the host (`false`). `auto` takes the host for AWS and"
                    + " Alibaba OSS, which want it there, and the path for any other endpoint.");
    public static final Option<Credentials> CREDENTIALS = new Option<>(
            "credentials",
            OptionType.choice(Credentials.class),
            () -> Credentials.AUTO,
            "`auto`",
            "Where credentials come from: `static` (`access-key` and `secret-key`), `anonymous` (requests are not signed),"
                    + " `default` (the SDK's chain, which also takes `OSS_ACCESS_KEY_ID` and `OSS_ACCESS_KEY_SECRET`), or"
                    + " `auto`: `static` where `access-key` is set, else `default`.");
    public static final Option<Optional<String>> ACCESS_KEY = new Option<>(
            "access-key", OptionType.text(), Optional::empty, "none", "The access key id of static credentials.");
    public static final Option<Optional<String>> SECRET_KEY = new Option<>(
            "secret-key",
            OptionType.text(),
            Optional::empty,
            "none",
            "The secret key of static credentials. Never printed.");
    public static final Option<Optional<String>> SESSION_TOKEN = new Option<>(
            "session-token",
            OptionType.text(),
            Optional::empty,
            "none",
            "The session token of temporary static credentials. Never printed.");
    public static final Option<Long> RANGE_SIZE = new Option<>(
            "read.range-size",
            OptionType.size(64 * KIB, GIB),
            () -> 8 * MIB,
            "`8 MiB`",
            "How many bytes one GET asks for, 64 KiB to 1 GiB. Larger ranges cost fewer requests and less CPU, smaller"
                    + " ones less memory.");
    public static final Option<Integer> READ_CONCURRENCY = new Option<>(
            "read.concurrency",
            OptionType.count(1, 1024),
            () -> 16,
            "`16`",
            "How many ranges one reader keeps in flight of a bucket, 1 to 1024. Memory per reader is at most this times"
                    + " `read.range-size`.");
    public static final Option<Profile> PROFILE = new Option<>(
            "profile",
            OptionType.choice(Profile.class),
            () -> Profile.AUTO,
            "`auto`",
            "What kind of store it is, for the limits and abilities that differ. `auto` goes by the host of the endpoint,"
                    + " and takes `generic`, the most cautious one, for a host it does not know.");
    public static final Option<Long> PART_SIZE = new Option<>(
            "write.part-size",
            OptionType.size(100 * KIB, 5 * GIB),
            () -> 8 * MIB,
            "`8 MiB`",
            "How many bytes the first parts of an upload have, 100 KiB to 5 GiB, and at least what the store allows. Later"
                    + " parts of an object whose length is not known are larger, so that it can grow to the store's limit.");
    public static final Option<Integer> WRITE_CONCURRENCY = new Option<>(
            "write.concurrency",
            OptionType.count(1, 1024),
            () -> 8,
            "`8`",
            "How many parts one object keeps in flight, 1 to 1024.");
    public static final Option<Boolean> EQUAL_PARTS = new Option<>(
            "write.equal-parts",
            OptionType.flag(),
            () -> false,
            "`false`",
            "Whether all parts of an object but the last have `write.part-size`, as some stores demand.");
    public static final Option<Boolean> VERIFY_SIZE = new Option<>(
            "write.verify-size",
            OptionType.flag(),
            () -> true,
            "`true`",
            "Whether the size of an object is verified by a HEAD after its upload is complete.");
    public static final Option<Checksum> CHECKSUM = new Option<>(
            "write.checksum",
            OptionType.choice(Checksum.class),
            () -> Checksum.AUTO,
            "`auto`",
            "Which checksum goes with each part and each object for the store to verify. `auto` sends one to stores that"
                    + " are known to verify it; others refuse the header or ignore it.");
    public static final Option<Optional<String>> CONTENT_TYPE = new Option<>(
            "write.content-type",
            OptionType.text(),
            Optional::empty,
            "`binary/octet-stream`",
            "The `Content-Type` of what is written.");
    public static final Option<Optional<String>> CONTENT_ENCODING = new Option<>(
            "write.content-encoding",
            OptionType.text(),
            Optional::empty,
            "none",
            "The `Content-Encoding` of what is written.");
    public static final Option<Optional<String>> CACHE_CONTROL = new Option<>(
            "write.cache-control",
            OptionType.text(),
            Optional::empty,
            "none",
            "The `Cache-Control` of what is written.");
    public static final Option<Map<String, String>> METADATA = new Option<>(
            "write.metadata",
            OptionType.pairs(),
            Map::of,
            "none",
            "User metadata of what is written, as `name=value, name=value`.");
    public static final Option<Map<String, String>> TAGS = new Option<>(
            "write.tags",
            OptionType.pairs(),
            Map::of,
            "none",
            "Tags of what is written, as `name=value, name=value`; at most ten on AWS.");
    public static final Option<Optional<String>> STORAGE_CLASS = new Option<>(
            "write.storage-class",
            OptionType.text(),
            Optional::empty,
            "that of the bucket",
            "The storage class of what is written, such as `STANDARD_IA`, as the store calls it.");
    public static final Option<Optional<String>> ACL = new Option<>(
            "write.acl",
            OptionType.text(),
            Optional::empty,
            "that of the bucket",
            "The canned ACL of what is written, such as `bucket-owner-full-control`.");
    public static final Option<Encryption> ENCRYPTION = new Option<>(
            "write.encryption",
            OptionType.choice(Encryption.class),
            () -> Encryption.NONE,
            "`none`, which leaves it to the bucket",
            "How the store encrypts what is written: `s3` (keys of the store) or `kms` (a key of its key service).");
    public static final Option<Optional<String>> KMS_KEY = new Option<>(
            "write.kms-key",
            OptionType.text(),
            Optional::empty,
            "the account's",
            "The key for `write.encryption` = `kms`, without which it is refused.");
    public static final Option<Optional<String>> CUSTOMER_KEY = new Option<>(
            "customer-key",
            OptionType.customerKey(),
            Optional::empty,
            "none",
            "A key of 256 bits in Base64 that the store encrypts with and does not keep (SSE-C): for all that is written and"
                    + " read. Never printed. Only over https, and not beside `write.encryption`.");
    public static final Option<Integer> MAX_REQUESTS = new Option<>(
            Scope.PROCESS,
            "max-requests-in-flight",
            OptionType.count(1, 10_000),
            () -> Math.max(32, 4 * Runtime.getRuntime().availableProcessors()),
            "4 x cores, at least `32`",
            "How many requests the process keeps in flight, over all readers and writers.");
    public static final Option<Long> MEMORY = new Option<>(
            Scope.PROCESS,
            "memory",
            OptionType.size(32 * MIB, 1024 * GIB),
            () -> Math.max(128 * MIB, Math.min(1024 * MIB, Runtime.getRuntime().maxMemory() / 4)),
            "a quarter of the heap, at least `128 MiB`, at most `1 GiB`",
            "How much memory all transfers of the process take together, at least 32 MiB. Where it is short, readers stop"
                    + " prefetching and go on with one range, and writers wait for parts that are under way.");
    public static final Option<Duration> CONNECT_TIMEOUT = new Option<>(
            "connect-timeout",
            OptionType.duration(Duration.ofMillis(100), LONGEST),
            () -> Duration.ofSeconds(5),
            "`5 s`",
            "How long one attempt to connect may take.");
    public static final Option<Duration> REQUEST_TIMEOUT = new Option<>(
            "request-timeout",
            OptionType.duration(Duration.ofMillis(100), LONGEST),
            () -> Duration.ofSeconds(30),
            "`30 s`",
            "How long one request may take, plus one second for each MiB it reads and each 128 KiB it sends. What the store"
                    + " does by itself, which is to complete an upload, to copy, and to delete many objects, may take 10 minutes at least. What"
                    + " takes longer is broken off and tried again; a read goes on from the last byte that came.");
    public static final Option<Duration> RETRY_DEADLINE = new Option<>(
            "retry.deadline",
            OptionType.duration(Duration.ZERO, LONGEST),
            () -> Duration.ofMinutes(3),
            "`3 min`",
            "How long a request that the store fails or throttles is tried again, with full jitter, before it is an error."
                    + " An endpoint that never answered is given up within seconds, unless the request is about bytes or an"
                    + " upload known to be there.");

    /** Every option, in the order in which people should read them. */
    public static final List<Option<?>> ALL = List.of(
            ENDPOINT,
            REGION,
            PATH_STYLE,
            CREDENTIALS,
            ACCESS_KEY,
            SECRET_KEY,
            SESSION_TOKEN,
            RANGE_SIZE,
            READ_CONCURRENCY,
            PROFILE,
            PART_SIZE,
            WRITE_CONCURRENCY,
            EQUAL_PARTS,
            VERIFY_SIZE,
            CHECKSUM,
            CONTENT_TYPE,
            CONTENT_ENCODING,
            CACHE_CONTROL,
            METADATA,
            TAGS,
            STORAGE_CLASS,
            ACL,
            ENCRYPTION,
            KMS_KEY,
            CUSTOMER_KEY,
            MAX_REQUESTS,
            MEMORY,
            CONNECT_TIMEOUT,
            REQUEST_TIMEOUT,
            RETRY_DEADLINE);

    private final Scope scope;
    private final String key;
    private final OptionType<T> type;
    private final Supplier<T> defaultValue;
    private final String defaultText;
    private final String sentence;

    private Option(String key, OptionType<T> type, Supplier<T> defaultValue, String defaultText, String sentence) {
        this(Scope.BUCKET, key, type, defaultValue, defaultText, sentence);
    }

    private Option(
            Scope scope,
            String key,
            OptionType<T> type,
            Supplier<T> defaultValue,
            String defaultText,
            String sentence) {
        this.scope = scope;
        this.key = requireNonNull(key, "key is null");
        this.type = requireNonNull(type, "type is null");
        this.defaultValue = requireNonNull(defaultValue, "defaultValue is null");
        this.defaultText = requireNonNull(defaultText, "defaultText is null");
        this.sentence = requireNonNull(sentence, "sentence is null");
    }

    /** An option that only one host has, such as one of the Hadoop file system: not among {@link #ALL}. */
    public static <T> Option<T> ofHost(
            String key, OptionType<T> type, T defaultValue, String defaultText, String sentence) {
        return new Option<>(key, type, () -> defaultValue, defaultText, sentence);
    }

    public String key() {
        return key;
    }

    public Scope scope() {
        return scope;
    }

    /** What it holds: {@code size}, {@code count}, {@code duration}, {@code text}, {@code URL}, or the choices. */
    public String typeName() {
        return type.name();
    }

    public T defaultValue() {
        return defaultValue.get();
    }

    /** The default in words. */
    public String defaultText() {
        return defaultText;
    }

    /** What it does, as Markdown. */
    public String sentence() {
        return sentence;
    }

    /** Whether its value must never be printed. */
    public boolean isSecret() {
        return this == SECRET_KEY || this == SESSION_TOKEN || this == CUSTOMER_KEY;
    }

    /** The value of a text, see {@link #parse(String, String)}. */
    T parse(String text) {
        return parse(key, text);
    }

    /**
     * The value of a text.
     *
     * @param writtenKey as the user wrote it: this key, or the one of a bucket
     * @throws IllegalArgumentException naming the option, the value and what was expected
     */
    public T parse(String writtenKey, String text) {
        try {
            return type.parser().apply(text);
        } catch (IllegalArgumentException e) {
            String shown = isSecret() ? "***" : USER_INFO.matcher(text).replaceFirst("//***@");
            throw new IllegalArgumentException("option '" + writtenKey + "' = '" + shown + "': " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return key;
    }

    /** A choice as options are written. */
    static String formatChoice(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String formatSize(long bytes) {
        return bytes % GIB == 0
                ? bytes / GIB + " GiB"
                : bytes % MIB == 0 ? bytes / MIB + " MiB" : bytes % KIB == 0 ? bytes / KIB + " KiB" : bytes + " bytes";
    }
}
