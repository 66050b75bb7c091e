package io.spate.engine.s3;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;

import org.apache.hc.client5.http.DnsResolver;

/** Knows some host names, all of them on loopback. */
record FixedResolver(Map<String, InetAddress> hosts) implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress address = hosts.get(host);
        if (address == null) {
            throw new UnknownHostException(host);
        }
        return new InetAddress[] {address};
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }
}
