package io.spate.bulk;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How long ago something was, as people write it. */
final class Age implements ITypeConverter<Duration> {
    private static final Pattern AGE = Pattern.compile("(\\d{1,6})\\s*([a-z]+)", Pattern.CASE_INSENSITIVE);
    private static final Map<String, Duration> UNITS = Map.of(
            "s",
            Duration.ofSeconds(1),
            "min",
            Duration.ofMinutes(1),
            "h",
            Duration.ofHours(1),
            "d",
            Duration.ofDays(1),
            "w",
            Duration.ofDays(7));

    @Override
    public Duration convert(String text) {
        Matcher matcher = AGE.matcher(text.strip());
        Duration unit = matcher.matches() ? UNITS.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
        if (unit == null) {
            throw new TypeConversionException("'" + text
                    + "' is no age: expected a number up to 999999 with s, min, h, d or w, such as 7d or 36h");
        }
        return unit.multipliedBy(Long.parseLong(matcher.group(1)));
    }
}
