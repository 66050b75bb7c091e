package io.spate.engine;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * What a store can and cannot do.
 *
 * @param minimumPart bytes that every part of an upload but its last one must have
 * @param maximumPart bytes that one part, or one object written by a single request, may have
 * @param maximumParts how many parts an upload may have
 * @param maximumObject bytes of the largest object
 * @param equalParts whether all parts but the last must be equally long
 * @param partialCompletion whether an upload can be completed without some of the parts that were sent, which are dropped
 *     then. Where it cannot, an upload must not go on once its parts so far are in a checkpoint: after a restart there would
 *     be parts that nobody knows of
 * @param conditionalPut whether {@link Precondition#IF_ABSENT} is kept by a single request that writes
 * @param conditionalComplete whether it is kept when an upload is completed
 * @param conditionalReplace whether {@link Precondition#ifEtag} is kept by both
 * @param checksums whether the store checks a CRC32C that comes with a part
 */
public record StoreProfile(
        long minimumPart,
        long maximumPart,
        int maximumParts,
        long maximumObject,
        boolean equalParts,
        boolean partialCompletion,
        boolean conditionalPut,
        boolean conditionalComplete,
        boolean conditionalReplace,
        boolean checksums) {
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long TIB = 1L << 40;

    /** The most cautious one: what every store known takes. */
    private static final StoreProfile GENERIC =
            new StoreProfile(5 * MIB, 5 * GIB, 10_000, 5 * TIB, false, false, false, false, false, false);

    private static final StoreProfile AWS =
            new StoreProfile(5 * MIB, 5 * GIB, 10_000, 5 * TIB, false, true, true, true, true, true);

    /**
     * Its limits are in the documentation of UploadPart and CompleteMultipartUpload of Alibaba OSS. That it completes an
     * upload without some of its parts is not measured: the recoverable writer of Flink's file system for OSS relies on it.
     */
    private static final StoreProfile OSS =
            new StoreProfile(100 * KIB, 5 * GIB, 10_000, 48 * TIB + 850 * GIB, false, true, false, false, false, false);

    /** As measured of Ceph RGW 16, and of no other release: it refuses a completion that leaves out a part. */
    private static final StoreProfile CEPH =
            new StoreProfile(5 * MIB, 5 * GIB, 10_000, 5 * TIB, false, false, true, false, false, false);

    /** As measured of Ozone 2.2. */
    private static final StoreProfile OZONE =
            new StoreProfile(5 * MIB, 5 * GIB, 10_000, 5 * TIB, false, true, true, true, false, false);

    public StoreProfile {
        if (minimumPart < 1 || maximumPart < minimumPart || maximumParts < 2 || maximumObject < maximumPart) {
            throw new IllegalArgumentException("parts of " + minimumPart + " to " + maximumPart + " bytes, "
                    + maximumParts + " of them, objects up to " + maximumObject + " bytes");
        }
    }

    /**
     * The profile of a bucket: by option {@code profile}, else by the host of the endpoint, and where the options for
     * parts and checksums say so, changed by them.
     *
     * @param options resolved for the bucket
     */
    public static StoreProfile of(SpateOptions options) {
        requireNonNull(options, "options is null");
        StoreProfile named = named(options);
        boolean checksums =
                switch (options.get(Option.CHECKSUM)) {
                    case AUTO -> named.checksums;
                    case CRC32C -> true;
                    case NONE -> false;
                };
        return new StoreProfile(
                named.minimumPart,
                named.maximumPart,
                named.maximumParts,
                named.maximumObject,
                named.equalParts || options.get(Option.EQUAL_PARTS),
                named.partialCompletion,
                named.conditionalPut,
                named.conditionalComplete,
                named.conditionalReplace,
                checksums);
    }

    /** Whether a precondition is kept by a single request that writes an object. */
    public boolean putsIf(Precondition precondition) {
        return keeps(precondition, conditionalPut);
    }

    /** Whether a precondition is kept when an upload is completed. */
    public boolean completesIf(Precondition precondition) {
        return keeps(precondition, conditionalComplete);
    }

    private boolean keeps(Precondition precondition, boolean ifAbsent) {
        return switch (precondition.kind()) {
            case ANY -> true;
            case ABSENT -> ifAbsent;
            case VERSION -> conditionalReplace;
        };
    }

    /** How many parts a writer may send. One is left for the tail of a {@link PersistedObject}. */
    int writerParts() {
        return maximumParts - 1;
    }

    private static StoreProfile named(SpateOptions options) {
        return switch (options.get(Option.PROFILE)) {
            case AWS -> AWS;
            case OSS -> OSS;
            case CEPH -> CEPH;
            case OZONE -> OZONE;
            case GENERIC -> GENERIC;
            case AUTO -> byHost(options.get(Option.ENDPOINT));
        };
    }

    private static StoreProfile byHost(Optional<URI> endpoint) {
        if (endpoint.isEmpty()) {
            return AWS;
        }
        String host = endpoint.get().getHost().toLowerCase(Locale.ROOT);
        if (host.endsWith(".amazonaws.com") || host.endsWith(".amazonaws.com.cn")) {
            return AWS;
        }
        return host.endsWith(".aliyuncs.com") ? OSS : GENERIC;
    }
}
