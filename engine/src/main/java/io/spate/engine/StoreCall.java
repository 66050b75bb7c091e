package io.spate.engine;

/** One request that may be sent more than once. */
interface StoreCall<T> {
    T send() throws StoreException;
}
