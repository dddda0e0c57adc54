package dev.throughline.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A dialogue with a program that runs for several turns: JSON lines to its standard input, JSON lines back.
///
/// Lines that are not JSON objects only go to the log, like all of its output. A line with the sent `id`
/// and an `error` ends the dialogue (JSON-RPC 2.0, 5). Waiting for output is limited by the given time.
public final class StdioDialogue implements AutoCloseable {
    private static final int SHOWN_LINES = 15;

    private final String label;
    private final ProcessRunner.Open program;
    private final Path log;
    private final BufferedWriter input;
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

    /// @param label the client, for messages
    /// @param log the file for its output
    public StdioDialogue(String label, ProcessRunner.Open program, Path log) {
        this.label = label;
        this.program = program;
        this.log = log;
        this.input = program.process().outputWriter(StandardCharsets.UTF_8);
        Thread.ofVirtual().name("dialogue").start(this::listen);
    }

    /// Sends a line and waits for an expected line.
    /// @param until the texts of the expected line, by JSON pointer
    /// @return that line
    public JsonNode say(JsonNode line, Map<String, String> until, Duration limit) {
        lines.removeIf(Optional::isPresent);
        try {
            input.write(line.toString());
            input.newLine();
            input.flush();
        } catch (IOException e) {
            throw failure("ended before it was sent " + shortened(line));
        }
        return await(line, until, System.nanoTime() + limit.toNanos(), limit);
    }

    @Override
    public void close() {
        program.close();
    }

    private JsonNode await(JsonNode said, Map<String, String> until, long deadline, Duration limit) {
        while (true) {
            JsonNode heard = object(next(until, deadline, limit));
            if (heard.has("error") && heard.hasNonNull("id") && heard.get("id").equals(said.get("id"))) {
                throw failure("answered " + shortened(said) + " with " + shortened(heard.get("error")));
            }
            if (until.entrySet().stream()
                    .allMatch(wanted -> heard.at(wanted.getKey()).asText().equals(wanted.getValue()))) {
                return heard;
            }
        }
    }

    private String next(Map<String, String> until, long deadline, Duration limit) {
        try {
            Optional<String> line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw failure("did not print " + until + " within " + limit.toSeconds() + " s");
            }
            return line.orElseThrow(() -> failure("ended before it printed " + until));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while " + label + " was running");
        }
    }

    private HarnessException failure(String what) {
        return new HarnessException(label + " " + what + "; its last output:\n"
                + ProcessRunner.lastLines(ProcessRunner.tail(log), SHOWN_LINES));
    }

    private void listen() {
        try (BufferedReader reader = program.process().inputReader(StandardCharsets.UTF_8);
                BufferedWriter writer = Files.newBufferedWriter(log)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                writer.write(line);
                writer.newLine();
                writer.flush();
                lines.add(Optional.of(line));
            }
        } catch (IOException e) {
            // Its output was closed: it has ended.
        } finally {
            lines.add(Optional.empty());
        }
    }

    private static JsonNode object(String line) {
        try {
            JsonNode node = line.startsWith("{") ? Json.TREES.readTree(line) : Json.TREES.missingNode();
            return node == null ? Json.TREES.missingNode() : node;
        } catch (JsonProcessingException e) {
            return Json.TREES.missingNode();
        }
    }

    private static String shortened(JsonNode line) {
        String text = line.toString();
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }
}
