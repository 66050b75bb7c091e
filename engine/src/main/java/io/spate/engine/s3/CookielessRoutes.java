package io.spate.engine.s3;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Straight to the host, and without cookies: a load balancer that sets one would get every request of the process sent
 * to the same server behind it. The SDK lets nobody switch cookies off, but shows each request here before it is sent.
 */
final class CookielessRoutes implements HttpRoutePlanner {
    private final HttpRoutePlanner direct = new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE);

    @Override
    public HttpRoute determineRoute(HttpHost host, HttpContext context) throws HttpException {
        HttpClientContext.cast(context).setCookieStore(null);
        return direct.determineRoute(host, context);
    }
}
