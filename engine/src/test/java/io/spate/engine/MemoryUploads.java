package io.spate.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.spate.engine.StoreException.Kind;

/** The uploads that a {@link MemoryStore} has open. Small pages, so that tests meet more than one. Thread-safe. */
final class MemoryUploads {
    private static final int PAGE = 100;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Content(byte[] bytes, ObjectAttributes attributes) {}

    @SuppressWarnings("ArrayRecordComponent") // private, never compared
    private record Sent(Part part, byte[] bytes) {}

    private record Open(UploadInfo info, ObjectAttributes attributes, NavigableMap<Integer, Sent> parts) {}

    private final long minimumPart;
    private final Map<String, Open> open = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();

    MemoryUploads(long minimumPart) {
        this.minimumPart = minimumPart;
    }

    static byte[] bytes(StoreRequest request, WriteBody body) throws StoreException {
        byte[] bytes;
        try (InputStream in = body.open()) {
            bytes = in.readAllBytes();
        } catch (IOException e) {
            throw new StoreException(Kind.UNAVAILABLE, request, "the body broke", e);
        }
        if (bytes.length != body.length()) {
            throw new StoreException(
                    Kind.INVALID, request, "the body has " + bytes.length + " bytes, not " + body.length());
        }
        return bytes;
    }

    List<UploadInfo> open() {
        return open.values().stream().map(Open::info).toList();
    }

    String create(ObjectUri uri, ObjectAttributes attributes) {
        long number = ids.incrementAndGet();
        String id = "upload-" + number;
        UploadInfo info = new UploadInfo(uri, id, Instant.ofEpochSecond(1_700_000_000L + number));
        open.put(id, new Open(info, attributes, new TreeMap<>()));
        return id;
    }

    Part put(StoreRequest request, Upload upload, int number, byte[] bytes) throws StoreException {
        Open found = find(request, upload);
        Part part = new Part(number, "p" + ids.incrementAndGet(), bytes.length);
        synchronized (found) {
            found.parts().put(number, new Sent(part, bytes));
        }
        return part;
    }

    Content content(StoreRequest request, Upload upload) throws StoreException {
        Open found = find(request, upload);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (upload.parts().isEmpty()) {
            throw new StoreException(Kind.INVALID, request, "an upload needs a part");
        }
        synchronized (found) {
            for (Part part : upload.parts()) {
                Sent sent = found.parts().get(part.number());
                if (sent == null || !sent.part().etag().equals(part.etag())) {
                    throw new StoreException(Kind.INVALID, request, "InvalidPart: number " + part.number());
                }
                boolean last = part.number()
                        == upload.parts().get(upload.parts().size() - 1).number();
                if (!last && sent.bytes().length < minimumPart) {
                    throw new StoreException(Kind.INVALID, request, "EntityTooSmall: part " + part.number());
                }
                bytes.writeBytes(sent.bytes());
            }
        }
        return new Content(bytes.toByteArray(), found.attributes());
    }

    void end(StoreRequest request, Upload upload) throws StoreException {
        find(request, upload);
        open.remove(upload.uploadId());
    }

    UploadPage list(ObjectUri prefix, Optional<UploadPage.Position> after) {
        Comparator<UploadInfo> order =
                Comparator.comparing((UploadInfo info) -> info.uri().key()).thenComparing(UploadInfo::uploadId);
        List<UploadInfo> rest = open().stream()
                .filter(info -> info.uri().bucket().equals(prefix.bucket())
                        && info.uri().key().startsWith(prefix.key()))
                .filter(info -> after.isEmpty() || isAfter(info, after.get()))
                .sorted(order)
                .toList();
        List<UploadInfo> page = rest.subList(0, Math.min(PAGE, rest.size()));
        Optional<UploadPage.Position> next = page.size() == rest.size()
                ? Optional.empty()
                : Optional.of(new UploadPage.Position(
                        page.get(PAGE - 1).uri().key(), page.get(PAGE - 1).uploadId()));
        return new UploadPage(page, next);
    }

    PartPage parts(StoreRequest request, Upload upload, OptionalInt after) throws StoreException {
        Open found = find(request, upload);
        synchronized (found) {
            List<Part> rest = found.parts().tailMap(after.orElse(0), false).values().stream()
                    .map(Sent::part)
                    .toList();
            List<Part> page = rest.subList(0, Math.min(PAGE, rest.size()));
            return new PartPage(
                    page,
                    page.size() == rest.size()
                            ? OptionalInt.empty()
                            : OptionalInt.of(page.get(PAGE - 1).number()));
        }
    }

    private static boolean isAfter(UploadInfo info, UploadPage.Position position) {
        int keys = info.uri().key().compareTo(position.key());
        return keys > 0 || (keys == 0 && info.uploadId().compareTo(position.uploadId()) > 0);
    }

    private Open find(StoreRequest request, Upload upload) throws StoreException {
        Open found = open.get(upload.uploadId());
        if (found == null || !found.info().uri().equals(upload.uri())) {
            throw new StoreException(Kind.LOST_UPLOAD, request, "NoSuchUpload");
        }
        return found;
    }
}
