package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.TracedExchange;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The status of every capability.
final class CapabilityScorer {
    private final RunEvidence evidence;
    private final List<ItemVerdict> items;
    private final PrefixStability prefixes;
    private final Map<Integer, TracedExchange> byNumber = new HashMap<>();

    CapabilityScorer(RunEvidence evidence, List<ItemVerdict> items, PrefixStability prefixes) {
        this.evidence = evidence;
        this.items = items;
        this.prefixes = prefixes;
        evidence.exchanges().forEach(exchange -> byNumber.put(exchange.number(), exchange));
    }

    Map<Capability, CapabilityVerdict> all() {
        Map<Capability, CapabilityVerdict> all = new EnumMap<>(Capability.class);
        for (Capability capability : Capability.values()) {
            all.put(capability, of(capability));
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
            case SIGNATURE -> verdict(signed(), CapabilityScorer::ofSignature);
            case ORDER -> verdict(due(), CapabilityScorer::ofOrder);
            case PARAMS -> params();
            case CACHE -> prefixes.verdict();
        };
    }

    private CapabilityVerdict category(Category category) {
        return verdict(
                due().stream().filter(item -> item.category() == category).toList(), outcome -> outcome);
    }

    private List<ItemVerdict> due() {
        return items.stream().filter(item -> item.due() == Due.MUST).toList();
    }

    private List<ItemVerdict> signed() {
        return due().stream()
                .filter(item -> item.category() == Category.THINK && isSigned(item))
                .toList();
    }

    private boolean isSigned(ItemVerdict item) {
        TracedExchange planted = byNumber.get(item.exchange());
        return planted != null
                && planted.items().get(item.ordinal()).signature().isPresent();
    }

    /// A signature says nothing about its text: only the loss of the signature counts.
    private static Outcome ofSignature(Outcome outcome) {
        return switch (outcome) {
            case SIGNATURE_LOST, SIGNATURE_ALTERED, MISSING, PARTIAL, MOVED, RENAMED, SHADOWED, TURN_ABSENT, LEAKED ->
                outcome;
            case EXACT, REFERENCED, MODIFIED, TRUNCATED, REORDERED, DUPLICATED, NOT_DUE -> Outcome.EXACT;
        };
    }

    private static Outcome ofOrder(Outcome outcome) {
        return switch (outcome) {
            case REORDERED, DUPLICATED, TURN_ABSENT -> outcome;
            case EXACT,
                    REFERENCED,
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
                    NOT_DUE -> Outcome.EXACT;
        };
    }

    private CapabilityVerdict verdict(List<ItemVerdict> counted, UnaryOperator<Outcome> view) {
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        int exact = 0;
        for (ItemVerdict item : counted) {
            Outcome outcome = view.apply(item.outcome());
            exact += ScopeStatus.isKept(outcome) ? 1 : 0;
            if (outcome != Outcome.EXACT) {
                outcomes.merge(outcome, 1, Integer::sum);
            }
        }
        Status within = scope(counted, Scope.WITHIN_TURN, view);
        Status across = scope(counted, Scope.ACROSS_TURNS, view);
        return new CapabilityVerdict(ScopeStatus.over(within, across), within, across, counted.size(), exact, outcomes);
    }

    private Status scope(List<ItemVerdict> counted, Scope scope, UnaryOperator<Outcome> view) {
        List<Outcome> outcomes = counted.stream()
                .filter(item -> item.scope() == scope)
                .map(item -> view.apply(item.outcome()))
                .toList();
        return ScopeStatus.of(outcomes, hasControl(scope));
    }

    /// Whether anything of an earlier answer was returned: a loss is then an individual loss, not that of
    /// the whole history.
    private boolean hasControl(Scope scope) {
        return items.stream()
                .filter(item -> item.scope() == scope)
                .anyMatch(item -> item.outcome() != Outcome.MISSING && item.outcome() != Outcome.TURN_ABSENT);
    }

    /// A check and never a precondition: hardly any client sends these parameters by default.
    private CapabilityVerdict params() {
        boolean sends = evidence.exchanges().stream()
                .map(TracedExchange::facts)
                .anyMatch(facts -> !facts.params().isEmpty());
        Status status = sends ? Status.PRESERVED : Status.NOT_EXERCISED;
        return new CapabilityVerdict(status, status, status, 0, 0, Map.of());
    }
}
