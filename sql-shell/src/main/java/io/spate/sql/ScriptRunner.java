package io.spate.sql;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.flink.table.api.ResultKind;
import org.apache.flink.table.client.cli.Printer;
import org.apache.flink.table.client.cli.TerminalUtils;
import org.apache.flink.table.client.cli.parser.Command;
import org.apache.flink.table.client.cli.parser.SqlCommandParserImpl;
import org.apache.flink.table.client.gateway.Executor;
import org.apache.flink.table.client.gateway.SqlExecutionException;
import org.apache.flink.table.client.gateway.StatementResult;
import org.jline.terminal.Terminal;

import io.spate.sql.Statements.Piece;

/** Runs statements one after another, as far as the first one that fails. Prints results, and nothing else. */
final class ScriptRunner {
    static final int SUCCESS = 0;
    static final int FAILURE = 1;

    private static final Pattern FIRST_WORDS = Pattern.compile("[A-Za-z]+(\\s+[A-Za-z]+){0,2}\\b");

    private final Executor executor;
    private final OutputStream results;
    private final PrintStream errors;
    private final SqlCommandParserImpl parser = new SqlCommandParserImpl();

    ScriptRunner(Executor executor, OutputStream results, PrintStream errors) {
        this.executor = executor;
        this.results = results;
        this.errors = errors;
    }

    /** Runs a script and returns the exit code. */
    int run(String script) throws Exception {
        try (Terminal terminal = TerminalUtils.createDumbTerminal(results)) {
            Optional<Piece> begun = Optional.empty();
            for (Piece piece : Statements.of(script)) {
                Piece statement = begun.map(before -> join(before, piece)).orElse(piece);
                begun = Optional.empty();
                try {
                    Optional<Command> command = parser.parseStatement(statement.text());
                    if (command.isEmpty()) {
                        begun = Optional.of(statement); // Such as a set of statements, which have ';' between them.
                    } else if (command.get() == Command.QUIT) {
                        return SUCCESS;
                    } else {
                        execute(statement.text(), command.get(), terminal);
                    }
                } catch (SqlExecutionException e) {
                    if (isIncomplete(e)) {
                        begun = Optional.of(statement);
                    } else {
                        terminal.flush();
                        return fail(statement, Failures.message(e));
                    }
                }
            }
            terminal.flush();
            return begun.map(statement -> fail(statement, "the statement has no end: " + firstWords(statement) + "..."))
                    .orElse(SUCCESS);
        }
    }

    private void execute(String statement, Command command, Terminal terminal) {
        switch (command) {
            case CLEAR, QUIT -> {}
            case HELP -> Printer.createHelpCommandPrinter().print(terminal);
            case OTHER -> {
                long begin = System.currentTimeMillis();
                try (StatementResult result = executor.executeStatement(statement)) {
                    if (hasRows(result)) {
                        Printer.createStatementCommandPrinter(result, executor.getSessionConfig(), begin)
                                .print(terminal);
                        terminal.flush();
                    }
                }
            }
        }
    }

    private static boolean hasRows(StatementResult result) {
        boolean ofJob = result.getJobId() != null;
        return result.isQueryResult() || (!ofJob && result.getResultKind() == ResultKind.SUCCESS_WITH_CONTENT);
    }

    private static Piece join(Piece before, Piece piece) {
        return new Piece(before.text() + "\n" + piece.text(), before.line());
    }

    /** The words of SQL that it begins with, and nothing that may be a secret. */
    private static String firstWords(Piece statement) {
        Matcher words = FIRST_WORDS.matcher(statement.text());
        return words.lookingAt() ? words.group().replaceAll("\\s+", " ") + " " : "";
    }

    private static boolean isIncomplete(SqlExecutionException e) {
        return e.getCause() != null && e.getCause().getClass().getSimpleName().equals("SqlParserEOFException");
    }

    private int fail(Piece statement, String message) {
        errors.println("spate sql: line " + statement.line() + ": " + message);
        return FAILURE;
    }
}
