package dev.throughline.run.events;

import dev.throughline.run.RunId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// What one process tells the others by `NOTIFY`: that runs changed, and nothing of what changed in them.
///
/// Its text is the ids of some runs, apart by blanks, or `*` for all runs. PostgreSQL takes less than 8,000 bytes.
sealed interface RunNotification {
    /// The channel of all notices.
    String CHANNEL = "throughline_run";

    /// Any run may have changed.
    String ANY = "*";

    /// Of 64 characters at most.
    int MOST_RUNS = 100;

    record Changed(List<RunId> runs) implements RunNotification {
        public Changed {
            runs = List.copyOf(runs);
        }
    }

    record AnyChanged() implements RunNotification {}

    /// The texts of as many notices as it takes.
    static List<String> texts(Collection<RunId> runs) {
        List<String> ids = runs.stream().map(RunId::value).toList();
        List<String> texts = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += MOST_RUNS) {
            texts.add(String.join(" ", ids.subList(from, Math.min(ids.size(), from + MOST_RUNS))));
        }
        return texts;
    }

    /// Reads a notice. What is no id of a run may be of a later version, which has a reason to tell it: any run may
    /// have changed then.
    static RunNotification read(String text) {
        List<String> ids = List.of(text.split(" ", -1));
        return ids.stream().allMatch(RunId::isValid)
                ? new Changed(ids.stream().map(RunId::new).toList())
                : new AnyChanged();
    }
}
