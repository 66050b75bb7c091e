package io.spate.engine;

import io.spate.engine.StoreException.Kind;

/** What a store allows of one object, and how it is refused beforehand. Pure. */
record WriteLimits(WriteTarget target, StoreProfile profile) {

    /** Whether an object should be finished, since it nears a limit. */
    boolean isNear(long length, int nextPart) {
        return nextPart >= profile.writerParts() || length >= profile.maximumObject() - profile.maximumPart();
    }

    /** Before anything is written. */
    void checkBegin() throws StoreException {
        if (target.length().orElse(0) > profile.maximumObject()) {
            throw refusal(
                    Operation.PUT,
                    "it is to have " + target.length().getAsLong() + " bytes, and the store allows "
                            + profile.maximumObject());
        }
        if (!profile.putsIf(target.precondition())) {
            throw refusal(Operation.PUT, unconditional());
        }
    }

    /** Before so many bytes more are taken. */
    void checkLength(long length, int more) throws StoreException {
        if (length + more > profile.maximumObject()) {
            throw refusal(
                    Operation.UPLOAD_PART,
                    "it has " + length + " bytes, and the store allows " + profile.maximumObject()
                            + ": begin another object earlier");
        }
    }

    /** Before a part is sent. */
    void checkPart(int number, long length) throws StoreException {
        if (number > profile.writerParts()) {
            throw refusal(
                    Operation.UPLOAD_PART,
                    "it has " + length + " bytes in " + (number - 1) + " parts, and the store allows "
                            + profile.maximumParts() + " parts: begin another object earlier, or raise the options '"
                            + Option.PART_SIZE + "' and '" + Option.MEMORY + "'");
        }
        if (!profile.completesIf(target.precondition())) {
            throw refusal(Operation.COMPLETE_UPLOAD, unconditional());
        }
    }

    private StoreException refusal(Operation operation, String why) {
        return new StoreException(Kind.INVALID, StoreRequest.of(operation, target.uri()), "cannot write it: " + why);
    }

    private static String unconditional() {
        return "this kind of store does not tell whether there is an object already, or which version, as it should for"
                + " an object of this size; option '" + Option.PROFILE + "' says which kind it is";
    }
}
