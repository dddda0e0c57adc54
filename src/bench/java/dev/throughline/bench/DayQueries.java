package dev.throughline.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Asks what the service asks while it serves, and keeps how long that takes.
final class DayQueries {
    private static final Map<String, String> QUESTIONS = questions();

    private final Connection connection;
    private final Map<String, Timings> timings = new LinkedHashMap<>();

    DayQueries(Connection connection) {
        this.connection = connection;
        forget();
    }

    private static Map<String, String> questions() {
        Map<String, String> questions = new LinkedHashMap<>();
        questions.put("item by token", "SELECT * FROM item WHERE run_id = ? AND token = '[THINK-OAI-T1-none]'");
        questions.put(
                "exchange by body",
                "SELECT * FROM exchange WHERE run_id = ? AND hashtext(body_hash) = hashtext('none')"
                        + " AND body_hash = 'none' ORDER BY number DESC LIMIT 1");
        questions.put("exchanges of a run", "SELECT * FROM exchange WHERE run_id = ? ORDER BY number LIMIT 50");
        questions.put(
                "tokens of an answer", "SELECT * FROM stream_token WHERE run_id = ? AND exchange = 1 ORDER BY seq");
        questions.put("newest runs", "SELECT * FROM run WHERE run_id <= ? ORDER BY run_id DESC LIMIT 50");
        return questions;
    }

    /// Asks each once.
    void ask(String run) throws SQLException {
        for (Map.Entry<String, String> question : QUESTIONS.entrySet()) {
            long began = System.nanoTime();
            try (PreparedStatement statement = connection.prepareStatement(question.getValue())) {
                statement.setString(1, run);
                try (var rows = statement.executeQuery()) {
                    while (rows.next()) {
                        rows.getObject(1);
                    }
                }
            }
            timings.get(question.getKey()).add((System.nanoTime() - began) / 1e6);
        }
    }

    /// Median and 99th percentile of each since `forget`.
    String line() {
        StringBuilder line = new StringBuilder();
        timings.forEach((name, of) -> line.append(line.isEmpty() ? "" : ", ")
                .append("%s %.1f / %.1f ms".formatted(name, of.at(0.5), of.at(0.99))));
        return line.toString();
    }

    void forget() {
        QUESTIONS.keySet().forEach(name -> timings.put(name, new Timings(1_000)));
    }
}
