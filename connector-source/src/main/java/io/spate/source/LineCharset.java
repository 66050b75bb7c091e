package io.spate.source;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * In which charsets, and between which delimiters, lines can be found from the middle of an object.
 *
 * <p>Refused are charsets in which the meaning of a byte depends on what came long before it: on a byte order mark
 * (UTF-16, UTF-32) or on a shift sequence (ISO-2022, HZ, UTF-7, most EBCDIC charsets of East Asia).
 */
final class LineCharset {
    /** Each character is one to four bytes, and no part of one looks like another. */
    private static final Set<String> SELF_SYNCHRONISING = Set.of("UTF-8", "CESU-8");

    private static final Set<String> TWO_BYTE_UNITS = Set.of("UTF-16LE", "UTF-16BE");
    private static final Set<String> FOUR_BYTE_UNITS = Set.of("UTF-32LE", "UTF-32BE");

    /** A later byte of a character may be any from 0x30 upwards, so only control characters are never part of one. */
    private static final Set<String> MULTI_BYTE = Set.of(
            "Shift_JIS",
            "windows-31j",
            "EUC-JP",
            "EUC-KR",
            "x-windows-949",
            "GB2312",
            "GBK",
            "x-mswin-936",
            "GB18030",
            "Big5",
            "Big5-HKSCS",
            "x-windows-950",
            "x-windows-951",
            "x-MS950-HKSCS",
            "x-EUC-TW",
            "x-Johab",
            "x-SJIS_0213",
            "x-PCK",
            "x-eucJP-Open");

    private LineCharset() {}

    /**
     * How many bytes a code unit has; delimiters are found at their multiples only.
     *
     * @throws IllegalArgumentException if lines of this charset, or between these delimiters, cannot be found
     */
    static int codeUnit(Charset charset, String delimiter) {
        if (delimiter.isEmpty()) {
            throw new IllegalArgumentException("the delimiter is empty");
        }
        int codeUnit = codeUnit(charset);
        if (!charset.newEncoder().canEncode(delimiter)) {
            throw new IllegalArgumentException("delimiter '" + delimiter + "' cannot be written in charset " + charset);
        }
        if (MULTI_BYTE.contains(charset.name()) && !delimiter.chars().allMatch(c -> c < 0x20)) {
            throw new IllegalArgumentException("delimiter '" + delimiter + "' cannot be used with charset " + charset
                    + ": parts of its characters could look like it; use control characters such as \\n or \\t");
        }
        return codeUnit;
    }

    /** Whether lines of a charset can be found from the middle of an object. */
    static boolean isReadFromAnywhere(String charset) {
        try {
            codeUnit(Charset.forName(charset), "\n");
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static int codeUnit(Charset charset) {
        String name = charset.name();
        if (TWO_BYTE_UNITS.contains(name)) {
            return 2;
        }
        if (FOUR_BYTE_UNITS.contains(name)) {
            return 4;
        }
        if (SELF_SYNCHRONISING.contains(name) || MULTI_BYTE.contains(name) || isSingleByte(charset)) {
            return 1;
        }
        throw new IllegalArgumentException("charset " + name
                + " is not supported: where a character starts depends on what came before it; use "
                + StandardCharsets.UTF_8 + ", a single-byte charset, UTF-16LE, UTF-16BE, UTF-32LE, UTF-32BE or one of "
                + MULTI_BYTE.stream().sorted().toList());
    }

    private static boolean isSingleByte(Charset charset) {
        return charset.canEncode()
                && charset.newEncoder().maxBytesPerChar() == 1.0f
                && charset.newDecoder().maxCharsPerByte() == 1.0f;
    }
}
