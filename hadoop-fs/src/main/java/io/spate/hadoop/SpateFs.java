package io.spate.hadoop;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;

/** {@code spate://} for programs that use {@code FileContext}: a {@link SpateFileSystem} underneath. */
public final class SpateFs extends DelegateToFileSystem {
    /** Called by Hadoop, as {@code fs.AbstractFileSystem.spate.impl} says. */
    public SpateFs(URI uri, Configuration configuration) throws IOException, URISyntaxException {
        super(uri, new SpateFileSystem(), configuration, SpateFileSystem.SCHEME, false);
    }

    /** None: a bucket is no host. */
    @Override
    public int getUriDefaultPort() {
        return -1;
    }
}
