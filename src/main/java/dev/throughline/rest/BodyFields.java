package dev.throughline.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Validates single fields of a request body. Absent is empty; an invalid field fails the request with its
/// pointer.
public final class BodyFields {
    private BodyFields() {}

    /// A display text: no control characters, so that it is safe to show on a terminal.
    public static Optional<String> text(String pointer, @Nullable String text, int maxLength) {
        if (text == null) {
            return Optional.empty();
        }
        if (text.length() > maxLength) {
            throw Problem.inField(
                            pointer, "at most " + maxLength + " characters were expected, found " + text.length() + ".")
                    .exception();
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw Problem.inField(pointer, "text without control characters was expected.")
                    .exception();
        }
        return Optional.of(text);
    }

    /// A required text.
    public static String required(String pointer, @Nullable String text, int maxLength) {
        return text(pointer, text, maxLength)
                .filter(found -> !found.isBlank())
                .orElseThrow(() -> Problem.inField(pointer, "a text was expected, found nothing.")
                        .exception());
    }

    public static <E extends Enum<E>> Optional<E> setting(String pointer, Class<E> type, @Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        List<String> allowed = SettingName.all(type);
        return Optional.of(SettingName.find(type, text)
                .orElseThrow(() -> Problem.inField(
                                pointer,
                                "one of " + String.join(", ", allowed) + " was expected, found " + shown(text) + ".")
                        .allowing(allowed)
                        .exception()));
    }

    public static Optional<Integer> within(String pointer, @Nullable Integer number, int least, int most) {
        if (number == null) {
            return Optional.empty();
        }
        if (number < least || number > most) {
            throw Problem.inField(
                            pointer, "a number from " + least + " to " + most + " was expected, found " + number + ".")
                    .exception();
        }
        return Optional.of(number);
    }

    /// An ISO-8601 duration or a whole number of milliseconds.
    public static Optional<Duration> duration(String pointer, @Nullable JsonNode node, Duration least, Duration most) {
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        Duration duration = parse(node)
                .orElseThrow(() -> Problem.inField(
                                pointer,
                                "an ISO-8601 duration such as PT0.02S or a whole number of milliseconds was expected.")
                        .exception());
        if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            throw Problem.inField(
                            pointer, "a time from " + least + " to " + most + " was expected, found " + duration + ".")
                    .exception();
        }
        return Optional.of(duration);
    }

    private static Optional<Duration> parse(JsonNode node) {
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return Optional.of(Duration.ofMillis(node.longValue()));
        }
        if (!node.isTextual()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Duration.parse(node.textValue()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /// A client's value, made safe for a message.
    public static String shown(String text) {
        String cut = text.length() > 40 ? text.substring(0, 40) + "…" : text;
        return '"' + cut.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
