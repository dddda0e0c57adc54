package dev.throughline.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// What is removed of a run, in this order. The ordinal of a step is the run's `gone` value before it.
public enum RetentionStep {
    BODIES(new Part("exchange_body", "exchange", "pg_column_size(t.body)")),
    TOKENS(new Part(
            "token_slice",
            "exchange",
            "coalesce(pg_column_size(t.kinds) + pg_column_size(t.texts), 0)"
                    + " + coalesce(pg_column_size(t.micros), 0) + coalesce(pg_column_size(t.events), 0)")),
    EXCHANGES(
            new Part("observation", "observer", "pg_column_size(t.sighting)"),
            new Part("observed_answer", "observer", "pg_column_size(t.sighted) + pg_column_size(t.digests)"),
            new Part("repeated_answer", "conversation", "pg_column_size(t.conversation)"),
            new Part("item", "exchange", "pg_column_size(t.value)"),
            new Part("exchange", "number", "pg_column_size(t.facts) + pg_column_size(t.anomalies)")),
    VERDICTS();

    private final List<Part> parts;

    /// Rows of a run, one or several for each exchange.
    /// @param number the column with the exchange's number
    /// @param bytes SQL for the size of a row `t`
    public record Part(String table, String number, String bytes) {}

    RetentionStep(Part... parts) {
        this.parts = List.of(parts);
    }

    /// The steps already applied to the run.
    /// @param gone the value in the run's row
    public static List<RetentionStep> behind(int gone) {
        return Arrays.stream(values()).limit(gone).toList();
    }

    /// The name used in settings, on the command line and in the API.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public List<Part> parts() {
        return parts;
    }
}
