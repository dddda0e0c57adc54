package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Scope;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// The status of every capability.
final class CapabilityScorer {
    private final ItemTallies items;
    private final PrefixStability prefixes;
    private final boolean sendsParams;
    private final Map<Scope, Map<Outcome, Integer>> requests;

    /// @param requests what a vendor would have made of them; empty if none was asked
    /// @param sendsParams whether any request sent a thinking parameter
    CapabilityScorer(
            ItemTallies items,
            PrefixStability prefixes,
            boolean sendsParams,
            Map<Scope, Map<Outcome, Integer>> requests) {
        this.items = items;
        this.prefixes = prefixes;
        this.sendsParams = sendsParams;
        this.requests = requests;
    }

    Map<Capability, CapabilityVerdict> all() {
        Map<Capability, CapabilityVerdict> all = new EnumMap<>(Capability.class);
        for (Capability capability : Capability.values()) {
            if (capability != Capability.ACCEPTED || !requests.isEmpty()) {
                all.put(capability, of(capability));
            }
        }
        return all;
    }

    private CapabilityVerdict of(Capability capability) {
        return switch (capability) {
            case THINK -> category(Category.THINK);
            case CONTENT -> category(Category.CONTENT);
            case TOOL_ID -> category(Category.TOOL_ID);
            case TOOL_IN -> category(Category.TOOL_IN);
            case TOOL_OUT -> category(Category.TOOL_OUT);
            case SIGNATURE -> verdict(items.signed(), CapabilityScorer::ofSignature);
            case ORDER -> verdict(items.due(EnumSet.allOf(Category.class)), CapabilityScorer::ofOrder);
            case PARAMS -> params();
            case CACHE -> prefixes.verdict();
            case ACCEPTED -> verdict(requests, outcome -> outcome, _ -> true);
        };
    }

    private CapabilityVerdict category(Category category) {
        return verdict(items.due(Set.of(category)), outcome -> outcome);
    }

    /// A signature says nothing about its text: only the loss of the signature counts.
    private static Outcome ofSignature(Outcome outcome) {
        return switch (outcome) {
            case SIGNATURE_LOST, SIGNATURE_ALTERED, MISSING, PARTIAL, MOVED, RENAMED, SHADOWED, TURN_ABSENT, LEAKED ->
                outcome;
            case EXACT,
                    REFERENCED,
                    TRIMMED,
                    MODIFIED,
                    TRUNCATED,
                    REORDERED,
                    DUPLICATED,
                    NOT_DUE,
                    REFUSED,
                    SILENTLY_DROPPED -> Outcome.EXACT;
        };
    }

    private static Outcome ofOrder(Outcome outcome) {
        return switch (outcome) {
            case REORDERED, DUPLICATED, TURN_ABSENT -> outcome;
            case EXACT,
                    REFERENCED,
                    TRIMMED,
                    MODIFIED,
                    TRUNCATED,
                    MOVED,
                    RENAMED,
                    SHADOWED,
                    PARTIAL,
                    SIGNATURE_LOST,
                    SIGNATURE_ALTERED,
                    MISSING,
                    LEAKED,
                    NOT_DUE,
                    REFUSED,
                    SILENTLY_DROPPED -> Outcome.EXACT;
        };
    }

    private CapabilityVerdict verdict(Map<Scope, Map<Outcome, Integer>> due, UnaryOperator<Outcome> view) {
        return verdict(due, view, items::hasControl);
    }

    private static CapabilityVerdict verdict(
            Map<Scope, Map<Outcome, Integer>> due, UnaryOperator<Outcome> view, Predicate<Scope> hasControl) {
        Map<Scope, Map<Outcome, Integer>> seen = new EnumMap<>(Scope.class);
        Map<Outcome, Integer> all = new EnumMap<>(Outcome.class);
        due.forEach((scope, outcomes) -> outcomes.forEach((outcome, count) -> {
            Outcome shown = view.apply(outcome);
            seen.computeIfAbsent(scope, _ -> new EnumMap<>(Outcome.class)).merge(shown, count, Integer::sum);
            all.merge(shown, count, Integer::sum);
        }));
        int counted = all.values().stream().mapToInt(Integer::intValue).sum();
        int exact = ScopeStatus.kept(all);
        all.remove(Outcome.EXACT);
        Status within = scope(seen, Scope.WITHIN_TURN, hasControl);
        Status across = scope(seen, Scope.ACROSS_TURNS, hasControl);
        return new CapabilityVerdict(ScopeStatus.over(within, across), within, across, counted, exact, all);
    }

    private static Status scope(Map<Scope, Map<Outcome, Integer>> seen, Scope scope, Predicate<Scope> hasControl) {
        return ScopeStatus.of(seen.getOrDefault(scope, Map.of()), hasControl.test(scope));
    }

    /// A check and never a precondition: hardly any client sends these parameters by default.
    private CapabilityVerdict params() {
        Status status = sendsParams ? Status.PRESERVED : Status.NOT_EXERCISED;
        return new CapabilityVerdict(status, status, status, 0, 0, Map.of());
    }
}
