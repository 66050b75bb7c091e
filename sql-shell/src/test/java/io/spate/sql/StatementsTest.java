package io.spate.sql;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.spate.sql.Statements.Piece;

import static org.assertj.core.api.Assertions.assertThat;

class StatementsTest {
    @Test
    void of_severalOnALine_cutsAtEach() {
        assertThat(texts("SELECT 1; SELECT 2;SELECT 3")).containsExactly("SELECT 1;", "SELECT 2;", "SELECT 3\n;");
    }

    @Test
    void of_semicolonsThatEndNothing_cutsNot() {
        assertThat(texts("SELECT ';', `a;b`, \";\" -- no; end\n, 'it''s;' /* ; */ FROM t;"))
                .hasSize(1);
    }

    @Test
    void of_commentsAndSpacesAlone_hasNone() {
        assertThat(texts(" ; -- nothing; here\n /* nor; here */ ;; \n")).isEmpty();
    }

    @Test
    void of_textWithoutEnd_isOnePiece() {
        assertThat(texts("SELECT 'open; ")).hasSize(1);
        assertThat(texts("SELECT 1 /* open; ")).hasSize(1);
        assertThat(texts("SELECT 1 -- last")).containsExactly("SELECT 1 -- last\n;");
    }

    @Test
    void of_lines_areCountedFromOne() {
        assertThat(Statements.of("SELECT 1;\n\n  SELECT\n2;\nSELECT 3;").stream()
                        .map(Piece::line)
                        .toList())
                .containsExactly(1, 3, 5);
    }

    private static List<String> texts(String script) {
        return Statements.of(script).stream().map(Piece::text).toList();
    }
}
