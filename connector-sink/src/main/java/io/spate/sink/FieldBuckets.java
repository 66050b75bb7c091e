package io.spate.sink;

import org.apache.flink.api.connector.sink2.SinkWriter;

import static java.util.Objects.requireNonNull;

/** One bucket for each value of a field: {@code name=value}, as Hive writes it. */
final class FieldBuckets<T> implements Bucketing<T> {
    private static final long serialVersionUID = 1L;
    private static final String NO_VALUE = "__HIVE_DEFAULT_PARTITION__";
    private static final String ESCAPED = "\"#%'*/:=?\\{[]^";

    private final String name;
    private final Buckets.Field<T> field;
    private transient Named last;

    FieldBuckets(String name, Buckets.Field<T> field) {
        this.name = requireNonNull(name, "field name is null");
        this.field = requireNonNull(field, "field is null");
        if (name.isBlank() || !escape(name).equals(name)) {
            throw new IllegalArgumentException("bucketBy: field name '" + escape(name)
                    + "' must not be blank, and have no control characters and none of " + ESCAPED);
        }
    }

    @Override
    public String bucketOf(T record, SinkWriter.Context context) {
        Object value = field.of(record);
        String text = value == null ? "" : value.toString();
        Named named = last;
        if (named == null || !named.value().equals(text)) {
            named = new Named(text, name + "=" + (text.isEmpty() ? NO_VALUE : escape(text)));
            last = named;
        }
        return named.bucket();
    }

    private static String escape(String text) {
        if (text.chars().noneMatch(FieldBuckets::isEscaped)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isEscaped(c)) {
                escaped.append(String.format("%%%02X", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static boolean isEscaped(int c) {
        return Character.isISOControl(c) || ESCAPED.indexOf(c) >= 0;
    }

    private record Named(String value, String bucket) {}
}
