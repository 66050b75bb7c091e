package io.spate.it;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.RangeBody;
import io.spate.engine.UploadInfo;
import io.spate.engine.UploadLister;
import io.spate.engine.s3.S3Store;

/** What anybody sees of a bucket of the {@link TestStore}, whatever stands before that. Used by one thread at a time. */
final class StoredObjects implements Closeable {
    /** What the server is still writing is listed too, with an id behind the key: nobody takes that for an object. */
    private static final Pattern UNFINISHED = Pattern.compile(".*-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final ObjectStore store = S3Store.open(TestStore.checkedOptions());
    private final ObjectUri bucket;

    StoredObjects(String bucket) {
        this.bucket = new ObjectUri(bucket, "");
    }

    /** All visible objects, in the order of their keys. */
    List<ObjectInfo> list() throws IOException {
        List<ObjectInfo> objects = new ArrayList<>();
        Optional<ListRequest> next = Optional.of(ListRequest.below(bucket));
        while (next.isPresent()) {
            ListRequest request = next.get();
            ListPage page = store.list(request);
            page.objects().stream()
                    .filter(object -> !UNFINISHED.matcher(object.uri().key()).matches())
                    .forEach(objects::add);
            next = page.nextToken().map(request::continuing);
        }
        return objects;
    }

    byte[] bytes(ObjectInfo object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (object.length() > 0) {
            byte[] some = new byte[64 << 10];
            try (RangeBody body = store.get(object, object.range())) {
                for (int count = body.read(some, 0, some.length); count >= 0; count = body.read(some, 0, some.length)) {
                    bytes.write(some, 0, count);
                }
            }
        }
        return bytes.toByteArray();
    }

    /** The lines of all visible objects. */
    List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (ObjectInfo object : list()) {
            lines.addAll(linesOf(object));
        }
        return lines;
    }

    List<String> linesOf(ObjectInfo object) throws IOException {
        return new String(bytes(object), StandardCharsets.UTF_8).lines().toList();
    }

    List<UploadInfo> openUploads() throws IOException {
        UploadLister uploads = new UploadLister(store, bucket);
        List<UploadInfo> open = new ArrayList<>();
        for (Optional<UploadInfo> next = uploads.next(); next.isPresent(); next = uploads.next()) {
            open.add(next.get());
        }
        return open;
    }

    @Override
    public void close() {
        store.close();
    }
}
