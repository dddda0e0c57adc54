package dev.throughline.matrix.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.JsonLines;
import dev.throughline.text.Json;
import dev.throughline.text.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Measurements as a JSON Lines file: a header that says how they were made, a line per run, a footer.
public final class MeasuredFile {
    private static final String TYPE = "throughline-measurements";
    private static final String HEADER = TYPE + "-header";
    private static final String LINE = "measurement";
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

    /// @param next the run after which more follow
    public static byte[] write(Provenance made, List<MeasuredLine> measured, Optional<String> next) {
        JsonLines file = JsonLines.begin(
                TYPE,
                FORMAT,
                object().put("exported", made.exported().toString())
                        .put("suite", made.suite())
                        .put("throughline", made.throughline())
                        .put("command", made.command()));
        measured.forEach(line -> file.line(LINE, line.tree()));
        ObjectNode footer = object();
        next.ifPresent(run -> footer.put("next", run));
        return file.end(footer);
    }

    /// The rows of a complete file, as measured by the project.
    /// @throws MeasuredFileException with the number of the invalid line
    static List<EvidenceRow> read(byte[] bytes) {
        return new MeasuredFile(bytes).rows();
    }

    /// What the file says is its digest, which `read` checks; of a file without a footer the digest that it has.
    static String identity(byte[] bytes) {
        int at = footerAt(bytes);
        try {
            String stated = Json.RECORDS
                    .readTree(bytes, at, bytes.length - at)
                    .path("sha256")
                    .asText();
            return stated.isEmpty() ? digest(bytes) : stated;
        } catch (IOException e) {
            return digest(bytes);
        }
    }

    static String digest(byte[] bytes) {
        return digest(bytes, bytes.length);
    }

    private List<EvidenceRow> rows() {
        checkHeader();
        List<EvidenceRow> rows = new ArrayList<>();
        Set<String> runs = new HashSet<>();
        for (int number = 2; number < lines.size(); number++) {
            EvidenceRow row = row(number);
            expect(runs.add(row.runId()), number, "a run that no other line has", row.runId());
            rows.add(row);
        }
        checkFooter(rows.size());
        return rows;
    }

    private void checkHeader() {
        expect(lines.size() >= 2, 1, "a header and a footer", lines.size() + " lines");
        JsonNode header = json(1);
        expect(HEADER.equals(type(header)), 1, "type " + HEADER, type(header));
        JsonNode format = header.path("formatVersion");
        expect(format.asInt() == FORMAT, 1, "formatVersion " + FORMAT, format.asText());
    }

    private void checkFooter(int rows) {
        int last = lines.size();
        JsonNode footer = json(last);
        expect("footer".equals(type(footer)), last, "a footer", type(footer));
        JsonNode count = footer.path("lines");
        expect(count.asInt(-1) == rows, last, rows + " as lines", count.asText());
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

    private EvidenceRow row(int number) {
        JsonNode line = json(number);
        expect(LINE.equals(type(line)), number, "type " + LINE, type(line));
        try {
            return MeasuredLine.row(line);
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
    static final class MeasuredFileException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MeasuredFileException(int line, String expected, String found) {
            super("line " + line + ": expected " + expected + ", found " + found);
        }
    }
}
