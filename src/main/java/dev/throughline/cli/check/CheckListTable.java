package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.text.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// The results of a list of checks as a readable table, as JSON, and as an exit code.
/// @param measurements in the order of the list
record CheckListTable(List<CheckOutcome> measurements) {
    private static final List<String> HEAD =
            List.of("CLIENT", "VERSION", "DIALECT", "VARIANT", "MODEL", "WITHIN", "ACROSS", "VERDICT", "SECONDS");

    /// One line per client: THINK within and across turns, the verdict, the seconds (`-` for measured before).
    String text() {
        List<List<String>> rows = new ArrayList<>(List.of(new ArrayList<>(HEAD)));
        measurements.forEach(one -> rows.add(row(one)));
        optional(rows, "SCENARIO", spec -> spec.scenario().equals("tools") ? "" : spec.scenario());
        optional(rows, "PACKAGES", spec -> String.join(" ", spec.packages()));
        optional(rows, "REASONING IN", spec -> spec.reasoningField().orElse(""));
        optional(rows, "VENDOR", spec -> spec.vendor().orElse(""));
        optional(rows, "THROUGH", CheckListTable::route);
        var text = new StringBuilder(System.lineSeparator());
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                int at = column;
                int width = rows.stream()
                        .mapToInt(other -> other.get(at).length())
                        .max()
                        .orElse(0);
                text.append(row.get(column)).repeat(' ', width - row.get(column).length() + 2);
            }
            text.setLength(text.toString().stripTrailing().length());
            text.append(System.lineSeparator());
        }
        reasons().forEach(reason -> text.append(reason).append(System.lineSeparator()));
        return text.append(counts()).toString();
    }

    /// A column of what only some clients have; absent if none has it.
    private void optional(List<List<String>> rows, String head, Function<ClientSpec, String> value) {
        if (measurements.stream().allMatch(one -> value.apply(one.spec()).isEmpty())) {
            return;
        }
        rows.getFirst().add(head);
        for (int i = 0; i < measurements.size(); i++) {
            String text = value.apply(measurements.get(i).spec());
            rows.get(i + 1).add(text.isEmpty() ? "-" : text);
        }
    }

    /// `{"clients": [{client, version, dialect, variant?, packages?, reasoningField?, vendor?, model, scenario,
    /// through?,
    /// output?, run, verdict, think, accepted?, kept, seconds}, {…, unsupported} or {…, error, seconds}],
    /// "exitCode": n}`
    String json() {
        ObjectNode root = Json.TREES.createObjectNode();
        root.set("clients", clients());
        return root.put("exitCode", exitCode()).toString();
    }

    ArrayNode clients() {
        ArrayNode clients = Json.TREES.createArrayNode();
        measurements.forEach(one -> describe(one, clients.addObject()));
        return clients;
    }

    /// Failed checks take precedence, then losses, then inconclusive checks; unsupported ones count only if
    /// there is nothing else.
    int exitCode() {
        if (!failures().isEmpty()) {
            return ExitCode.FAILED;
        }
        List<Integer> codes =
                judged().stream().map(one -> ExitCode.of(one.verdict())).toList();
        if (codes.contains(ExitCode.NO)) {
            return ExitCode.NO;
        }
        return codes.isEmpty() || codes.contains(ExitCode.UNKNOWN) ? ExitCode.UNKNOWN : ExitCode.YES;
    }

    private String counts() {
        long kept = judged().stream().filter(CheckOutcome.Judged::kept).count();
        return "%d checks: %d PASS, %d FAIL, %d INCONCLUSIVE, %d UNSUPPORTED, %d ERROR; %d already measured."
                .formatted(
                        measurements.size(),
                        count("PASS"),
                        count("FAIL"),
                        count("INCONCLUSIVE"),
                        of(CheckOutcome.Unsupported.class).size(),
                        failures().size(),
                        kept);
    }

    private long count(String verdict) {
        return judged().stream().filter(one -> one.verdict().equals(verdict)).count();
    }

    /// Why there is no verdict, once for all checks of a client with the same reason.
    private List<String> reasons() {
        return measurements.stream()
                .flatMap(one -> switch (one) {
                    case CheckOutcome.Judged judged -> Stream.<String>empty();
                    case CheckOutcome.Unsupported unsupported ->
                        Stream.of(title(one) + " is UNSUPPORTED: it " + unsupported.reason());
                    case CheckOutcome.Failed failed -> Stream.of(title(one) + ": " + failed.reason());
                })
                .distinct()
                .toList();
    }

    private static String title(CheckOutcome one) {
        return one.spec().name() + "@" + one.spec().version();
    }

    private List<CheckOutcome.Judged> judged() {
        return of(CheckOutcome.Judged.class);
    }

    private List<CheckOutcome.Failed> failures() {
        return of(CheckOutcome.Failed.class);
    }

    private <T extends CheckOutcome> List<T> of(Class<T> kind) {
        return measurements.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static List<String> row(CheckOutcome checkOutcome) {
        ClientSpec spec = checkOutcome.spec();
        List<String> row = new ArrayList<>(List.of(
                spec.name(),
                spec.version(),
                spec.dialect(),
                spec.recordedVariant().orElse("-"),
                spec.model()));
        row.addAll(
                switch (checkOutcome) {
                    case CheckOutcome.Judged judged ->
                        List.of(
                                judged.status("THINK", "withinTurn"),
                                judged.status("THINK", "acrossTurns"),
                                judged.verdict(),
                                judged.kept() ? "-" : seconds(judged.took()));
                    case CheckOutcome.Unsupported unsupported -> List.of("-", "-", "UNSUPPORTED", "-");
                    case CheckOutcome.Failed failed -> List.of("-", "-", "ERROR", seconds(failed.took()));
                });
        return row;
    }

    private static String route(ClientSpec spec) {
        return spec.route().map(route -> "proxy, " + route.output()).orElse("");
    }

    private static void describe(CheckOutcome checkOutcome, ObjectNode node) {
        ClientSpec spec = checkOutcome.spec();
        node.put("client", spec.name()).put("version", spec.version()).put("dialect", spec.dialect());
        spec.recordedVariant().ifPresent(variant -> node.put("variant", variant));
        if (!spec.packages().isEmpty()) {
            spec.packages().forEach(node.putArray("packages")::add);
        }
        spec.reasoningField().ifPresent(field -> node.put("reasoningField", field));
        spec.vendor().ifPresent(vendor -> node.put("vendor", vendor));
        node.put("model", spec.model()).put("scenario", spec.scenario());
        spec.route().ifPresent(route -> node.put("through", "proxy").put("output", route.output()));
        switch (checkOutcome) {
            case CheckOutcome.Judged judged -> {
                node.put("run", judged.run()).put("verdict", judged.verdict());
                node.putObject("think")
                        .put("withinTurn", judged.status("THINK", "withinTurn"))
                        .put("acrossTurns", judged.status("THINK", "acrossTurns"));
                spec.vendor().ifPresent(_ -> node.put("accepted", judged.status("ACCEPTED", "status")));
                node.put("kept", judged.kept()).put("seconds", judged.took().toSeconds());
            }
            case CheckOutcome.Unsupported unsupported -> node.put("unsupported", unsupported.reason());
            case CheckOutcome.Failed failed ->
                node.put("error", failed.reason()).put("seconds", failed.took().toSeconds());
        }
    }

    private static String seconds(Duration took) {
        return Long.toString(took.toSeconds());
    }
}
