package io.spate.hadoop;

import java.util.Set;
import java.util.function.Function;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.MultipartUploaderBuilderImpl;

/** Makes an uploader for what is below a path. It has no options of its own. */
final class SpateMultipartUploaderBuilder
        extends MultipartUploaderBuilderImpl<SpateMultipartUploader, SpateMultipartUploaderBuilder> {
    private final Path base;
    private final Function<Path, SpateMultipartUploader> maker;

    SpateMultipartUploaderBuilder(FileSystem fileSystem, Path base, Function<Path, SpateMultipartUploader> maker) {
        super(fileSystem, base);
        this.base = base;
        this.maker = maker;
    }

    @Override
    public SpateMultipartUploaderBuilder getThisBuilder() {
        return this;
    }

    /** @throws IllegalArgumentException for an option that must be known */
    @Override
    public SpateMultipartUploader build() {
        rejectUnknownMandatoryKeys(Set.of(), "for " + base);
        return maker.apply(base);
    }
}
