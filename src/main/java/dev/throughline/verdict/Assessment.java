package dev.throughline.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Derives the verdict from the statuses and explains it in a sentence.
final class Assessment {
    /// What a client must preserve.
    private static final List<Capability> MUST =
            Arrays.stream(Capability.values()).filter(Capability::isRequired).toList();

    private final Map<Capability, CapabilityVerdict> capabilities;
    private final List<String> notes;

    Assessment(Map<Capability, CapabilityVerdict> capabilities, List<String> notes) {
        this.capabilities = capabilities;
        this.notes = notes;
    }

    Verdict verdict() {
        boolean anyLost = false;
        boolean anyUnclear = false;
        for (Capability capability : MUST) {
            switch (Objects.requireNonNull(capabilities.get(capability)).status()) {
                case BROKEN, PARTIAL -> anyLost = true;
                case INCONCLUSIVE, ERROR -> anyUnclear = true;
                case PRESERVED, NOT_EXERCISED, UNSUPPORTED -> {}
            }
        }
        if (anyLost) {
            return Verdict.FAIL;
        }
        boolean isProven =
                Objects.requireNonNull(capabilities.get(Capability.THINK)).status() == Status.PRESERVED;
        return isProven && !anyUnclear && !isNotResumed() ? Verdict.PASS : Verdict.INCONCLUSIVE;
    }

    String sentence(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "PASS: reasoning came back complete, unmodified and in order" + scopes() + ".";
            case FAIL -> "FAIL: " + losses() + ".";
            case INCONCLUSIVE -> "INCONCLUSIVE: " + doubt() + ".";
        };
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
        for (Capability capability : MUST) {
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
        return "%s %s %s".formatted(capability, one.status().name().toLowerCase(java.util.Locale.ROOT), where);
    }

    private static boolean isLost(Status status) {
        return status == Status.BROKEN || status == Status.PARTIAL;
    }

    private String doubt() {
        if (isNotResumed()) {
            return "history not resumed; a later turn started a new conversation, so"
                    + " preservation across turns is unknown";
        }
        boolean anyDue = MUST.stream().map(capabilities::get).anyMatch(one -> one.due() > 0);
        if (!anyDue) {
            return "no request has followed an answer yet; send a second turn";
        }
        return switch (Objects.requireNonNull(capabilities.get(Capability.THINK))
                .status()) {
            case NOT_EXERCISED -> "no reasoning was due in this run";
            case INCONCLUSIVE -> "earlier answers are absent from later requests, so their reasoning cannot be judged";
            case PRESERVED, PARTIAL, BROKEN, UNSUPPORTED, ERROR -> "not everything could be judged";
        };
    }

    private boolean isNotResumed() {
        return notes.stream().anyMatch(note -> note.startsWith("History not resumed"));
    }
}
