package dev.throughline.run.lifecycle;

import dev.throughline.access.KeyId;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunState;
import dev.throughline.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The question of a search for runs; an empty field selects all.
///
/// @param client name of the declared client
/// @param version its version
/// @param verdict of the sealed run
/// @param backend name of the configured backend, or `stub`
/// @param label its whole label
/// @param since opened at or after
/// @param words each is part of the label or of the client's name, or begins the run's id; looked for among the
///     newest `SEARCHED` runs that meet the other conditions
/// @param before only runs with a smaller id
/// @param seesOnly the requesting key; of other keys only published runs are found
public record RunSearch(
        Optional<String> client,
        Optional<String> version,
        Optional<Verdict> verdict,
        Optional<String> backend,
        Optional<RunState> state,
        Optional<RunMode> mode,
        Optional<String> label,
        Optional<Instant> since,
        List<String> words,
        Optional<RunId> before,
        Optional<KeyId> seesOnly) {
    /// How many runs are searched for words.
    public static final int SEARCHED = 5_000;

    public RunSearch {
        words = List.copyOf(words);
    }
}
