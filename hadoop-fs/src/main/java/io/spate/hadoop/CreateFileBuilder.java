package io.spate.hadoop;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.util.Progressable;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.Precondition;
import io.spate.engine.StoredHeader;

/** Makes a file as its options say: on a condition that the store keeps, with headers, and with user metadata. */
final class CreateFileBuilder extends FSDataOutputStreamBuilder<FSDataOutputStream, CreateFileBuilder> {
    /** Opens the stream. */
    interface Creator {
        FSDataOutputStream create(FileCreation.Request request) throws IOException;
    }

    /** With the name of a header, or of user metadata, behind it. */
    static final String HEADER = HadoopConfiguration.PREFIX + "create.header.";

    private static final String METADATA = "x-amz-meta-";
    private static final Set<String> KNOWN = Set.of(
            CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE,
            CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE_ETAG,
            CreateFileOptionKeys.FS_OPTION_CREATE_CONTENT_TYPE);

    private final Path path;
    private final Creator creator;

    /** @param path qualified */
    CreateFileBuilder(FileSystem fileSystem, Path path, Creator creator) {
        super(fileSystem, path);
        this.path = path;
        this.creator = creator;
    }

    @Override
    public CreateFileBuilder getThisBuilder() {
        return this;
    }

    /**
     * Opens the stream.
     *
     * @throws IllegalArgumentException for an option that must be known and is not, or is wrong
     */
    @Override
    public FSDataOutputStream build() throws IOException {
        rejectUnknownMandatoryKeys(
                Stream.concat(KNOWN.stream(), getMandatoryKeys().stream().filter(key -> key.startsWith(HEADER)))
                        .toList(),
                "for " + path);
        EnumSet<CreateFlag> flags = getFlags();
        if (flags.contains(CreateFlag.APPEND)) {
            return getFS().append(path, getBufferSize(), getProgress());
        }
        if (!flags.contains(CreateFlag.CREATE) && !flags.contains(CreateFlag.OVERWRITE)) {
            throw new PathIOException(path.toString(), "the builder must be told to create or to overwrite");
        }
        Optional<Progressable> progress = Optional.ofNullable(getProgress());
        return creator.create(new FileCreation.Request(
                path,
                flags.contains(CreateFlag.OVERWRITE),
                isRecursive(),
                attributes(getOptions()),
                precondition(getOptions()),
                progress.orElse(() -> {})));
    }

    private static Precondition precondition(Configuration options) {
        String etag = options.get(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE_ETAG, "");
        if (!etag.isEmpty()) {
            return Precondition.ifEtag(etag);
        }
        return options.getBoolean(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, false)
                ? Precondition.IF_ABSENT
                : Precondition.NONE;
    }

    private static ObjectAttributes attributes(Configuration options) {
        ObjectAttributes attributes = ObjectAttributes.NONE;
        for (Map.Entry<String, String> option : options) {
            if (option.getKey().startsWith(HEADER)) {
                String name = option.getKey().substring(HEADER.length());
                attributes = with(attributes, name.toLowerCase(Locale.ROOT), option.getValue());
            }
        }
        String type = options.get(CreateFileOptionKeys.FS_OPTION_CREATE_CONTENT_TYPE, "");
        return type.isEmpty() ? attributes : attributes.with(StoredHeader.CONTENT_TYPE, checked("content-type", type));
    }

    private static ObjectAttributes with(ObjectAttributes attributes, String name, String value) {
        Optional<StoredHeader> standard = Stream.of(StoredHeader.values())
                .filter(header -> header.header().equalsIgnoreCase(name))
                .findFirst();
        String checked = checked(name, value);
        return standard.isPresent()
                ? attributes.with(standard.get(), checked)
                : attributes.withMetadata(
                        name.startsWith(METADATA) ? name.substring(METADATA.length()) : name, checked);
    }

    /** The store would find out only when everything is written. */
    private static String checked(String name, String value) {
        if (name.isEmpty() || !isSendable(name) || !isSendable(value)) {
            throw new IllegalArgumentException("option '" + HEADER + name + "' = '" + value
                    + "': headers and user metadata take ASCII without line breaks");
        }
        return value;
    }

    private static boolean isSendable(String text) {
        return text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }
}
