package dev.throughline.matrix;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/// Progress of a rescoring: first all evidence by combination, then sealed runs without evidence, then
/// cells without evidence.
public sealed interface RescoreCursor {
    /// The start.
    RescoreCursor START = new Measured("", Instant.EPOCH, "");

    /// After this row of evidence, in the order of combination, newest first, run.
    record Measured(String key, Instant sealed, String run) implements RescoreCursor {}

    /// After this run, among those without evidence.
    record Unmeasured(String run) implements RescoreCursor {}

    /// After this combination, among those without evidence.
    record Unfounded(String key) implements RescoreCursor {}

    /// The position as a text that can be used in a URL.
    default String text() {
        String plain = switch (this) {
            case Measured(String key, Instant sealed, String run) -> "measured\n" + key + "\n" + sealed + "\n" + run;
            case Unmeasured(String run) -> "unmeasured\n" + run;
            case Unfounded(String key) -> "unfounded\n" + key;
        };
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    /// Parses a position written by `text`; empty if the text is not one.
    static Optional<RescoreCursor> parse(String text) {
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            return plain.indexOf('\u0000') < 0 ? parse(plain.split("\n", -1)) : Optional.empty();
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<RescoreCursor> parse(String[] parts) {
        return switch (parts[0] + " " + parts.length) {
            case "measured 4" -> Optional.of(new Measured(parts[1], Instant.parse(parts[2]), parts[3]));
            case "unmeasured 2" -> Optional.of(new Unmeasured(parts[1]));
            case "unfounded 2" -> Optional.of(new Unfounded(parts[1]));
            default -> Optional.empty();
        };
    }
}
