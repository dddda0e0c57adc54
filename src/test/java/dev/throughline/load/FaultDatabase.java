package dev.throughline.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// One database of the server, and what it holds of a run.
/// @param url as the service takes it
public record FaultDatabase(String name, String url, Sessions sessions) {
    private static final String EXCHANGES = """
            SELECT e.number, e.outcome, coalesce(t.count, 0), coalesce(t.last, -1), coalesce(t.said, '')
            FROM exchange e LEFT JOIN (
                SELECT exchange, count(*) AS count, max(seq) AS last,
                    string_agg(text, '' ORDER BY seq) FILTER (WHERE kind IN (1, 4)) AS said
                FROM stream_token WHERE run_id = ? GROUP BY exchange) t ON t.exchange = e.number
            WHERE e.run_id = ?""";

    /// How a session with it begins.
    @FunctionalInterface
    public interface Sessions {
        Connection open() throws SQLException;
    }

    /// An exchange as the database holds it.
    /// @param tokens its rows of tokens
    /// @param last the highest place of a token; -1 for none
    /// @param text reasoning and text, joined
    public record Stored(String outcome, long tokens, long last, String text) {}

    /// The exchanges of a run by number.
    public Map<Integer, Stored> exchanges(String run) throws SQLException {
        try (Connection connection = sessions.open();
                PreparedStatement statement = connection.prepareStatement(EXCHANGES)) {
            statement.setString(1, run);
            statement.setString(2, run);
            Map<Integer, Stored> found = new TreeMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.put(
                            rows.getInt(1),
                            new Stored(rows.getString(2), rows.getLong(3), rows.getLong(4), rows.getString(5)));
                }
            }
            return found;
        }
    }

    /// The exchanges of a run once none of them is in progress, or as they are after a timeout.
    public Map<Integer, Stored> settled(String run, int seconds) throws SQLException {
        for (int tries = 0; tries < seconds * 10; tries++) {
            Map<Integer, Stored> found = exchanges(run);
            if (found.values().stream().noneMatch(stored -> stored.outcome().equals("OPEN"))) {
                return found;
            }
            StreamLoad.pause(100);
        }
        return exchanges(run);
    }

    /// How the exchanges of a run ended, once none of them is in progress, or as they are after a timeout.
    public Set<String> outcomes(String run, int seconds) throws SQLException {
        Set<String> found = Set.of("OPEN");
        for (int tries = 0; tries < seconds * 10 && found.contains("OPEN"); tries++) {
            StreamLoad.pause(100);
            found = Set.of(text("SELECT coalesce(string_agg(DISTINCT outcome, ' '), '') FROM exchange WHERE run_id = '"
                            + run + "'")
                    .split(" "));
        }
        return found;
    }

    /// Waits until so many requests of a run were written down.
    public void awaitExchanges(String run, int count) throws SQLException {
        String begun = "SELECT count(*) FROM exchange WHERE run_id = '" + run + "'";
        for (int tries = 0; tries < 200 && number(begun) < count; tries++) {
            StreamLoad.pause(50);
        }
    }

    /// The first number of the only row.
    public long number(String sql) throws SQLException {
        return Long.parseLong(text(sql));
    }

    private String text(String sql) throws SQLException {
        try (Connection connection = sessions.open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /// Runs a statement.
    public void execute(String sql) throws SQLException {
        try (Connection connection = sessions.open();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
