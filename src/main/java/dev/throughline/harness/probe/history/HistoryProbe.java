package dev.throughline.harness.probe.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.Progress;
import dev.throughline.harness.probe.dialect.Ask;
import dev.throughline.harness.probe.dialect.Histories;
import dev.throughline.harness.probe.dialect.Placement;
import dev.throughline.harness.probe.dialect.Planted;
import dev.throughline.harness.probe.dialect.Said;
import dev.throughline.harness.probe.dialect.ServerDialect;
import dev.throughline.harness.probe.dialect.Speech;
import dev.throughline.harness.probe.server.Server;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds out where a server reads the reasoning of earlier answers and what it keeps of it.
public final class HistoryProbe {
    private static final int ONE_TOKEN = 1;

    private final String model;
    private final Meter meter;
    private final Planted within;
    private final Planted across;
    private final Scale withinScale;
    private final Scale acrossScale;

    private HistoryProbe(String model, Meter meter, int turns) {
        this.model = model;
        this.meter = meter;
        this.within = Histories.within(turns);
        this.across = Histories.across(turns);
        this.withinScale = scale(within);
        this.acrossScale = withinScale.fault().isEmpty() ? scale(across) : withinScale;
    }

    /// Measures with the strongest proof that the server offers.
    /// @param emitted the fields in which the server's answers carried reasoning
    public static HistoryEvidence measure(
            Server server, Speech speech, String model, int turns, List<String> emitted, Progress progress) {
        List<String> failed = new ArrayList<>();
        for (Meter meter : Meter.of(server, speech)) {
            progress.say(speech.dialect().id() + ": what reaches the prompt, by "
                    + meter.proof().label());
            var probe = new HistoryProbe(model, meter, turns);
            if (probe.acrossScale.fault().isEmpty()) {
                return probe.measure(speech.dialect(), emitted, failed);
            }
            failed.add(meter.proof().label() + ": " + probe.acrossScale.fault());
        }
        return HistoryEvidence.none(failed);
    }

    private HistoryEvidence measure(ServerDialect dialect, List<String> emitted, List<String> failed) {
        List<Candidate> candidates =
                Placement.candidates(dialect).stream().map(this::candidate).toList();
        Placement echoed = Placement.echoing(dialect, emitted);
        Candidate best = candidates.stream()
                .max(Comparator.comparingInt(Candidate::rank)
                        .thenComparing(tried -> isPlain(echoed) && tried.placement() == echoed)
                        .thenComparing(tried -> -tried.placement().ordinal()))
                .orElseThrow();
        return new HistoryEvidence(
                meter.proof(), failed, candidates, Optional.of(best), Optional.of(switches(best)), family());
    }

    /// Tags in the content are the last resort: a text that speaks of them would be cut there.
    private static boolean isPlain(Placement placement) {
        return placement != Placement.THINK_TAGS;
    }

    private Candidate candidate(Placement placement) {
        Reach inLoop = withinScale.read(meter.measure(ask(within.history()).with(placement, Map.of())));
        Reach before = acrossScale.read(measured(placement, Map.of()));
        return new Candidate(placement, inLoop, before, before.isWhole() ? Optional.empty() : kept(placement));
    }

    /// What the request can do about it. The first switch that keeps everything, else the first.
    private Optional<Candidate.Kept> kept(Placement placement) {
        var byTemplate = new Candidate.Kept(Switch.TEMPLATE, reach(placement, Switch.TEMPLATE.clearing(false)));
        if (byTemplate.reach().isWhole() || meter.proof().ordinal() < Proof.USAGE.ordinal()) {
            return Optional.of(byTemplate);
        }
        var byThinking = new Candidate.Kept(Switch.THINKING, reach(placement, Switch.THINKING.clearing(false)));
        return Optional.of(byThinking.reach().isWhole() ? byThinking : byTemplate);
    }

    private HistoryEvidence.Switches switches(Candidate best) {
        Placement placement = best.placement();
        Switch by = best.needed().orElse(Switch.TEMPLATE);
        Map<String, JsonNode> thinkingOff = Switch.template("enable_thinking", false);
        Measure off = meter.measure(ask(across.history()).with(Placement.NONE, thinkingOff));
        return new HistoryEvidence.Switches(
                reach(placement, by.clearing(false)),
                reach(placement, by.clearing(true)),
                reach(placement, thinkingOff),
                changes(off));
    }

    private Optional<Boolean> changes(Measure without) {
        return switch (without) {
            case Measure.Nothing _ -> Optional.empty();
            case Measure.Prompt _ -> Optional.of(!without.equals(acrossScale.without()));
            case Measure.Tokens _ -> without.equals(acrossScale.without()) ? Optional.empty() : Optional.of(true);
        };
    }

    /// What reaches the prompt across turns, with further fields in every request that it is compared to.
    private Reach reach(Placement placement, Map<String, JsonNode> extras) {
        Measure without = measured(Placement.NONE, extras);
        if (without instanceof Measure.Nothing(String reason)) {
            return Reach.unknown(reason);
        }
        return grownFrom(without).read(measured(placement, extras));
    }

    /// The same scale from another start: extras may add tokens of their own.
    private Scale grownFrom(Measure without) {
        return switch (without) {
            case Measure.Tokens(int count)
            when acrossScale.without() instanceof Measure.Tokens(int base)
                    && acrossScale.inSight() instanceof Measure.Tokens(int full) ->
                new Scale(without, new Measure.Tokens(full + count - base), across.reasoning());
            case Measure.Tokens _, Measure.Prompt _, Measure.Nothing _ -> acrossScale;
        };
    }

    private Measure measured(Placement placement, Map<String, JsonNode> extras) {
        return meter.measure(ask(across.history()).with(placement, extras));
    }

    private Scale scale(Planted planted) {
        Measure without = meter.measure(ask(planted.history()));
        Measure inSight = without instanceof Measure.Nothing ? without : meter.measure(ask(planted.inUserText()));
        return new Scale(without, inSight, planted.reasoning());
    }

    private Optional<String> family() {
        return acrossScale.without() instanceof Measure.Prompt(String text)
                ? FamilyGuess.ofPrompt(text)
                : Optional.empty();
    }

    private Ask ask(List<Said> history) {
        return Ask.of(model, history, ONE_TOKEN);
    }
}
