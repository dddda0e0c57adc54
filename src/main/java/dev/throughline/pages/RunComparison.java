package dev.throughline.pages;

import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Two runs beside each other.
///
/// @param lines one for each capability that either run has
public record RunComparison(RunEntry first, RunEntry second, List<CapabilityPair> lines) {
    private static final Side NONE = new Side(new VerdictMark("not scored", "–", "none"), "");

    /// Both, in order.
    public List<RunEntry> runs() {
        return List.of(first, second);
    }

    /// A capability in both runs.
    public record CapabilityPair(Capability capability, Side first, Side second, boolean isDifferent) {}

    /// A capability in one of them.
    /// @param kept exact items out of those that were due
    public record Side(VerdictMark mark, String kept) {}

    static RunComparison of(RunEntry first, Optional<RunVerdict> before, RunEntry second, Optional<RunVerdict> after) {
        Set<Capability> all = EnumSet.noneOf(Capability.class);
        before.ifPresent(verdict -> all.addAll(verdict.capabilities().keySet()));
        after.ifPresent(verdict -> all.addAll(verdict.capabilities().keySet()));
        return new RunComparison(
                first,
                second,
                all.stream().map(capability -> pair(capability, before, after)).toList());
    }

    private static CapabilityPair pair(Capability capability, Optional<RunVerdict> before, Optional<RunVerdict> after) {
        Optional<CapabilityVerdict> first = of(capability, before);
        Optional<CapabilityVerdict> second = of(capability, after);
        Optional<Status> one = first.map(CapabilityVerdict::status);
        return new CapabilityPair(
                capability, side(first), side(second), !one.equals(second.map(CapabilityVerdict::status)));
    }

    private static Optional<CapabilityVerdict> of(Capability capability, Optional<RunVerdict> verdict) {
        return verdict.flatMap(found -> Optional.ofNullable(found.capabilities().get(capability)));
    }

    private static Side side(Optional<CapabilityVerdict> verdict) {
        return verdict.map(found ->
                        new Side(VerdictMark.of(found.status()), found.exact() + " / " + found.due() + " exact"))
                .orElse(NONE);
    }
}
