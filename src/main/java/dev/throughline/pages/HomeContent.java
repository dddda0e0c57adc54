package dev.throughline.pages;

import dev.throughline.run.report.ThreadMap;
import java.util.List;
import java.util.Optional;

/// The first page, and the live one.
/// @param origin of the request: `http://127.0.0.1:8080`
/// @param newest the newest runs
/// @param current the newest run that has had a request; empty list if none has
/// @param changes newest versions that keep more or less than those before; empty on the live page
public record HomeContent(
        String origin,
        boolean isHealthy,
        String health,
        List<String> backends,
        List<RunEntry> newest,
        List<LiveRun> current,
        List<ChangeLine> changes) {
    /// A capability that the newest measured version of a client keeps better or worse than the one before.
    /// @param address both versions compared
    public record ChangeLine(
            VerdictMark change, String client, String text, VerdictMark before, VerdictMark after, String address) {}

    /// A run as it is used right now.
    public record LiveRun(RunEntry run, ThreadMap map, List<LiveExchange> exchanges) {}

    /// One of its latest requests.
    /// @param conversation number of the request that began its conversation
    /// @param tail the end of an answer in progress, as far as it is recorded; empty for one that ended
    public record LiveExchange(
            int number,
            int conversation,
            String dialect,
            String model,
            String outcome,
            boolean isOpen,
            String age,
            String tail,
            VerdictMark mark) {}

    /// The newest run that has had a request; empty list if none has.
    public List<RunEntry> latest() {
        return used(newest).stream().toList();
    }

    /// The first of these runs that has had a request.
    static Optional<RunEntry> used(List<RunEntry> runs) {
        return runs.stream().filter(run -> run.exchanges() > 0).findFirst();
    }

    /// Whether no client was seen yet.
    public boolean isWaiting() {
        return latest().isEmpty();
    }
}
