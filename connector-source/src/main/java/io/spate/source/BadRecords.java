package io.spate.source;

import java.io.IOException;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.ObjectStore;

/** What a subtask does with records that cannot be decoded. Thread-safe. */
final class BadRecords {
    private static final Logger LOG = LoggerFactory.getLogger(BadRecords.class);
    private static final int LOGGED = 10;

    private final boolean fails;
    private final Optional<DeadLetters> letters;
    private int taken;

    private BadRecords(boolean fails, Optional<DeadLetters> letters) {
        this.fails = fails;
        this.letters = letters;
    }

    static BadRecords of(ErrorPolicy policy, ObjectStore store) {
        Optional<DeadLetters> letters = policy instanceof ErrorPolicy.DeadLetter letter
                ? Optional.of(new DeadLetters(letter.directory(), store))
                : Optional.empty();
        return new BadRecords(policy instanceof ErrorPolicy.Fail, letters);
    }

    /** @throws IOException the record itself, if it fails the job; or why it could not be written down */
    synchronized void take(BadRecordException record) throws IOException {
        if (fails) {
            throw record;
        }
        if (taken < LOGGED) {
            taken++;
            LOG.warn(
                    "{}{}",
                    record.getMessage(),
                    taken == LOGGED ? "; further ones of this subtask are counted, but not logged" : "");
        }
        if (letters.isPresent()) {
            letters.get().add(record);
        }
    }

    /** Returns when all records that were taken so far are written down, if they are to be. */
    synchronized void store() throws IOException {
        if (letters.isPresent()) {
            letters.get().store();
        }
    }
}
