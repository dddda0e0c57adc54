package dev.throughline.trace.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.CanonicalJson;
import dev.throughline.trace.ContentHash;
import dev.throughline.trace.TraceToken;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the texts of a request say.
final class PlainTexts {
    private static final Pattern TAGGED =
            Pattern.compile("<(think|thinking|thought|reasoning)>(.*?)</\\1>", Pattern.DOTALL);
    private static final int SHINGLE = 6;

    private PlainTexts() {}

    /// The text in which a part may carry a token.
    static String of(Part part) {
        return switch (part) {
            case Part.Reasoning reasoning -> reasoning.text();
            case Part.RedactedReasoning redacted -> redacted.data();
            case Part.Text visible -> visible.text();
            case Part.ToolCall call -> call.arguments();
            case Part.ToolResult result -> result.text();
            case Part.Reference _, Part.Image _ -> "";
            case Part.Other other -> other.value().toString();
        };
    }

    static Set<String> tokens(String text) {
        return TraceToken.textsIn(text);
    }

    /// The reasoning that a client wrapped into a visible text.
    static List<String> wrapped(String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = TAGGED.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(2));
        }
        return found;
    }

    /// The contents that an answer behind a message may have had: the message's own; without wrapped reasoning;
    /// without what it says twice in a row.
    static List<String> contents(Message message) {
        List<Part> bare = new ArrayList<>();
        List<Part> once = new ArrayList<>();
        for (Part part : message.parts()) {
            bare.add(
                    part instanceof Part.Text(String path, String text)
                            ? new Part.Text(path, TAGGED.matcher(text).replaceAll(""))
                            : part);
            if (once.isEmpty() || !isSaidTwice(once.getLast(), part)) {
                once.add(part);
            }
        }
        List<String> contents = new ArrayList<>();
        content(message.parts()).ifPresent(contents::add);
        content(bare).ifPresent(contents::add);
        content(once).ifPresent(contents::add);
        return contents;
    }

    static Optional<String> content(List<Part> parts) {
        return ContentHash.of(new Message("", Role.ASSISTANT, parts));
    }

    /// Whether two inputs of a call have the same value; no input is an empty one.
    static boolean areSameInput(String issued, String found) {
        Optional<JsonNode> some = CanonicalJson.parse(issued);
        return issued.equals(found)
                || some.isPresent() && some.equals(CanonicalJson.parse(found.isBlank() ? "{}" : found));
    }

    /// Whether the keys of two inputs of the same value are in the same order.
    static boolean haveSameKeys(String issued, String found) {
        return keys(issued).equals(keys(found.isBlank() ? "{}" : found));
    }

    private static List<String> keys(String json) {
        List<String> keys = new ArrayList<>();
        CanonicalJson.parse(json).ifPresent(value -> keys(value, keys));
        return keys;
    }

    private static void keys(JsonNode value, List<String> keys) {
        value.properties().forEach(field -> {
            keys.add(field.getKey());
            keys(field.getValue(), keys);
        });
        if (value.isArray()) {
            value.forEach(element -> keys(element, keys));
        }
    }

    private static boolean isSaidTwice(Part some, Part other) {
        return switch (some) {
            case Part.Text text ->
                !text.text().isBlank()
                        && other instanceof Part.Text again
                        && again.text().equals(text.text());
            case Part.ToolCall call ->
                other instanceof Part.ToolCall again && again.id().equals(call.id());
            default -> false;
        };
    }

    /// Whether a user wrote a message: a client's reminders alone are not the user's.
    static boolean isOfUser(Message message) {
        return message.role() == Role.USER
                && !message.isTaggedToolResult()
                && !message.parts().stream().allMatch(PlainTexts::isReminder);
    }

    private static boolean isReminder(Part part) {
        String text = part instanceof Part.Text visible ? visible.text().strip() : "";
        return text.startsWith("<system-reminder>") && text.endsWith("</system-reminder>");
    }

    /// The share of the shorter text's pieces of six characters that the longer one has, without white space.
    static double likeness(String some, String other) {
        String one = some.replaceAll("\\s", "");
        String two = other.replaceAll("\\s", "");
        String shorter = one.length() <= two.length() ? one : two;
        String longer = one.length() <= two.length() ? two : one;
        if (shorter.length() < SHINGLE) {
            return shorter.equals(longer) ? 1 : 0;
        }
        Set<String> pieces = new HashSet<>();
        for (int i = 0; i + SHINGLE <= shorter.length(); i++) {
            pieces.add(shorter.substring(i, i + SHINGLE));
        }
        long shared = pieces.stream().filter(longer::contains).count();
        return (double) shared / pieces.size();
    }
}
