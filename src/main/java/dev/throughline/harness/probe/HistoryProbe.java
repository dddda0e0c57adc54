package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.ProgressListener;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Determines where a server reads the reasoning of earlier answers and how much of it it keeps.
public final class HistoryProbe {
    private static final int ONE_TOKEN = 1;
    /// Equal requests that a count is compared over.
    private static final int REPEATS = 5;

    private final String model;
    private final TokenMeter tokenMeter;
    private final PlantedHistory within;
    private final PlantedHistory across;
    private final ReachScale withinScale;
    private final ReachScale acrossScale;
    private final String fault;

    private HistoryProbe(String model, TokenMeter tokenMeter, int turns) {
        this.model = model;
        this.tokenMeter = tokenMeter;
        this.within = ProbeHistories.within(turns);
        this.across = ProbeHistories.across(turns);
        this.withinScale = scale(within);
        this.acrossScale = withinScale.fault().isEmpty() ? scale(across) : withinScale;
        this.fault = acrossScale.fault().isEmpty() ? unsteady() : acrossScale.fault();
    }

    /// Measures with the strongest proof available from the server.
    /// @param emitted the fields in which the server's answers carried reasoning
    public static HistoryEvidence measure(
            ProbedServer probedServer,
            DialectClient dialectClient,
            String model,
            int turns,
            List<String> emitted,
            ProgressListener progressListener) {
        List<String> failed = new ArrayList<>();
        List<TokenMeter> meters = TokenMeter.of(probedServer, dialectClient);
        for (TokenMeter tokenMeter : meters) {
            progressListener.say(dialectClient.dialect().id() + ": what reaches the prompt, by "
                    + tokenMeter.proof().label());
            var probe = new HistoryProbe(model, tokenMeter, turns);
            String wrong = probe.fault.isEmpty() ? probe.refutation(dialectClient.dialect(), meters) : probe.fault;
            if (wrong.isEmpty()) {
                return probe.measure(dialectClient.dialect(), emitted, failed);
            }
            failed.add(tokenMeter.proof().label() + ": " + wrong);
        }
        return HistoryEvidence.none(failed);
    }

    /// Why the tokens that a server counts on request are not those of the prompt that it answers: vLLM's
    /// `/tokenize` does not rename the fields of a message as its answers do. Empty if both agree, or if
    /// answers have no count.
    private String refutation(ServerDialect dialect, List<TokenMeter> meters) {
        if (tokenMeter.proof() != ProofMethod.TOKENIZE) {
            return "";
        }
        TokenMeter usage = meters.stream()
                .filter(meter -> meter.proof() == ProofMethod.USAGE)
                .findFirst()
                .orElseThrow();
        ProbeRequest without = ask(within.history());
        PromptMeasurement counted = tokenMeter.measure(without);
        if (!(usage.measure(without) instanceof PromptMeasurement.Tokens(int answered))) {
            return "";
        }
        return ReasoningPlacement.candidates(dialect).stream()
                .filter(ReasoningPlacement::isField)
                .filter(placement -> {
                    ProbeRequest with = without.with(placement, Map.of());
                    return usage.measure(with) instanceof PromptMeasurement.Tokens(int tokens)
                            && withinScale.isNegligible(Math.abs(tokens - answered))
                                    != tokenMeter.measure(with).equals(counted);
                })
                .findFirst()
                .map(placement -> "it disagrees with usage about reasoning in " + placement.label())
                .orElse("");
    }

    /// How a chat template treats a history, without the server around it.
    static HistoryEvidence ofTemplate(TokenMeter.ByRendering template, String model, int turns) {
        var probe = new HistoryProbe(model, template, turns);
        return probe.fault.isEmpty()
                ? probe.measure(ServerDialect.CHAT, List.of(), List.of())
                : HistoryEvidence.none(List.of(probe.fault));
    }

    private HistoryEvidence measure(ServerDialect dialect, List<String> emitted, List<String> failed) {
        List<PlacementResult> candidates = ReasoningPlacement.candidates(dialect).stream()
                .map(this::candidate)
                .toList();
        ReasoningPlacement echoed = ReasoningPlacement.echoing(dialect, emitted);
        PlacementResult best = candidates.stream()
                .filter(tried -> tried.placement().isField())
                .max(Comparator.comparingInt(PlacementResult::rank)
                        .thenComparing(tried -> tried.placement() == echoed)
                        .thenComparing(tried -> -tried.placement().ordinal()))
                .orElseThrow();
        return new HistoryEvidence(
                tokenMeter.proof(),
                failed,
                candidates,
                Optional.of(best),
                Optional.of(switches(best)),
                whiteSpace(best),
                isLastOnly(best),
                family());
    }

    private Optional<HistoryEvidence.WhiteSpace> whiteSpace(PlacementResult best) {
        boolean isWithin = best.within().isWhole();
        if (!isWithin && !best.acrossAtBest().isWhole()) {
            return Optional.empty();
        }
        Map<String, JsonNode> extras = isWithin ? Map.of() : asked(best);
        return Optional.of(new WhiteSpaceProbe(
                        isWithin ? within : across,
                        history -> tokenMeter.measure(ask(history).with(best.placement(), extras)),
                        history -> tokenMeter.measure(ask(history)))
                .measure());
    }

    /// Whether each scope in which some reasoning is missing has the prompt of its last answer's reasoning
    /// alone.
    private boolean isLastOnly(PlacementResult best) {
        boolean isWithinPartial = best.within().status() == Status.PARTIAL;
        boolean isAcrossPartial = best.acrossAtBest().status() == Status.PARTIAL;
        return (isWithinPartial || isAcrossPartial)
                && (!isWithinPartial || isSameOfLast(within, withinScale, best.placement(), Map.of()))
                && (!isAcrossPartial || isSameOfLast(across, acrossScale, best.placement(), asked(best)));
    }

    private boolean isSameOfLast(
            PlantedHistory planted, ReachScale scale, ReasoningPlacement placement, Map<String, JsonNode> extras) {
        PromptMeasurement all = tokenMeter.measure(ask(planted.history()).with(placement, extras));
        PromptMeasurement last =
                tokenMeter.measure(ask(planted.lastOnly().history()).with(placement, extras));
        return all instanceof PromptMeasurement.Tokens(int whole) && last instanceof PromptMeasurement.Tokens(int part)
                ? scale.isNegligible(Math.abs(whole - part))
                : all.equals(last);
    }

    /// The settings that the request asks for, to get the best result across turns.
    private static Map<String, JsonNode> asked(PlacementResult best) {
        return best.needed().map(by -> by.clearing(false)).orElse(Map.of());
    }

    private PlacementResult candidate(ReasoningPlacement reasoningPlacement) {
        ReasoningReach inLoop =
                withinScale.read(tokenMeter.measure(ask(within.history()).with(reasoningPlacement, Map.of())));
        ReasoningReach before = acrossScale.read(measured(reasoningPlacement, Map.of()));
        return new PlacementResult(
                reasoningPlacement, inLoop, before, before.isWhole() ? Optional.empty() : kept(reasoningPlacement));
    }

    /// Tests whether the request can change that. Returns the first switch that keeps everything, otherwise the
    /// first.
    private Optional<PlacementResult.Kept> kept(ReasoningPlacement reasoningPlacement) {
        var byTemplate = new PlacementResult.Kept(
                PreservationSwitch.TEMPLATE, reach(reasoningPlacement, PreservationSwitch.TEMPLATE.clearing(false)));
        if (byTemplate.reach().isWhole() || tokenMeter.proof().ordinal() < ProofMethod.USAGE.ordinal()) {
            return Optional.of(byTemplate);
        }
        var byThinking = new PlacementResult.Kept(
                PreservationSwitch.THINKING, reach(reasoningPlacement, PreservationSwitch.THINKING.clearing(false)));
        return Optional.of(byThinking.reach().isWhole() ? byThinking : byTemplate);
    }

    private HistoryEvidence.Switches switches(PlacementResult best) {
        ReasoningPlacement reasoningPlacement = best.placement();
        PreservationSwitch by = best.needed().orElse(PreservationSwitch.TEMPLATE);
        Map<String, JsonNode> thinkingOff = PreservationSwitch.template("enable_thinking", false);
        PromptMeasurement off = tokenMeter.measure(ask(across.history()).with(ReasoningPlacement.NONE, thinkingOff));
        return new HistoryEvidence.Switches(
                reach(reasoningPlacement, by.clearing(false)),
                reach(reasoningPlacement, by.clearing(true)),
                reach(reasoningPlacement, thinkingOff),
                changes(off));
    }

    private Optional<Boolean> changes(PromptMeasurement without) {
        return switch (without) {
            case PromptMeasurement.Nothing _ -> Optional.empty();
            case PromptMeasurement.Prompt _ -> Optional.of(!without.equals(acrossScale.without()));
            case PromptMeasurement.Tokens _ ->
                without.equals(acrossScale.without()) ? Optional.empty() : Optional.of(true);
        };
    }

    /// The reach into the prompt across turns, with additional fields in every compared request.
    private ReasoningReach reach(ReasoningPlacement reasoningPlacement, Map<String, JsonNode> extras) {
        PromptMeasurement without = measured(ReasoningPlacement.NONE, extras);
        if (without instanceof PromptMeasurement.Nothing nothing) {
            return ReasoningReach.unknown(nothing.reason());
        }
        return grownFrom(without).read(measured(reasoningPlacement, extras));
    }

    /// The same scale with another baseline: extras may add tokens themselves.
    private ReachScale grownFrom(PromptMeasurement without) {
        return switch (without) {
            case PromptMeasurement.Tokens(int count)
            when acrossScale.without() instanceof PromptMeasurement.Tokens(int base)
                    && acrossScale.inSight() instanceof PromptMeasurement.Tokens(int full) ->
                new ReachScale(without, new PromptMeasurement.Tokens(full + count - base), across);
            case PromptMeasurement.Tokens _, PromptMeasurement.Prompt _, PromptMeasurement.Nothing _ -> acrossScale;
        };
    }

    private PromptMeasurement measured(ReasoningPlacement reasoningPlacement, Map<String, JsonNode> extras) {
        return tokenMeter.measure(ask(across.history()).with(reasoningPlacement, extras));
    }

    /// Why a measurement is no proof: it differs between equal requests, or shows a field that no server reads.
    private String unsteady() {
        String noise = acrossScale.without() instanceof PromptMeasurement.Tokens(int base) ? noise(base) : "";
        if (!noise.isEmpty()) {
            return noise;
        }
        ReasoningReach unread = acrossScale.read(measured(ReasoningPlacement.UNREAD, Map.of()));
        return unread.status() == Status.PRESERVED || unread.status() == Status.PARTIAL
                ? "it echoes the request: a field that no server reads is in it (" + unread.numbers() + ")"
                : "";
    }

    private String noise(int base) {
        var counts = IntStream.range(1, REPEATS)
                .mapToObj(_ -> measured(ReasoningPlacement.NONE, Map.of()))
                .mapToInt(same -> same instanceof PromptMeasurement.Tokens(int count) ? count : base)
                .summaryStatistics();
        int spread = Math.max(base, counts.getMax()) - Math.min(base, counts.getMin());
        return acrossScale.isNegligible(spread) ? "" : "it differs between equal requests, by " + spread + " tokens";
    }

    private ReachScale scale(PlantedHistory plantedHistory) {
        PromptMeasurement without = tokenMeter.measure(ask(plantedHistory.history()));
        PromptMeasurement inSight = without instanceof PromptMeasurement.Nothing
                ? without
                : tokenMeter.measure(ask(plantedHistory.inUserText()));
        return new ReachScale(without, inSight, plantedHistory);
    }

    private Optional<String> family() {
        return acrossScale.without() instanceof PromptMeasurement.Prompt(String text)
                ? FamilyGuess.ofPrompt(text)
                : Optional.empty();
    }

    private ProbeRequest ask(List<ProbeTurn> history) {
        return ProbeRequest.of(model, history, ONE_TOKEN);
    }
}
