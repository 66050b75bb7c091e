package io.spate.engine;

import java.util.Collection;
import java.util.Comparator;

/** Finds what somebody who misspelled a word most likely meant. */
public final class Nearest {
    private Nearest() {}

    /** The candidate, of at least one, that takes the fewest insertions, deletions and replacements of characters. */
    public static String to(String word, Collection<String> candidates) {
        return candidates.stream()
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .orElseThrow();
    }

    /** How many insertions, deletions and replacements of characters it takes. */
    static int distance(String from, String to) {
        int[] costs = new int[to.length() + 1];
        for (int j = 0; j < costs.length; j++) {
            costs[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = costs[0];
            costs[0] = i;
            for (int j = 1; j < costs.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = costs[j];
                costs[j] = Math.min(replaced, 1 + Math.min(costs[j], costs[j - 1]));
            }
        }
        return costs[to.length()];
    }
}
