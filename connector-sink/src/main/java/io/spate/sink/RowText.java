package io.spate.sink;

import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import io.spate.engine.TableOption;

/**
 * What formats make of rows, text in UTF-8, as lines of another charset. Refuses what would be read back as something else.
 *
 * @param format its name
 * @param charsetName of the objects
 * @param lineEnds whether rows may have line ends in them, which readers know by their quotes
 */
record RowText(String format, String charsetName, boolean lineEnds) implements Serializable {
    private static final long serialVersionUID = 1L;

    RowText {
        Charset charset = Charset.forName(charsetName);
        if (!charset.canEncode() || "\n\n".getBytes(charset).length != 2 * "\n".getBytes(charset).length) {
            throw new IllegalArgumentException("option '" + TableOption.CHARSET + "' = '" + charsetName
                    + "': rows cannot be written one by one in it; take one without byte order mark, such as UTF-16LE");
        }
    }

    Charset charset() {
        return Charset.forName(charsetName);
    }

    /**
     * The bytes of a row without the line end behind it.
     *
     * @param charset that of this, which is looked up once
     */
    byte[] line(byte[] row, Charset charset) throws IOException {
        if (row.length == 0 && format.equals("csv")) {
            throw new IOException(
                    "format 'csv': a row of nothing but NULL, or but one empty text, would be an empty line, which is"
                            + " read as no row; for NULL set 'csv.null-literal', such as to 'NULL', or leave such rows"
                            + " out in the query");
        }
        if (!lineEnds) {
            requireOneLine(row);
        }
        return charset.equals(StandardCharsets.UTF_8) ? row : encode(row, charset);
    }

    private void requireOneLine(byte[] row) throws IOException {
        for (int i = 0; i < row.length; i++) {
            boolean lastReturn = row[i] == '\r' && i == row.length - 1;
            if (row[i] == '\n' || lastReturn) {
                throw new IOException("format '" + format + "': a row of " + row.length
                        + " bytes has a line end at byte " + i + " and would be read back as another; " + advice());
            }
        }
    }

    private String advice() {
        return format.equals("csv")
                ? "set '" + TableOption.CSV_MULTILINE
                        + "' = 'true' on the table, or replace line ends in the query, such as"
                        + " by REPLACE(text, U&'\\000A', ' ')"
                : "replace line ends in the query, or take a format that escapes them, such as json";
    }

    private byte[] encode(byte[] row, Charset charset) throws IOException {
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(row));
            ByteBuffer encoded = charset.newEncoder().encode(text);
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IOException(
                    "format '" + format + "': a row of " + row.length + " bytes has characters that '"
                            + TableOption.CHARSET + "' = '" + charsetName
                            + "' does not have, or is no text; choose another charset, or replace them in the query",
                    e);
        }
    }
}
