package dev.throughline.run;

import dev.throughline.vendor.Violation;
import dev.throughline.verdict.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// A finding of the vendor that a stub answers as about a request, as recorded beside the anomalies of the answer.
public final class VendorFinding {
    private static final String PREFIX = "vendor-";

    private VendorFinding() {}

    /// One for each violation: its kind, the rule's id and the place in the request.
    public static List<RecordedAnomaly> of(List<Violation> violations) {
        return violations.stream()
                .map(violation -> new RecordedAnomaly(
                        kind(violation.kind()), 0, violation.rule().id() + " " + violation.pointer()))
                .toList();
    }

    /// The consequence for the request of an answer.
    static Outcome outcome(List<RecordedAnomaly> anomalies) {
        Set<String> kinds = anomalies.stream().map(RecordedAnomaly::kind).collect(Collectors.toSet());
        if (kinds.contains(kind(Violation.Kind.REFUSED))) {
            return Outcome.REFUSED;
        }
        return kinds.contains(kind(Violation.Kind.SILENTLY_DROPPED)) ? Outcome.SILENTLY_DROPPED : Outcome.EXACT;
    }

    private static String kind(Violation.Kind kind) {
        return PREFIX + kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
