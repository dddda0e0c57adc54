package dev.throughline.harness.bisect;

import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.probe.FindingKind;
import dev.throughline.verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How a version treats a capability.
///
/// @param result the status of the exercised scopes if they agree, else PARTIAL, as in a cell of the matrix, whose
/// changes are searched; empty if the version could not be judged
/// @param loss the outcome that all lost items of the capability have, such as `MOVED`; empty if they differ, or none
/// is; of a model server its findings, such as `HISTORY_DROPPED`
/// @param reason why it could not be judged; empty otherwise
record VersionState(Optional<Status> result, String loss, String reason) {
    // A scope with another status says nothing of the version.
    private static final List<Status> JUDGED = List.of(Status.BROKEN, Status.PARTIAL, Status.PRESERVED);

    static VersionState of(CheckOutcome outcome, String capability) {
        return switch (outcome) {
            case CheckOutcome.Judged judged -> judged(judged, capability);
            case CheckOutcome.Unsupported unsupported -> without("it " + unsupported.reason());
            case CheckOutcome.Failed failed ->
                without(failed.reason()
                        .lines()
                        .findFirst()
                        .orElse("it could not be checked")
                        .replaceFirst("; its last output:$", ""));
        };
    }

    static VersionState with(Status status) {
        return with(status, "");
    }

    static VersionState with(Status status, String loss) {
        return new VersionState(Optional.of(status), loss, "");
    }

    static VersionState without(String reason) {
        return new VersionState(Optional.empty(), "", reason);
    }

    boolean isSame(VersionState other) {
        return result.isPresent() && result.equals(other.result) && loss.equals(other.loss);
    }

    private static VersionState judged(CheckOutcome.Judged judged, String capability) {
        List<String> scopes = Stream.of("withinTurn", "acrossTurns")
                .map(scope -> judged.status(capability, scope))
                .toList();
        List<Status> exercised =
                JUDGED.stream().filter(status -> scopes.contains(status.name())).toList();
        return switch (exercised.size()) {
            case 0 ->
                without(capability + " was "
                        + String.join(" and ", scopes.stream().distinct().toList()));
            case 1 -> with(exercised.getFirst(), exercised.contains(Status.BROKEN) ? loss(judged, capability) : "");
            default -> with(Status.PARTIAL);
        };
    }

    /// How a model server alters histories, if it loses them; empty for a client.
    private static String server(CheckOutcome.Judged judged) {
        return judged.report()
                .path("findings")
                .valueStream()
                .map(finding -> FindingKind.valueOf(finding.path("kind").asText()))
                .filter(FindingKind::isLoss)
                .map(FindingKind::name)
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static String loss(CheckOutcome.Judged judged, String capability) {
        if (judged.report().has("findings")) {
            return server(judged);
        }
        List<String> outcomes = judged.report()
                .path("capabilities")
                .path(capability)
                .path("outcomes")
                .propertyStream()
                .map(Map.Entry::getKey)
                .filter(outcome -> !outcome.equals("EXACT"))
                .toList();
        return outcomes.size() == 1 ? outcomes.getFirst() : "";
    }
}
