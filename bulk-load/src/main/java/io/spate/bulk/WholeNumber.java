package io.spate.bulk;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A count, as people write it. */
final class WholeNumber implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is no whole number, or larger than " + Integer.MAX_VALUE);
        }
    }
}
