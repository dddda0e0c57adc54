package dev.throughline.run;

import dev.throughline.stub.StubSettings;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.RunOutline;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.RunScoring;
import dev.throughline.verdict.Tolerance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Scores and counts the exchanges of a run, added by number, without holding them.
public final class ScoredExchanges {
    /// The exchanges up to this number have to be added with everything that their requests did; of later ones the
    /// changes are enough.
    public static final int WHOLE = 10_000;

    private final RunScoring scoring;
    private final ExchangeCounts counts;
    private final boolean isOfVendor;
    private final RequestMix.Builder mix = new RequestMix.Builder();
    private int through;

    /// The result.
    /// @param through number of the last exchange, 0 for none
    public record Result(RunScore score, RunTally tally, RequestMix mix, int through) {}

    /// @param tolerance what does not fail the run
    /// @param stub its settings, if it answers
    public ScoredExchanges(RunOutline outline, RunMode mode, Optional<Tolerance> tolerance, StubSettings stub) {
        this.scoring = new RunScoring(outline, tolerance, stub.scenario()::unexercised);
        this.isOfVendor = stub.vendor().isPresent();
        this.counts = new ExchangeCounts(outline, mode);
    }

    /// The result over exchanges that are all in memory.
    /// @param exchanges all of a run, by number
    public static Result of(List<RecordedExchange> exchanges, RunMode mode) {
        var traced = exchanges.stream().map(RecordedExchange::trace).toList();
        var scored = new ScoredExchanges(RunOutline.of(traced), mode, Optional.empty(), StubSettings.defaults());
        Map<Integer, IssuedAnswer> issued = traced.stream()
                .map(IssuedAnswer::of)
                .collect(Collectors.toMap(IssuedAnswer::number, Function.identity()));
        exchanges.forEach(exchange -> scored.add(exchange, issued));
        return scored.result();
    }

    /// Adds the next exchange.
    /// @param answers by number, at least those that its request made observations of
    public void add(RecordedExchange exchange, Map<Integer, IssuedAnswer> answers) {
        scoring.add(exchange.trace(), answers);
        if (isOfVendor && exchange.end().isPresent()) {
            scoring.addRequest(exchange.trace(), VendorFinding.outcome(exchange));
        }
        mix.add(exchange);
        counts.add(exchange, answers);
        through = exchange.trace().number();
    }

    /// Ends the run.
    public Result result() {
        return new Result(counts.repaired(scoring.score()), counts.tally(), mix.build(), through);
    }
}
