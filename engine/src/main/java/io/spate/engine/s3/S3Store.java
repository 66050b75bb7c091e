package io.spate.engine.s3;

import io.spate.engine.ObjectStore;
import io.spate.engine.SpateOptions;

public abstract class S3Store implements ObjectStore {
    public static S3Store open(SpateOptions options) {
        throw new UnsupportedOperationException("" + options);
    }
}
