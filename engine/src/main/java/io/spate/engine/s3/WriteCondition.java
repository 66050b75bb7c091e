package io.spate.engine.s3;

import java.util.Optional;

import io.spate.engine.Precondition;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;

/** A precondition as headers say it, and what the refusal of one means. */
record WriteCondition(Precondition precondition) {
    /** Sends one request. */
    interface Call<T> {
        T send() throws StoreException;
    }

    Optional<String> ifNoneMatch() {
        return precondition.kind() == Precondition.Kind.ABSENT ? Optional.of("*") : Optional.empty();
    }

    Optional<String> ifMatch() {
        return precondition.kind() == Precondition.Kind.VERSION
                ? Optional.of(Etags.quoted(precondition.etag()))
                : Optional.empty();
    }

    /** Sends the request. What was refused since a version is not there has not failed since there is an object. */
    <T> T checked(Call<T> request) throws StoreException {
        try {
            return request.send();
        } catch (StoreException e) {
            if (e.kind() == Kind.EXISTS && precondition.kind() == Precondition.Kind.VERSION) {
                throw new StoreException(
                        Kind.CHANGED,
                        e.request().orElseThrow(),
                        e.detail() + ", or none, but not the version with etag " + precondition.etag(),
                        e);
            }
            throw e;
        }
    }
}
