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
        boolean fits = from == to
                || isWider(WHOLE, from, to)
                || isWider(FLOATING, from, to)
                || (TEXT.contains(from) && TEXT.contains(to));
        if (!fits) {
            throw new IOException("column " + name + " is " + file + " in the object, and " + table + " in the table");
        }
    }

    private static boolean isWider(List<Category> order, Category from, Category to) {
        return order.contains(from) && order.indexOf(from) < order.indexOf(to);
    }
}
