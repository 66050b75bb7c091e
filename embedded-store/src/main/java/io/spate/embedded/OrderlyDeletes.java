package io.spate.embedded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.DeletedObject;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;

/**
 * Deletes one request after the other, and in each the keys that end with a slash last, longest first. The stores below keep
 * keys as files and such keys as marks of directories; where a mark goes at the same time as the last file, they leave an empty
 * directory, and list a prefix that no key has.
 */
final class OrderlyDeletes extends ForwardingBlobStore {
    OrderlyDeletes(BlobStore blobs) {
        super(blobs);
    }

    @Override
    public synchronized DeleteObjectResponse removeBlob(DeleteObjectRequest request) {
        return delegate().removeBlob(request);
    }

    @Override
    public synchronized DeleteObjectsResponse removeBlobs(DeleteObjectsRequest request) {
        List<DeletedObject> deleted = new ArrayList<>();
        List<S3Error> errors = new ArrayList<>();
        for (List<ObjectIdentifier> batch : batches(request.delete().objects())) {
            DeleteObjectsResponse answer = delegate()
                    .removeBlobs(request.toBuilder()
                            .delete(delete -> delete.objects(batch))
                            .build());
            deleted.addAll(answer.deleted());
            errors.addAll(answer.errors());
        }
        return DeleteObjectsResponse.builder().deleted(deleted).errors(errors).build();
    }

    private static List<List<ObjectIdentifier>> batches(List<ObjectIdentifier> objects) {
        List<List<ObjectIdentifier>> batches = new ArrayList<>();
        batches.add(objects.stream().filter(object -> !isMark(object)).toList());
        objects.stream()
                .filter(OrderlyDeletes::isMark)
                .sorted(Comparator.comparingInt(
                                (ObjectIdentifier object) -> object.key().length())
                        .reversed())
                .forEach(mark -> batches.add(List.of(mark)));
        return batches;
    }

    private static boolean isMark(ObjectIdentifier object) {
        return object.key().endsWith("/");
    }
}
