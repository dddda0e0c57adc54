package dev.throughline.pages;

import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.text.TimeWording;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where the time of an exchange went, as parts of a bar that is 1,000 wide.
///
/// @param text all parts in words
/// @param tokens recorded events
public record TimingBar(List<Part> parts, String text, long tokens) {
    private static final int WIDTH = 1_000;

    /// So much of the bar is drawn of the shortest part.
    private static final int NARROWEST = 3;

    public TimingBar {
        parts = List.copyOf(parts);
    }

    /// A part of the time.
    /// @param style names its color
    /// @param x left end on the bar
    public record Part(String style, String name, String duration, int x, int width) {}

    private record Step(String style, String name, Duration end) {}

    /// @param end absent while the exchange is in progress
    /// @param commit how long its end waited for the commit, if that is known
    static TimingBar of(Optional<ExchangeEnd> end, Optional<Duration> commit) {
        return end.map(known -> of(steps(known.timing(), commit), known.tokens()))
                .orElseGet(() -> new TimingBar(List.of(), "In progress.", 0));
    }

    private static List<Step> steps(ExchangeTiming timing, Optional<Duration> commit) {
        List<Step> steps = new ArrayList<>();
        boolean isAsked = timing.asked().isPresent();
        timing.asked().ifPresent(at -> steps.add(new Step("queue", "until the backend was called", at)));
        timing.firstEvent()
                .ifPresent(at ->
                        steps.add(new Step("wait", isAsked ? "until its first event" : "until the first event", at)));
        timing.firstToken().ifPresent(at -> steps.add(new Step("prefill", "until the first token", at)));
        String rest = timing.firstToken().isPresent() ? "tokens" : "until the end";
        steps.add(new Step("tokens", rest, timing.total()));
        commit.ifPresent(
                wait -> steps.add(new Step("commit", "commit", timing.total().plus(wait))));
        return steps;
    }

    private static TimingBar of(List<Step> steps, long tokens) {
        long all = Math.max(1, steps.getLast().end().toNanos());
        List<Part> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        Duration from = Duration.ZERO;
        for (Step step : steps) {
            Duration to = step.end().compareTo(from) < 0 ? from : step.end();
            String duration = TimeWording.duration(to.minus(from));
            int x = Math.min(place(from, all), WIDTH - NARROWEST);
            parts.add(new Part(step.style(), step.name(), duration, x, Math.max(NARROWEST, place(to, all) - x)));
            text.append(text.isEmpty() ? "" : ", ")
                    .append(step.name())
                    .append(' ')
                    .append(duration);
            from = to;
        }
        return new TimingBar(parts, text.toString(), tokens);
    }

    private static int place(Duration at, long all) {
        return (int) Math.round((double) at.toNanos() / all * WIDTH);
    }
}
