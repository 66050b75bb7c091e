package io.spate.bulk;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Bytes, as people write and read them; every unit is a power of 1024. */
final class ByteSize implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*([kmgt]?)(?:i?b)?", Pattern.CASE_INSENSITIVE);
    private static final String UNITS = "kmgt";
    private static final int SHIFT = 10;

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

    /** Such as {@code 812 B} or {@code 1.5 MiB}. */
    static String format(long bytes) {
        double scaled = bytes;
        int power = 0;
        while (scaled >= 1024 && power < UNITS.length()) {
            scaled /= 1024;
            power++;
        }
        return power == 0
                ? String.format(Locale.ROOT, "%.0f B", scaled)
                : String.format(Locale.ROOT, "%.1f %siB", scaled, Character.toUpperCase(UNITS.charAt(power - 1)));
    }
}
