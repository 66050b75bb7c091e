package io.spate.engine.s3;

import io.spate.engine.Operation;
import io.spate.engine.Option;

/** What an error means in plain words, or what to do about it. */
record ErrorHint(Operation operation, ErrorAnswer answer) {

    /** After a separator; empty where the code says it all. */
    String text() {
        if (answer.skewed() || answer.code().equals("RequestTimeTooSkewed")) {
            return "; the clock of this machine differs from that of the store, set it right";
        }
        if (answer.isRedirect()) {
            return "; the bucket is elsewhere, check the options '" + Option.REGION + "' and '" + Option.ENDPOINT + "'";
        }
        if (answer.isGarbled()) {
            return "; the bytes did not arrive as they were sent" + garbled();
        }
        if (operation == Operation.HEAD && answer.status() == 400) {
            return "; a store cannot say more to a HEAD: check option '" + Option.CUSTOMER_KEY + "', option '"
                    + Option.REGION + "', and whether the credentials have expired";
        }
        return switch (answer.code()) {
            case "EntityTooSmall" ->
                "; a part other than the last is smaller than the store takes, raise option '" + Option.PART_SIZE + "'";
            case "EntityTooLarge" ->
                "; it is more than the store takes in one request, lower option '" + Option.PART_SIZE + "'";
            case "InvalidPart" -> "; the store does not have a part as it was sent, it was replaced or removed since";
            case "InvalidStorageClass" -> check(Option.STORAGE_CLASS);
            case "InvalidTag" -> check(Option.TAGS);
            case "MetadataTooLarge" -> check(Option.METADATA);
            case "AccessControlListNotSupported" -> check(Option.ACL);
            default -> ofStatus();
        };
    }

    private String ofStatus() {
        return switch (answer.meaning()) {
            case 401, 403 ->
                answer.code().equals("InvalidObjectState")
                        ? "; the object is archived and must be restored before it can be read"
                        : "; check the credentials, and what they are allowed to do" + unlisted();
            case 404 -> missing();
            case 409 -> "; another request writes to the same key";
            case 412 ->
                ErrorAnswer.isConditionalWrite(operation)
                        ? "; there is an object at the key already"
                        : "; the object is another version than the one that was asked for";
            case 416 -> "; the object is shorter than it was";
            case 501 ->
                "; the store does not know this request or one of its headers, check the options '" + Option.PROFILE
                        + "' and '" + Option.CHECKSUM + "'";
            default -> "";
        };
    }

    /** A store that gets a checksum wrong says the same as one that got the bytes wrong. */
    private String garbled() {
        return switch (answer.code()) {
            case "BadDigest", "XAmzContentSHA256Mismatch" ->
                ", or the store reckons otherwise: if it keeps failing, check option '" + Option.CHECKSUM + "'";
            default -> "";
        };
    }

    private String unlisted() {
        return operation == Operation.HEAD
                ? "; without the right to list the bucket, a key that does not exist is answered like this"
                : "";
    }

    private String missing() {
        boolean copies = operation == Operation.COPY || operation == Operation.COPY_PART;
        if (answer.isMissingBucket()) {
            return copies
                    ? "; the bucket of the source or of the target does not exist"
                    : "; the bucket does not exist";
        }
        if (copies && answer.isMissingKey()) {
            return "; the object to copy from does not exist";
        }
        return switch (operation) {
            case UPLOAD_PART, COPY_PART, COMPLETE_UPLOAD, ABORT_UPLOAD, LIST_PARTS ->
                "; the upload is not open: it was completed or aborted before, or removed by a rule of the bucket";
            case GET, HEAD, LIST, PUT, CREATE_UPLOAD, LIST_UPLOADS, COPY, DELETE, DELETE_MANY ->
                answer.isMissingKey() ? "; the bucket exists, the key does not" : "; there is no such bucket or key";
        };
    }

    private static String check(Option<?> option) {
        return "; check option '" + option + "'";
    }
}
