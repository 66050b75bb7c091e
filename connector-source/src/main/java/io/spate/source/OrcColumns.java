package io.spate.source;

import java.io.IOException;
import java.util.List;

import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.Category;

/** Refuses files whose columns ORC would convert with losses: it makes null of what does not fit. */
final class OrcColumns {
    private static final List<Category> WHOLE = List.of(Category.BYTE, Category.SHORT, Category.INT, Category.LONG);
    private static final List<Category> FLOATING = List.of(Category.FLOAT, Category.DOUBLE);
    private static final List<Category> TEXT = List.of(Category.STRING, Category.VARCHAR, Category.CHAR);

    private OrcColumns() {}

    /**
     * Compares columns of the same names.
     *
     * @param selected which columns of the table are read
     * @throws IOException naming the first column that does not fit
     */
    static void requireReadable(TypeDescription file, TypeDescription table, int[] selected) throws IOException {
        if (file.getCategory() != Category.STRUCT) {
            throw new IOException("the object has no columns, but is a " + file);
        }
        for (int column : selected) {
            String name = table.getFieldNames().get(column);
            int index = file.getFieldNames().indexOf(name);
            if (index >= 0) {
                requireReadable(
                        name, file.getChildren().get(index), table.getChildren().get(column));
            }
        }
    }

    private static void requireReadable(String name, TypeDescription file, TypeDescription table) throws IOException {
        Category from = file.getCategory();
        Category to = table.getCategory();
        boolean fits = (from == to && isWithin(file, table))
                || isWider(WHOLE, from, to)
                || isWider(FLOATING, from, to)
                || (TEXT.contains(from) && TEXT.contains(to) && isWithin(file, table));
        if (!fits) {
            throw new IOException("column " + name + " is " + file + " in the object, and " + table + " in the table");
        }
        if (from == Category.STRUCT) {
            requireFieldsReadable(name, file, table);
        } else if (from == Category.LIST || from == Category.MAP) {
            for (int child = 0; child < file.getChildren().size(); child++) {
                requireReadable(
                        name, file.getChildren().get(child), table.getChildren().get(child));
            }
        }
    }

    private static void requireFieldsReadable(String name, TypeDescription file, TypeDescription table)
            throws IOException {
        for (int field = 0; field < table.getFieldNames().size(); field++) {
            String fieldName = table.getFieldNames().get(field);
            int index = file.getFieldNames().indexOf(fieldName);
            if (index >= 0) {
                requireReadable(
                        name + "." + fieldName,
                        file.getChildren().get(index),
                        table.getChildren().get(field));
            }
        }
    }

    /** Whether no value is rounded or cut, as ORC would do without a word. */
    private static boolean isWithin(TypeDescription file, TypeDescription table) {
        return switch (table.getCategory()) {
            case DECIMAL -> file.getScale() == table.getScale() && file.getPrecision() <= table.getPrecision();
            case CHAR, VARCHAR -> file.getCategory() != Category.STRING && file.getMaxLength() <= table.getMaxLength();
            default -> true;
        };
    }

    private static boolean isWider(List<Category> order, Category from, Category to) {
        return order.contains(from) && order.indexOf(from) < order.indexOf(to);
    }
}
