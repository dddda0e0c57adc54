package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.RequestFacts.ForeignToken;
import dev.throughline.trace.RunConduct;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/// Scores a run whose exchanges are read one after the other.
///
/// For a small run (`RunOutline.small`), the verdict lists every item. Of a large one it lists those of the first
/// answers that lost something, and memory does not grow with the number of its exchanges. The counts and statuses are
/// over all items in both.
public final class RunScoring {
    private static final int MOST_LEAKS = 1_000;

    private final ItemVerdictAggregator items;
    private final PrefixStability prefixes = new PrefixStability();
    private final VerdictNotes notes = new VerdictNotes();
    private final List<ItemVerdict> leaks = new ArrayList<>();
    private int omittedLeaks;
    private final Optional<Tolerance> tolerance;
    private final Function<RunConduct, Optional<String>> unexercised;
    private final Map<Scope, Map<Outcome, Integer>> requests = new EnumMap<>(Scope.class);
    private boolean sendsParams;
    private boolean demandsBytes;

    /// @param tolerance what does not fail the run; empty for nothing
    /// @param unexercised what the run's scenario asks for and its requests did not do, if anything: what was kept
    ///     proves nothing then
    public RunScoring(
            RunOutline outline, Optional<Tolerance> tolerance, Function<RunConduct, Optional<String>> unexercised) {
        this(outline, tolerance, unexercised, ItemVerdictAggregator.MOST_HELD);
    }

    /// @param mostHeld answers of a large run that are listed
    RunScoring(
            RunOutline outline,
            Optional<Tolerance> tolerance,
            Function<RunConduct, Optional<String>> unexercised,
            int mostHeld) {
        this.items = new ItemVerdictAggregator(outline, mostHeld);
        this.tolerance = tolerance;
        this.unexercised = unexercised;
    }

    /// Adds the next exchange by number.
    /// @param issued by number, at least what the answers issued that its request made observations of
    public void add(TracedExchange exchange, Map<Integer, IssuedAnswer> issued) {
        items.add(exchange, issued);
        prefixes.add(exchange);
        notes.add(exchange);
        demandsBytes |= exchange.facts().demandsBytes();
        sendsParams |= !exchange.facts().params().isEmpty();
        for (ForeignToken token : exchange.facts().foreignTokens()) {
            if (leaks.size() < MOST_LEAKS) {
                leaks.add(leak(exchange, token));
            } else {
                omittedLeaks++;
            }
        }
    }

    /// Adds what the vendor that answers makes of an exchange's request.
    public void addRequest(TracedExchange exchange, Outcome outcome) {
        Scope scope = exchange.link().turn() > 1 ? Scope.ACROSS_TURNS : Scope.WITHIN_TURN;
        requests.computeIfAbsent(scope, _ -> new EnumMap<>(Outcome.class)).merge(outcome, 1, Integer::sum);
    }

    /// The verdict over all exchanges. No exchange can be added then.
    public RunScore score() {
        List<ItemVerdict> listed = items.finish();
        ItemTallies tallies = items.tallies();
        List<String> all = new ArrayList<>(
                notes.all(tallies.isAnyAbsent() && tallies.leftOut().isEmpty()));
        all.addAll(notes(tallies));
        all.addAll(prefixes.notes());
        Map<Capability, CapabilityVerdict> capabilities =
                new CapabilityScorer(tallies, prefixes, sendsParams, requests).all();
        unexercised.apply(notes.conduct()).ifPresent(what -> {
            all.addFirst(VerdictRules.UNEXERCISED + what + ".");
            capabilities.replaceAll((_, one) -> one.unproven());
        });
        var rules = new VerdictRules(capabilities, all, tolerance.isPresent() && !demandsBytes(tallies));
        Verdict verdict = rules.verdict();
        var judged = new RunVerdict(
                verdict,
                rules.sentence(verdict),
                rules.capabilities(),
                Stream.concat(listed.stream(), leaks.stream()).toList(),
                all);
        return new RunScore(judged, tallies.tally(tallies.verdicts() - listed.size() + omittedLeaks));
    }

    private static List<String> notes(ItemTallies tallies) {
        List<String> notes = new ArrayList<>();
        if (!tallies.leftOut().isEmpty()) {
            notes.add("The client's memory leaves out answers with tool calls: %s."
                    .formatted(VerdictNotes.answers(tallies.leftOut())));
        }
        if (tallies.unprinted() > 0) {
            notes.add("Tools did not run: %d results hold nothing of what their commands print, which was not due."
                    .formatted(tallies.unprinted()));
        }
        if (tallies.rekeyed() > 0) {
            notes.add(
                    "The keys of %d calls' arguments came back in another order: equal by value, not to a prefix cache."
                            .formatted(tallies.rekeyed()));
        }
        return notes;
    }

    /// Whether white space at the ends of texts may be part of what a server verifies.
    private boolean demandsBytes(ItemTallies tallies) {
        return demandsBytes
                || tallies.signed().values().stream().anyMatch(outcomes -> outcomes.containsKey(Outcome.TRIMMED));
    }

    /// Tokens of other runs are reported and never counted.
    private static ItemVerdict leak(TracedExchange exchange, ForeignToken token) {
        return new ItemVerdict(
                category(token.token()),
                token.token(),
                exchange.link().turn(),
                exchange.number(),
                0,
                Scope.ACROSS_TURNS,
                Due.NOT,
                Outcome.LEAKED,
                exchange.number(),
                OptionalInt.empty(),
                token.path(),
                "",
                Optional.of("belongs to another run"),
                List.of());
    }

    private static Category category(String token) {
        return Category.valueOf(token.substring(1, token.indexOf('-')));
    }
}
