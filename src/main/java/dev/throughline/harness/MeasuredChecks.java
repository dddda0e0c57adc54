package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/// The checks of a client whose result the matrix has, wherever they were made. Those that were all inconclusive are
/// not among them.
public final class MeasuredChecks {
    private final Set<Measured> checks = new HashSet<>();

    private record Measured(
            String version, String dialect, String variant, String model, String scenario, String reasoningField) {}

    private MeasuredChecks() {}

    /// Reads the answer of `GET /api/v1/matrix/ranges`. Checks behind a gateway or of a backend do not count.
    public static MeasuredChecks read(JsonNode ranges) {
        var measured = new MeasuredChecks();
        for (JsonNode track : ranges.path("tracks")) {
            JsonNode key = track.path("combination");
            if (key.hasNonNull("backend") || key.hasNonNull("gateway")) {
                continue;
            }
            for (JsonNode range : track.path("ranges")) {
                range.path("versions")
                        .forEach(version -> measured.checks.add(new Measured(
                                version.path("version").asText(),
                                key.path("dialectIn").asText(),
                                key.path("variant").asText(),
                                key.path("model").asText(),
                                key.path("scenario").asText(),
                                key.path("reasoningField").asText())));
            }
        }
        return measured;
    }

    /// Whether a check of a numbered version is among them.
    public boolean has(CheckListEntry check, RecipeCatalog recipes) {
        ClientSpec spec = check.spec(recipes.find(check.client()).orElseThrow(), check.wantedVersion())
                .changed(recipes.change(check.client()));
        return checks.contains(new Measured(
                spec.version(),
                spec.dialect(),
                spec.recordedVariant().orElse(""),
                spec.model(),
                spec.scenario(),
                spec.reasoningField().orElse("")));
    }

    /// The versions with a result of any check.
    public Set<String> versions() {
        return checks.stream().map(Measured::version).collect(Collectors.toSet());
    }
}
