package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.bisect.NewReleases;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.text.Json;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A release that keeps more or less than the version measured before it, under otherwise equal conditions.
///
/// @param track the combination and the capability, as in `GET /api/v1/matrix/ranges`
/// @param boundary the two versions, as there
/// @param outcome the check that showed it; empty if it was made earlier
record ReleaseChange(JsonNode track, JsonNode boundary, Optional<CheckOutcome.Judged> outcome) {
    private static final List<String> WORST_FIRST =
            List.of(Status.BROKEN.name(), Status.PARTIAL.name(), Status.PRESERVED.name());
    private static final Set<String> KEPT = Set.of(Outcome.EXACT.name(), Outcome.REFERENCED.name());
    private static final int LONGEST_TEXT = 300;

    /// The changes at the releases of a client.
    /// @param scenarios those that were asked for
    /// @param ranges the client's ranges
    static List<ReleaseChange> of(
            NewReleases found, List<String> scenarios, JsonNode ranges, List<CheckOutcome> outcomes) {
        List<ReleaseChange> changes = new ArrayList<>();
        for (JsonNode track : ranges.path("tracks")) {
            if (!scenarios.contains(setting(track, "scenario"))) {
                continue;
            }
            for (JsonNode boundary : track.path("boundaries")) {
                String version = boundary.at("/upper/version").asText();
                if (found.versions().contains(version)) {
                    changes.add(new ReleaseChange(track, boundary, outcome(found.client(), version, track, outcomes)));
                }
            }
        }
        return List.copyOf(changes);
    }

    private static Optional<CheckOutcome.Judged> outcome(
            String client, String version, JsonNode track, List<CheckOutcome> outcomes) {
        return outcomes.stream()
                .filter(CheckOutcome.Judged.class::isInstance)
                .map(CheckOutcome.Judged.class::cast)
                .filter(one -> {
                    ClientSpec spec = one.spec();
                    return spec.name().equals(client)
                            && spec.version().equals(version)
                            && spec.dialect().equals(setting(track, "dialectIn"))
                            && spec.recordedVariant().orElse("").equals(setting(track, "variant"))
                            && spec.model().equals(setting(track, "model"))
                            && spec.scenario().equals(setting(track, "scenario"))
                            && spec.vendor().orElse("").equals(setting(track, "vendor"));
                })
                .findFirst();
    }

    private static String setting(JsonNode track, String name) {
        return track.path("combination").path(name).asText();
    }

    private String side(String side, String name) {
        return boundary.path(side).path(name).asText();
    }

    /// Whether the release keeps less.
    boolean isRegression() {
        return WORST_FIRST.indexOf(side("upper", "status")) < WORST_FIRST.indexOf(side("lower", "status"));
    }

    /// `opencode 1.1.35: THINK broken, preserved in 1.1.34 (openai-chat, ends, glm-4.7)`
    String text() {
        String variant = setting(track, "variant");
        return "%s %s: %s %s, %s in %s (%s, %s, %s%s)"
                .formatted(
                        track.at("/combination/client/product").asText(),
                        side("upper", "version"),
                        track.path("capability").asText(),
                        side("upper", "status").toLowerCase(Locale.ROOT),
                        side("lower", "status").toLowerCase(Locale.ROOT),
                        side("lower", "version"),
                        setting(track, "dialectIn"),
                        setting(track, "scenario"),
                        setting(track, "model"),
                        variant.isEmpty() ? "" : ", " + variant);
    }

    /// The item that was lost first: of those that the capability is named after, else of any kind.
    private Optional<JsonNode> firstLost() {
        List<JsonNode> lost = outcome.stream()
                .flatMap(one -> one.report().path("items").valueStream())
                .filter(item -> item.path("due").asText().equals("MUST"))
                .filter(item -> !KEPT.contains(item.path("outcome").asText()))
                .toList();
        return lost.stream()
                .filter(item -> item.path("category").equals(track.path("capability")))
                .findFirst()
                .or(() -> lost.stream().findFirst());
    }

    /// The change with the first request that shows it: its JSON pointer, and what was expected and found there. No
    /// text of a conversation but the stub's own tokens is in it.
    ObjectNode json() {
        ObjectNode node = Json.TREES
                .createObjectNode()
                .put("client", track.at("/combination/client/product").asText())
                .put("version", side("upper", "version"))
                .put("before", side("lower", "version"))
                .put("capability", track.path("capability").asText())
                .put("status", side("upper", "status"))
                .put("previous", side("lower", "status"))
                .put("regression", isRegression());
        for (String name : List.of("dialectIn", "scenario", "model", "variant", "reasoningField")) {
            if (!setting(track, name).isEmpty()) {
                node.put(name.equals("dialectIn") ? "dialect" : name, setting(track, name));
            }
        }
        outcome.ifPresent(one -> node.put("run", one.run()));
        firstLost()
                .ifPresent(item -> node.putObject("request")
                        .put("number", item.path("observedIn").asInt())
                        .put("pointer", item.path("path").asText())
                        .put(
                                "expected",
                                cut(item.path("token").asText()) + " as answer "
                                        + item.path("exchange").asInt() + " issued it")
                        .put(
                                "found",
                                cut((item.path("outcome").asText() + " "
                                                + item.path("reason").asText(""))
                                        .strip())));
        return node;
    }

    private static String cut(String text) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT) + "…";
    }
}
