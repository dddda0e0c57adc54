package dev.throughline.matrix.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.JsonLines;
import dev.throughline.matrix.Vote;
import dev.throughline.text.Json;
import dev.throughline.text.Sha256;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Measurements as a JSON Lines file: a header that says how they were made, a line per run, a line per product with
/// the times at which its registry published its releases, a footer.
public final class MeasuredFile {
    private static final String TYPE = "throughline-measurements";
    private static final String HEADER = TYPE + "-header";
    private static final String LINE = "measurement";
    private static final String RELEASES = "releases";
    private static final String PRODUCT = "product";
    private static final String PUBLISHED = "published";
    private static final String COMMAND = "command";
    private static final int FORMAT = 1;

    private final BufferedReader text;
    private final MessageDigest digest = Sha256.digest();

    private MeasuredFile(BufferedReader text) {
        this.text = text;
    }

    /// The origin of a file's measurements.
    /// @param exported when the file was written
    /// @param suite version of the rules that judged them
    /// @param throughline version of the program that wrote the file
    /// @param command the command that produced them
    public record Provenance(Instant exported, String suite, String throughline, String command) {}

    /// The content of a file.
    /// @param votes of its runs, as measured by the project
    /// @param releases when its registry published each release of a product, by product
    record Content(List<Vote> votes, Map<String, Map<String, Instant>> releases) {}

    /// @param releases when its registry published each release of a product, by product
    /// @param next the run after which more follow
    public static byte[] write(
            Provenance made,
            List<MeasuredLine> measured,
            Map<String, Map<String, Instant>> releases,
            Optional<String> next) {
        JsonLines file = JsonLines.begin(
                TYPE,
                FORMAT,
                object().put("exported", made.exported().toString())
                        .put("suite", made.suite())
                        .put("throughline", made.throughline())
                        .put(COMMAND, made.command()));
        measured.forEach(line -> file.line(LINE, line.tree()));
        new TreeMap<>(releases).forEach((product, published) -> {
            ObjectNode line = object().put(PRODUCT, product);
            new TreeMap<>(published)
                    .forEach((version, moment) ->
                            line.withObject("/" + PUBLISHED).put(version, moment.toString()));
            file.line(RELEASES, line);
        });
        ObjectNode footer = object();
        next.ifPresent(run -> footer.put("next", run));
        return file.end(footer);
    }

    /// One file with the runs and releases of two; where both have the same, that of the later one. Its header is that
    /// of the later one, with the commands of both.
    /// @throws IllegalArgumentException naming the invalid line of a file
    public static byte[] merge(byte[] earlier, byte[] later) {
        Map<String, MeasuredLine> runs = new TreeMap<>();
        Map<String, Map<String, Instant>> releases = new TreeMap<>();
        List<JsonNode> headers = new ArrayList<>();
        for (byte[] file : List.of(earlier, later)) {
            read(new ByteArrayInputStream(file))
                    .releases()
                    .forEach((product, published) -> releases.computeIfAbsent(product, _ -> new TreeMap<>())
                            .putAll(published));
            List<String> lines =
                    new String(file, StandardCharsets.UTF_8).lines().toList();
            headers.add(json(1, lines.getFirst()));
            measured(lines).forEach(line -> runs.put(line.run(), line));
        }
        String commands = headers.stream()
                .map(header -> header.path(COMMAND).asText())
                .distinct()
                .collect(Collectors.joining("; "));
        JsonNode header = headers.getLast();
        var made = new Provenance(
                Instant.parse(header.path("exported").asText()),
                header.path("suite").asText(),
                header.path("throughline").asText(),
                commands);
        return write(made, List.copyOf(runs.values()), releases, Optional.empty());
    }

    /// The lines of runs as they are.
    private static List<MeasuredLine> measured(List<String> lines) {
        return IntStream.range(2, lines.size())
                .mapToObj(number -> json(number, lines.get(number - 1)))
                .filter(line -> LINE.equals(type(line)))
                .map(line -> new MeasuredLine(line.path("runId").asText(), ((ObjectNode) line).without("type")))
                .toList();
    }

    /// The content of a complete file, of which no more than a line is held at a time.
    /// @throws MeasuredFileException with the number of the invalid line
    static Content read(InputStream file) {
        try (var text = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return new MeasuredFile(text).content();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Content content() throws IOException {
        String line = header();
        List<Vote> votes = new ArrayList<>();
        Set<String> runs = new HashSet<>();
        Map<Map<Capability, CapabilityVerdict>, Map<Capability, CapabilityVerdict>> said = new HashMap<>();
        Map<String, Map<String, Instant>> releases = new TreeMap<>();
        int number = 2;
        for (String next = text.readLine(); next != null; next = text.readLine()) {
            JsonNode tree = json(number, line);
            if (RELEASES.equals(type(tree))) {
                releases.put(tree.path(PRODUCT).asText(), published(number, tree.path(PUBLISHED)));
            } else {
                Vote vote = vote(number, tree).saying(verdicts -> said.computeIfAbsent(verdicts, Function.identity()));
                expect(runs.add(vote.run()), number, "a run that no other line has", vote.run());
                votes.add(vote);
            }
            digest(line);
            line = next;
            number++;
        }
        checkFooter(number, json(number, line), votes.size() + releases.size());
        return new Content(votes, releases);
    }

    /// Reads the header, and the line after it.
    private String header() throws IOException {
        String first = text.readLine();
        String second = text.readLine();
        if (first == null || second == null) {
            throw new MeasuredFileException(1, "a header and a footer", (first == null ? 0 : 1) + " lines");
        }
        JsonNode header = json(1, first);
        expect(HEADER.equals(type(header)), 1, "type " + HEADER, type(header));
        JsonNode format = header.path("formatVersion");
        expect(format.asInt() == FORMAT, 1, "formatVersion " + FORMAT, format.asText());
        digest(first);
        return second;
    }

    private void digest(String line) {
        digest.update(line.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
    }

    private void checkFooter(int number, JsonNode footer, int content) {
        expect("footer".equals(type(footer)), number, "a footer", type(footer));
        JsonNode count = footer.path("lines");
        expect(count.asInt(-1) == content, number, content + " as lines", count.asText());
        String expected = HexFormat.of().formatHex(digest.digest());
        String stated = footer.path("sha256").asText();
        expect(expected.equals(stated), number, expected + " as sha256", stated);
    }

    private static Map<String, Instant> published(int number, JsonNode moments) {
        Map<String, Instant> published = new TreeMap<>();
        moments.properties().forEach(entry -> {
            String moment = entry.getValue().asText();
            try {
                published.put(entry.getKey(), Instant.parse(moment));
            } catch (DateTimeParseException e) {
                throw new MeasuredFileException(number, "a time such as 2026-11-21T04:00:00Z", moment);
            }
        });
        return published;
    }

    private static Vote vote(int number, JsonNode line) {
        expect(LINE.equals(type(line)), number, "type " + LINE, type(line));
        try {
            return MeasuredLine.vote(line);
        } catch (IllegalArgumentException e) {
            throw new MeasuredFileException(number, "a measurement", String.valueOf(e.getMessage()));
        }
    }

    private static JsonNode json(int number, String line) {
        try {
            return Json.RECORDS.readTree(line);
        } catch (IOException e) {
            throw new MeasuredFileException(number, "a JSON object", "another value");
        }
    }

    private static String type(JsonNode line) {
        return line.path("type").asText();
    }

    private static void expect(boolean holds, int line, String expected, String found) {
        if (!holds) {
            throw new MeasuredFileException(line, expected, found);
        }
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /// A file of measurements is damaged; the message names the line.
    static final class MeasuredFileException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        MeasuredFileException(int line, String expected, String found) {
            super("line " + line + ": expected " + expected + ", found " + found);
        }
    }
}
