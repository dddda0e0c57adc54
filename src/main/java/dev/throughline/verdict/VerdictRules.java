package dev.throughline.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/// Derives the verdict from the statuses and explains it in a sentence.
final class VerdictRules {
    /// Begins the note that the scenario of the run was not exercised.
    static final String UNEXERCISED = "Scenario not exercised: ";

    private final Map<Capability, CapabilityVerdict> capabilities;
    private final List<String> notes;
    /// The capabilities that a client must preserve, as far as they were judged.
    private final List<Capability> must;
    private final boolean toleratesTrimmed;

    /// @param toleratesTrimmed whether a capability passes that lost nothing but white space at the ends of texts
    VerdictRules(Map<Capability, CapabilityVerdict> capabilities, List<String> notes, boolean toleratesTrimmed) {
        this.notes = notes;
        this.capabilities = isContinued() ? capabilities : unprovenAcross(capabilities);
        this.must = Arrays.stream(Capability.values())
                .filter(capability -> capability.isRequired() && capabilities.containsKey(capability))
                .toList();
        this.toleratesTrimmed = toleratesTrimmed;
    }

    /// The statuses that the verdict supports: of a history that does not come back whole, nothing is preserved across
    /// turns.
    Map<Capability, CapabilityVerdict> capabilities() {
        return capabilities;
    }

    private static Map<Capability, CapabilityVerdict> unprovenAcross(Map<Capability, CapabilityVerdict> all) {
        Map<Capability, CapabilityVerdict> supported = new EnumMap<>(all);
        supported.replaceAll((capability, one) -> capability.isRequired() ? one.unprovenAcross() : one);
        return supported;
    }

    Verdict verdict() {
        boolean anyLost = false;
        boolean anyUnclear = false;
        for (Capability capability : must) {
            CapabilityVerdict one = Objects.requireNonNull(capabilities.get(capability));
            switch (one.status()) {
                case BROKEN, PARTIAL -> anyLost |= !isTolerated(one);
                case INCONCLUSIVE, ERROR -> anyUnclear = true;
                case PRESERVED, NOT_EXERCISED, UNSUPPORTED -> {}
            }
        }
        if (anyLost) {
            return Verdict.FAIL;
        }
        CapabilityVerdict think = Objects.requireNonNull(capabilities.get(Capability.THINK));
        boolean isProven = think.status() == Status.PRESERVED || isTolerated(think);
        return isProven && !anyUnclear && isContinued() ? Verdict.PASS : Verdict.INCONCLUSIVE;
    }

    String sentence(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "PASS: reasoning came back complete" + kept() + ".";
            case FAIL -> "FAIL: " + losses() + ".";
            case INCONCLUSIVE -> "INCONCLUSIVE: " + doubt() + ".";
        };
    }

    private boolean isTolerated(CapabilityVerdict one) {
        return toleratesTrimmed && one.lostOnlyEnds();
    }

    private String kept() {
        String trimmed = must.stream()
                .filter(capability -> isTolerated(Objects.requireNonNull(capabilities.get(capability))))
                .map(Capability::name)
                .collect(Collectors.joining(", "));
        return trimmed.isEmpty()
                ? ", unmodified and in order" + scopes()
                : " and in order; trimmed, which is tolerated: " + trimmed;
    }

    private String scopes() {
        CapabilityVerdict think = Objects.requireNonNull(capabilities.get(Capability.THINK));
        boolean within = think.withinTurn() == Status.PRESERVED;
        boolean across = think.acrossTurns() == Status.PRESERVED;
        return within && across ? ", within and across turns" : within ? ", within turns" : ", across turns";
    }

    private String losses() {
        List<String> lost = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        for (Capability capability : must) {
            CapabilityVerdict one = Objects.requireNonNull(capabilities.get(capability));
            switch (one.status()) {
                case BROKEN, PARTIAL -> lost.add(loss(capability, one));
                case PRESERVED -> kept.add(capability.name());
                case INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED, ERROR -> {}
            }
        }
        String preserved = kept.isEmpty() ? "" : "; preserved: " + String.join(", ", kept);
        return String.join(", ", lost) + preserved;
    }

    private static String loss(Capability capability, CapabilityVerdict one) {
        boolean within = isLost(one.withinTurn());
        boolean across = isLost(one.acrossTurns());
        String where = within && across ? "within and across turns" : within ? "within turns" : "across turns";
        String how = one.lostOnlyEnds() ? "trimmed" : one.status().name().toLowerCase(Locale.ROOT);
        return "%s %s %s".formatted(capability, how, where);
    }

    private static boolean isLost(Status status) {
        return status == Status.BROKEN || status == Status.PARTIAL;
    }

    private String doubt() {
        if (notes.stream().anyMatch(note -> note.startsWith(VerdictNotes.NO_HISTORY))) {
            return "the client keeps no history: every request starts over";
        }
        if (isNotResumed()) {
            return "history not resumed; a later turn started a new conversation, so"
                    + " preservation across turns is unknown";
        }
        Optional<String> unexercised =
                notes.stream().filter(note -> note.startsWith(UNEXERCISED)).findFirst();
        if (unexercised.isPresent()) {
            return "the scenario was not exercised: "
                    + unexercised.get().substring(UNEXERCISED.length()).replaceFirst("\\.$", "");
        }
        if (dropped().isPresent()) {
            return dropped().get().substring(VerdictNotes.DROPPED.length() + 1).replaceFirst(";.*", " never came back");
        }
        boolean anyDue = must.stream().map(capabilities::get).anyMatch(one -> one.due() > 0);
        if (!anyDue) {
            return "no request has followed an answer yet; send a second turn";
        }
        return switch (Objects.requireNonNull(capabilities.get(Capability.THINK))
                .status()) {
            case NOT_EXERCISED -> "no reasoning was due in this run";
            case INCONCLUSIVE ->
                (isCompacted()
                                ? "the history was compacted: a summary stands in place of earlier answers"
                                : "earlier answers are absent from later requests")
                        + ", so their reasoning cannot be judged";
            case PRESERVED, PARTIAL, BROKEN, UNSUPPORTED, ERROR -> "not everything could be judged";
        };
    }

    private boolean isCompacted() {
        return notes.stream().anyMatch(note -> note.startsWith(VerdictNotes.COMPACTED));
    }

    private Optional<String> dropped() {
        return notes.stream()
                .filter(note -> note.startsWith(VerdictNotes.DROPPED))
                .findFirst();
    }

    private boolean isContinued() {
        return !isNotResumed() && dropped().isEmpty();
    }

    private boolean isNotResumed() {
        return notes.stream().anyMatch(note -> note.startsWith("History not resumed"));
    }
}
