package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.TextTable;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ServiceClient;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Prints the compatibility matrix.
@Command(
        name = "matrix",
        mixinStandardHelpOptions = true,
        subcommands = {ExportEvidenceCommand.class, MatrixSiteCommand.class},
        description = {
            "Prints the compatibility matrix: which version of which client preserves reasoning.",
            "Without a client, a version or a time: the newest version of each, without gateways. As text, a",
            "status of low confidence has a question mark, and a capability that was not exercised a hyphen.",
            "Exit codes: 0 printed, 64 usage, 70 internal failure."
        },
        footer = {
            "",
            "Examples:",
            "  throughline matrix",
            "  throughline matrix --client opencode --dialect openai-chat --capability THINK --details",
            "  throughline matrix --all-versions --format csv"
        })
public final class MatrixCommand extends ServiceCommand {
    private static final List<String> FORMATS = List.of("text", "json", "jsonl", "csv", "html");
    private static final String PATH = "/api/v1/matrix";
    private static final int MOST_OF_A_PAGE = 500;
    private static final int MOST_OF_A_FILE = 5_000;

    @Mixin
    private MatrixFilters filters = new MatrixFilters();

    @Option(
            names = "--format",
            paramLabel = "F",
            defaultValue = "text",
            description = "text, json, jsonl, csv or html (default: ${DEFAULT-VALUE}).")
    private String format = "";

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    @Option(
            names = "--details",
            description =
                    "As text: a line per cell, with both scopes, confidence, runs and date, where otherwise a line"
                            + " has a column per capability.")
    private boolean details;

    @Mixin
    private ColorOption color = new ColorOption();

    @Override
    public Integer call() {
        String chosen = json ? "json" : format.toLowerCase(Locale.ROOT);
        if (!FORMATS.contains(chosen)) {
            throw wrong("Unknown format " + format + "; known: " + String.join(", ", FORMATS) + ".");
        }
        return service.query(running -> print(running, chosen));
    }

    private int print(ServiceClient running, String chosen) {
        PrintWriter out = spec.commandLine().getOut();
        switch (chosen) {
            case "text" -> out.println(color.paint(text(running)).stripTrailing());
            case "json" -> out.println(document(running).toPrettyString());
            case "csv" ->
                pages(
                        running,
                        chosen,
                        MOST_OF_A_FILE,
                        (page, isFirst) -> out.print(isFirst ? page.body() : rows(page.body())));
            case "html" -> printHtml(running);
            default -> pages(running, chosen, MOST_OF_A_FILE, (page, _) -> out.print(page.body()));
        }
        out.flush();
        return ExitCode.YES;
    }

    /// As JSON lines, of which a page has more cells.
    private String text(ServiceClient running) {
        List<JsonNode> cells = new ArrayList<>();
        pages(
                running,
                "jsonl",
                MOST_OF_A_FILE,
                (page, _) -> page.jsonLines()
                        .filter(line -> line.path("type").asText().equals("cell"))
                        .forEach(cells::add));
        if (cells.isEmpty()) {
            return "No cell of the matrix matches.";
        }
        MatrixText text = details ? new CellsText() : new CombinationsText();
        cells.forEach(text::add);
        return text.text();
    }

    /// All pages as one.
    private ObjectNode document(ServiceClient running) {
        List<ObjectNode> pages = new ArrayList<>();
        pages(running, "json", MOST_OF_A_PAGE, (page, _) -> pages.add((ObjectNode) page.json()));
        ObjectNode document = pages.getFirst();
        ArrayNode cells = document.withArray("cells");
        pages.stream().skip(1).forEach(page -> cells.addAll(page.withArray("cells")));
        if (!filters.isOnePage()) {
            document.remove("next");
        }
        return document;
    }

    private static String rows(String page) {
        return page.substring(page.indexOf('\n') + 1);
    }

    /// There is no document of two pages.
    private void printHtml(ServiceClient running) {
        ServiceClient.Response page = page(running, "html", MOST_OF_A_FILE, Optional.empty());
        spec.commandLine().getOut().print(page.body());
        if (page.next().isPresent() && !filters.isOnePage()) {
            spec.commandLine()
                    .getErr()
                    .println("throughline: only the first " + MOST_OF_A_FILE
                            + " cells are shown; give more filters, or use csv or jsonl");
        }
    }

    /// Requests page after page, or the one that was asked for.
    /// @param each takes a page, and whether it is the first
    private void pages(
            ServiceClient running, String chosen, int most, BiConsumer<ServiceClient.Response, Boolean> each) {
        Optional<String> cursor = Optional.empty();
        do {
            ServiceClient.Response page = page(running, chosen, most, cursor);
            each.accept(page, cursor.isEmpty());
            cursor = page.next();
        } while (cursor.isPresent() && !filters.isOnePage());
    }

    private ServiceClient.Response page(ServiceClient running, String chosen, int most, Optional<String> cursor) {
        return service.known(
                running.get(PATH + filters.query(most).add("format", chosen).add("cursor", cursor)));
    }

    /// Formats cells of the matrix as text: a line per combination of axes, a column per capability with its status.
    /// A status of low confidence has a question mark; a capability that was not exercised a hyphen.
    static final class CombinationsText implements MatrixText {
        private static final List<String> COLUMNS = Stream.concat(
                        CellAxes.COLUMNS.stream(),
                        Arrays.stream(Capability.values()).map(Enum::name))
                .toList();

        private final Map<List<String>, Map<Capability, String>> combinations = new LinkedHashMap<>();

        @Override
        public void add(JsonNode cell) {
            Capability capability = Capability.valueOf(cell.path("capability").asText());
            combinations
                    .computeIfAbsent(CellAxes.of(cell), _ -> new EnumMap<>(Capability.class))
                    .merge(capability, status(cell), CombinationsText::both);
        }

        private static String status(JsonNode cell) {
            String status = cell.path("status").asText();
            if (status.equals(Status.NOT_EXERCISED.name())) {
                return "-";
            }
            return cell.path("confidence").asText().equals("LOW") ? status + "?" : status;
        }

        /// Cells of two suites or templates, or of live traffic, share their line.
        private static String both(String one, String other) {
            return Stream.concat(Arrays.stream(one.split("/")), Stream.of(other))
                    .distinct()
                    .collect(Collectors.joining("/"));
        }

        @Override
        public String text() {
            var table = new TextTable(COLUMNS);
            combinations.forEach((axes, statuses) -> table.add(Stream.concat(
                            axes.stream(),
                            Arrays.stream(Capability.values()).map(capability -> statuses.getOrDefault(capability, "")))
                    .toList()));
            return table.text();
        }
    }

    /// Formats cells of the matrix as text, in the order in which they come.
    private interface MatrixText {
        /// Adds a cell as the API has it.
        void add(JsonNode cell);

        String text();
    }

    /// Formats cells of the matrix as text with all that is known of them: a line for each.
    private static final class CellsText implements MatrixText {
        private static final List<String> COLUMNS = Stream.concat(
                        CellAxes.COLUMNS.stream(),
                        Stream.of(
                                "capability",
                                "status",
                                "within turn",
                                "across turns",
                                "flags",
                                "confidence",
                                "runs",
                                "measured"))
                .toList();

        private final TextTable table = new TextTable(COLUMNS);

        @Override
        public void add(JsonNode cell) {
            table.add(Stream.concat(
                            CellAxes.of(cell).stream(),
                            Stream.of(
                                    cell.path("capability").asText(),
                                    cell.path("status").asText(),
                                    cell.path("withinTurn").asText(),
                                    cell.path("acrossTurns").asText(),
                                    flags(cell),
                                    cell.path("confidence").asText(),
                                    counts(cell.path("counts")),
                                    cell.path("lastMeasured").asText()))
                    .toList());
        }

        @Override
        public String text() {
            return table.text();
        }

        private static String flags(JsonNode cell) {
            return cell.path("flags").valueStream().map(JsonNode::asText).collect(Collectors.joining(" "));
        }

        private static String counts(JsonNode counts) {
            return new TreeMap<>(counts.properties().stream()
                            .collect(Collectors.toMap(
                                    Map.Entry::getKey, count -> count.getValue().asInt())))
                    .entrySet().stream()
                            .map(count -> count.getKey() + " " + count.getValue())
                            .collect(Collectors.joining(", "));
        }
    }
}
