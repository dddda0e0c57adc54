package dev.throughline.pages;

import dev.throughline.pages.thread.ThreadMap;
import java.util.List;

/// The first page, and the live one.
/// @param origin of the request: `http://127.0.0.1:8080`
/// @param newest the newest runs
/// @param current the newest run that has had a request; empty list if none has
public record HomeContent(
        String origin,
        boolean isHealthy,
        String health,
        List<String> backends,
        List<RunEntry> newest,
        List<LiveRun> current) {

    /// A run as it is used right now.
    public record LiveRun(RunEntry run, ThreadMap map, List<LiveExchange> exchanges) {}

    /// One of its latest requests.
    public record LiveExchange(
            int number,
            String dialect,
            String model,
            String outcome,
            boolean isOpen,
            String age,
            String kept,
            VerdictMark mark) {}

    /// Whether no client was seen yet.
    public boolean isWaiting() {
        return newest.stream().allMatch(run -> run.exchanges() == 0);
    }
}
