package io.spate.engine.s3;

import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/**
 * Drops what a listing repeats of its request, before the SDK decodes it. Ceph encodes keys as URLs as it was asked to, but
 * not the prefix: one with a percent sign would fail to be decoded, and the listing with it.
 */
final class WithoutEcho implements ExecutionInterceptor {
    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        if (context.response() instanceof ListObjectsV2Response listing) {
            return listing.toBuilder()
                    .prefix(null)
                    .delimiter(null)
                    .startAfter(null)
                    .build();
        }
        return context.response();
    }
}
