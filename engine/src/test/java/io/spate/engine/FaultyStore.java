package io.spate.engine;

import java.io.IOException;
import java.util.function.Predicate;

/**
 * Lets requests fail as a {@link Plan} says, and bodies break in the middle, as connections do. What is not planned goes
 * to the store below.
 */
public final class FaultyStore extends ForwardingStore {
    /** Decides about each request. Called by many threads. */
    public interface Plan {
        /** Called before each request; throws what the store should answer. */
        default void before(StoreRequest request) throws StoreException {}

        /** Called after each request that succeeded; throws what comes in place of an answer that is lost. */
        default void after(StoreRequest request) throws StoreException {}

        /** After how many bytes the body of this request breaks; a negative number for never. */
        default long cutAfter(StoreRequest request) {
            return -1;
        }

        /** Called before each read of a body; may wait, to make a slow or stuck one. */
        default void reading(StoreRequest request, long delivered) throws IOException {}
    }

    private final Plan plan;

    public FaultyStore(ObjectStore store, Plan plan) {
        super(store);
        this.plan = plan;
    }

    /** A plan that fails the requests for which the predicate holds. */
    public static Plan failing(StoreException.Kind kind, Predicate<StoreRequest> when) {
        return new Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (when.test(request)) {
                    throw new StoreException(kind, request, "planned failure");
                }
            }
        };
    }

    /** A plan that loses the answers of requests that succeeded, for which the predicate holds. */
    public static Plan losing(StoreException.Kind kind, Predicate<StoreRequest> when) {
        return new Plan() {
            @Override
            public void after(StoreRequest request) throws StoreException {
                if (when.test(request)) {
                    throw new StoreException(kind, request, "planned loss of the answer");
                }
            }
        };
    }

    @Override
    void before(StoreRequest request) throws StoreException {
        plan.before(request);
    }

    @Override
    void after(StoreRequest request) throws StoreException {
        plan.after(request);
    }

    @Override
    public RangeBody get(ObjectInfo info, ByteRange range) throws StoreException {
        StoreRequest request = StoreRequest.get(info.uri(), range);
        return new FaultyBody(super.get(info, range), request, plan, plan.cutAfter(request));
    }

    private static final class FaultyBody implements RangeBody {
        private final RangeBody body;
        private final StoreRequest request;
        private final Plan plan;
        private final long cut;
        private long delivered;
        private volatile boolean aborted;

        FaultyBody(RangeBody body, StoreRequest request, Plan plan, long cut) {
            this.body = body;
            this.request = request;
            this.plan = plan;
            this.cut = cut;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            plan.reading(request, delivered);
            if (aborted) {
                throw new IOException("aborted");
            }
            if (delivered == cut) {
                throw new IOException("planned break after " + cut + " bytes");
            }
            int most = cut < 0 ? length : (int) Math.min(length, cut - delivered);
            int count = body.read(target, offset, most);
            delivered += Math.max(0, count);
            return count;
        }

        @Override
        public String etag() {
            return body.etag();
        }

        @Override
        public void abort() {
            aborted = true;
            body.abort();
        }

        @Override
        public void close() {
            body.close();
        }
    }
}
