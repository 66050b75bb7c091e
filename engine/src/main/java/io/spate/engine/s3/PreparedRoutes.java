package io.spate.engine.s3;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.HttpEntityContainer;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Straight to the host. The SDK lets nobody set up what is below it, but shows each request here before it is sent; so two
 * things are done on the way. Cookies are left out: a load balancer that sets one would get every request of the process
 * sent to the same server behind it. And bodies are sent in {@link LargeWrites}.
 */
final class PreparedRoutes implements HttpRoutePlanner {
    private final HttpRoutePlanner direct = new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE);

    @Override
    public HttpRoute determineRoute(HttpHost host, HttpContext context) throws HttpException {
        HttpClientContext.cast(context).setCookieStore(null);
        return direct.determineRoute(host, context);
    }

    @Override
    public HttpRoute determineRoute(HttpHost host, HttpRequest request, HttpContext context) throws HttpException {
        if (request instanceof HttpEntityContainer container && container.getEntity() != null) {
            container.setEntity(new LargeWrites(container.getEntity()));
        }
        return determineRoute(host, context);
    }
}
