package io.spate.hadoop;

import java.io.IOException;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

import io.spate.engine.ObjectWriter;

/** A file that is there when its stream is closed: by one PUT, or by completing its upload. */
record PublishedFile(Path path, PathLookup lookup, Progressable progress) implements SpateOutputStream.Destination {
    @Override
    public void accept(ObjectWriter writer) throws IOException {
        try {
            Waiting.forResult(writer.publish(), "closing", path, progress);
        } finally {
            lookup.forget(path);
        }
    }

    @Override
    public void giveUp(ObjectWriter writer) throws IOException {
        Waiting.forResult(writer.abort(), "aborting", path, progress);
    }
}
