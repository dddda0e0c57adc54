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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
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

    private final byte[] bytes;
    private final List<String> lines;

    private MeasuredFile(byte[] bytes) {
        this.bytes = bytes;
        this.lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
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
        var files = List.of(new MeasuredFile(earlier), new MeasuredFile(later));
        Map<String, MeasuredLine> runs = new TreeMap<>();
        Map<String, Map<String, Instant>> releases = new TreeMap<>();
        for (MeasuredFile file : files) {
            file.content()
                    .releases()
                    .forEach((product, published) -> releases.computeIfAbsent(product, _ -> new TreeMap<>())
                            .putAll(published));
            file.measured().forEach(line -> runs.put(line.run(), line));
        }
        JsonNode header = files.getLast().json(1);
        String commands = files.stream()
                .map(file -> file.json(1).path(COMMAND).asText())
                .distinct()
                .collect(Collectors.joining("; "));
        var made = new Provenance(
                Instant.parse(header.path("exported").asText()),
                header.path("suite").asText(),
                header.path("throughline").asText(),
                commands);
        return write(made, List.copyOf(runs.values()), releases, Optional.empty());
    }

    /// The lines of runs as they are.
    private List<MeasuredLine> measured() {
        return IntStream.range(2, lines.size())
                .mapToObj(this::json)
                .filter(line -> LINE.equals(type(line)))
                .map(line -> {
                    ObjectNode tree = object();
                    line.properties().forEach(field -> tree.set(field.getKey(), field.getValue()));
                    tree.remove("type");
                    return new MeasuredLine(line.path("runId").asText(), tree);
                })
                .toList();
    }

    /// The content of a complete file.
    /// @throws MeasuredFileException with the number of the invalid line
    static Content read(byte[] bytes) {
        return new MeasuredFile(bytes).content();
    }

    private Content content() {
        checkHeader();
        List<Vote> votes = new ArrayList<>();
        Set<String> runs = new HashSet<>();
        Map<Map<Capability, CapabilityVerdict>, Map<Capability, CapabilityVerdict>> said = new HashMap<>();
        Map<String, Map<String, Instant>> releases = new TreeMap<>();
        for (int number = 2; number < lines.size(); number++) {
            JsonNode line = json(number);
            if (RELEASES.equals(type(line))) {
                releases.put(line.path(PRODUCT).asText(), published(number, line.path(PUBLISHED)));
            } else {
                Vote vote = vote(number, line).saying(verdicts -> said.computeIfAbsent(verdicts, Function.identity()));
                expect(runs.add(vote.run()), number, "a run that no other line has", vote.run());
                votes.add(vote);
            }
        }
        checkFooter(votes.size() + releases.size());
        return new Content(votes, releases);
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

    private void checkHeader() {
        expect(lines.size() >= 2, 1, "a header and a footer", lines.size() + " lines");
        JsonNode header = json(1);
        expect(HEADER.equals(type(header)), 1, "type " + HEADER, type(header));
        JsonNode format = header.path("formatVersion");
        expect(format.asInt() == FORMAT, 1, "formatVersion " + FORMAT, format.asText());
    }

    private void checkFooter(int content) {
        int last = lines.size();
        JsonNode footer = json(last);
        expect("footer".equals(type(footer)), last, "a footer", type(footer));
        JsonNode count = footer.path("lines");
        expect(count.asInt(-1) == content, last, content + " as lines", count.asText());
        String digest = digest(bytes, footerAt(bytes));
        String stated = footer.path("sha256").asText();
        expect(digest.equals(stated), last, digest + " as sha256", stated);
    }

    private static int footerAt(byte[] bytes) {
        int at = Math.max(0, bytes.length - 1);
        while (at > 0 && bytes[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    private static Vote vote(int number, JsonNode line) {
        expect(LINE.equals(type(line)), number, "type " + LINE, type(line));
        try {
            return MeasuredLine.vote(line);
        } catch (IllegalArgumentException e) {
            throw new MeasuredFileException(number, "a measurement", String.valueOf(e.getMessage()));
        }
    }

    private JsonNode json(int number) {
        try {
            return Json.RECORDS.readTree(lines.get(number - 1));
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

    private static String digest(byte[] bytes, int length) {
        return Sha256.hex(Arrays.copyOf(bytes, length));
    }

    /// A file of measurements is damaged; the message names the line.
    static final class MeasuredFileException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        MeasuredFileException(int line, String expected, String found) {
            super("line " + line + ": expected " + expected + ", found " + found);
        }
    }
}
