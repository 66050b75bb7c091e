package io.spate.bulk;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Bytes, as people write them, where every unit is a power of 1024, and as they read them, in powers of 1000. */
final class ByteSize implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*([kmgt]?)(?:i?b)?", Pattern.CASE_INSENSITIVE);
    private static final String UNITS = "kmgt";
    private static final int SHIFT = 10;
    private static final double KILOBYTE = 1e3;
    private static final double MEGABYTE = 1e6;

    @Override
    public Long convert(String text) {
        Matcher matcher = SIZE.matcher(text.strip());
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "' is no size: expected such as 8 MiB, 8mb, 8m or 8388608");
        }
        int power = matcher.group(2).isEmpty()
                ? 0
                : 1 + UNITS.indexOf(matcher.group(2).toLowerCase(Locale.ROOT));
        try {
            return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (SHIFT * power));
        } catch (ArithmeticException e) {
            throw new TypeConversionException("'" + text + "' is out of range: too large");
        }
    }

    /** In decimal units: {@code 812 B}, {@code 1.5 kB}, {@code 22.8 MB}; no unit is larger than MB, of 10^6 bytes. */
    static String format(long bytes) {
        if (bytes < KILOBYTE) {
            return bytes + " B";
        }
        return bytes < MEGABYTE
                ? String.format(Locale.ROOT, "%.1f kB", bytes / KILOBYTE)
                : String.format(Locale.ROOT, "%,.1f MB", bytes / MEGABYTE);
    }
}
