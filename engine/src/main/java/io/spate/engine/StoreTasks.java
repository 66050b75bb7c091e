package io.spate.engine;

import java.util.function.Function;

/**
 * Starts requests on the I/O threads.
 *
 * @param store sends each request once
 */
record StoreTasks(
        ObjectStore store, Function<String, Retry> retryOfBucket, TransferResources resources, IoStats stats) {

    /** Starts a request whose failures mean what they say. */
    <T> StoreTask<T> start(StoreRequest request, StoreCall<T> call) {
        StoreTask<T> task = prepare(request, call);
        task.submit();
        return task;
    }

    /** Starts a request whose failures may mean something else. */
    <T> StoreTask<T> start(StoreRequest request, StoreCall<T> call, StoreTask.Settlement<T> settlement) {
        StoreTask<T> task = prepare(request, call, settlement);
        task.submit();
        return task;
    }

    /** A request that is not started yet. */
    <T> StoreTask<T> prepare(StoreRequest request, StoreCall<T> call) {
        return prepare(request, call, failure -> {
            throw failure;
        });
    }

    private <T> StoreTask<T> prepare(StoreRequest request, StoreCall<T> call, StoreTask.Settlement<T> settlement) {
        Retry retry = retryOfBucket.apply(request.uri().bucket());
        return new StoreTask<>(request, call, settlement, retry, resources, stats);
    }
}
