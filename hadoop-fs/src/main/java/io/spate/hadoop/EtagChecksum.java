package io.spate.hadoop;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.apache.hadoop.fs.FileChecksum;

/** The etag of an object as a checksum of a file: equal for equal bytes that were written in equal parts. */
final class EtagChecksum extends FileChecksum {
    private String etag;

    /** What {@link #readFields} fills. */
    EtagChecksum() {
        this("");
    }

    EtagChecksum(String etag) {
        this.etag = etag;
    }

    @Override
    public String getAlgorithmName() {
        return "etag";
    }

    @Override
    public int getLength() {
        return getBytes().length;
    }

    @Override
    public byte[] getBytes() {
        return etag.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeUTF(etag);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        etag = in.readUTF();
    }

    @Override
    public String toString() {
        return "etag: \"" + etag + "\"";
    }
}
