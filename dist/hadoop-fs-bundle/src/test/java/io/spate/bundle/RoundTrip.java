package io.spate.bundle;

import java.net.URI;
import java.util.Arrays;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A program of a user: writes, renames, lists and reads a file, with nothing but Hadoop and the bundle. */
final class RoundTrip {
    private static final int LENGTH = 12 << 20;

    private RoundTrip() {}

    /**
     * Ends with an exception if anything is not as it should be.
     *
     * @param args the directory to work in, then options as {@code key=value}
     */
    public static void main(String[] args) throws Exception {
        Configuration configuration = new Configuration();
        Arrays.stream(args)
                .skip(1)
                .map(option -> option.split("=", 2))
                .forEach(option -> configuration.set(option[0], option[1]));
        Path directory = new Path(args[0]);
        byte[] content = new byte[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            content[i] = (byte) (i * 31);
        }
        try (FileSystem fileSystem = FileSystem.get(URI.create(args[0]), configuration)) {
            try (FSDataOutputStream out = fileSystem.create(new Path(directory, "written"))) {
                out.write(content);
            }
            require(fileSystem.rename(new Path(directory, "written"), new Path(directory, "renamed")), "rename");
            require(fileSystem.listStatus(directory)[0].getLen() == LENGTH, "list");
            byte[] read = new byte[LENGTH];
            try (FSDataInputStream in = fileSystem.open(new Path(directory, "renamed"))) {
                in.readFully(0, read);
            }
            require(Arrays.equals(content, read), "read");
        }
        FileContext context = FileContext.getFileContext(URI.create(args[0]), configuration);
        require(context.util().exists(new Path(directory, "renamed")), "FileContext");
    }

    private static void require(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException(what + " is wrong");
        }
    }
}
