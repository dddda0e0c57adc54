package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.Origin;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Finds the field that makes two prompts diverge at a character: first by that character's origin, then by
/// the difference between the two conversations.
final class DivergenceFinder {
    private static final String MESSAGES = "/messages/";
    private static final List<String> REASONING = List.of("reasoning_content", "reasoning", "thinking");
    private static final Set<String> NO_OPTIONS = Set.of("messages", "tools", "documents", "add_generation_prompt");

    private final PromptTurn before;
    private final PromptTurn after;
    private final JsonNode earlier;
    private final JsonNode later;
    private final int at;
    private final int written;
    private int spansRead;

    /// The result.
    record Finding(PrefixCause cause, String pointer, boolean templateClearsAnyway) {
        static Finding of(PrefixCause cause, String pointer) {
            return new Finding(cause, pointer, false);
        }
    }

    /// How many spans of the prompts were looked at to find what only one of them shows.
    int spansRead() {
        return spansRead;
    }

    /// @param before the earlier request with its answer
    /// @param at the first character that differs
    /// @param written where the text begins that the model wrote, if its answer is known as text only; else the end
    DivergenceFinder(PromptTurn before, PromptTurn after, int at, int written) {
        this.before = before;
        this.after = after;
        this.earlier = before.context().path("messages");
        this.later = after.context().path("messages");
        this.at = at;
        this.written = written;
    }

    Finding find() {
        if (!before.template().source().equals(after.template().source())) {
            return Finding.of(PrefixCause.TEMPLATE_CHANGED, "");
        }
        int message = messageAt();
        if (message < 0) {
            Optional<Finding> outside = toolsChanged().or(this::optionChanged);
            if (outside.isPresent()) {
                return outside.get();
            }
        } else if (isChanged(message)) {
            return changed(message);
        } else if (isWritten() && message == earlier.size()) {
            return writtenAnswerChanged(message);
        }
        return firstChange()
                .map(this::changed)
                .or(this::toolsChanged)
                .or(this::optionChanged)
                .orElseGet(() -> rewritten(message));
    }

    private int messageAt() {
        int found = before.prompt().originAt(at).message();
        return found >= 0 ? found : after.prompt().originAt(at).message();
    }

    private boolean isChanged(int message) {
        return message < earlier.size() && !earlier.path(message).equals(later.path(message));
    }

    private Optional<Integer> firstChange() {
        for (int index = 0; index < earlier.size(); index++) {
            if (isChanged(index)) {
                return Optional.of(index);
            }
        }
        return Optional.empty();
    }

    private Optional<Finding> toolsChanged() {
        JsonNode tools = before.context().path("tools");
        JsonNode others = after.context().path("tools");
        if (tools.equals(others)) {
            return Optional.empty();
        }
        int index = 0;
        while (index < tools.size() && tools.path(index).equals(others.path(index))) {
            index++;
        }
        return Optional.of(Finding.of(PrefixCause.TOOLS_CHANGED, "/tools/" + index));
    }

    private Optional<Finding> optionChanged() {
        Set<String> names = new TreeSet<>();
        before.context().fieldNames().forEachRemaining(names::add);
        after.context().fieldNames().forEachRemaining(names::add);
        return names.stream()
                .filter(name -> !NO_OPTIONS.contains(name))
                .filter(name -> !Objects.equals(
                        before.context().get(name), after.context().get(name)))
                .findFirst()
                .map(name -> Finding.of(PrefixCause.OPTIONS_CHANGED, "/" + escaped(name)));
    }

    private Finding changed(int index) {
        JsonNode was = earlier.path(index);
        JsonNode is = later.path(index);
        String role = was.path("role").asText();
        String place = MESSAGES + index;
        if (later.size() < earlier.size() || !role.equals(is.path("role").asText())) {
            return Finding.of(PrefixCause.HISTORY_REPLACED, place);
        }
        if (role.equals("system") || role.equals("developer")) {
            return Finding.of(PrefixCause.SYSTEM_CHANGED, place + "/content");
        }
        return role.equals("assistant")
                ? answerChanged(index, was, is, place)
                : Finding.of(PrefixCause.MESSAGE_CHANGED, place + differingField(was, is));
    }

    private Finding answerChanged(int index, JsonNode was, JsonNode is, String place) {
        Optional<String> field =
                REASONING.stream().filter(name -> !isEmpty(was.path(name))).findFirst();
        if (field.isPresent() && !was.path(field.get()).equals(is.path(field.get()))) {
            String pointer = place + "/" + field.get();
            return REASONING.stream().allMatch(name -> isEmpty(is.path(name)))
                    ? new Finding(PrefixCause.REASONING_DROPPED, pointer, clearsAnyway(index))
                    : Finding.of(PrefixCause.REASONING_CHANGED, pointer);
        }
        if (!was.path("content").equals(is.path("content"))) {
            return Finding.of(PrefixCause.CONTENT_CHANGED, place + "/content");
        }
        return callChanged(was.path("tool_calls"), is.path("tool_calls"), place)
                .orElseGet(() -> Finding.of(PrefixCause.MESSAGE_CHANGED, place + differingField(was, is)));
    }

    /// The prompts diverge inside an answer that is known as text only. What the model wrote before the
    /// returned content was its reasoning.
    private Finding writtenAnswerChanged(int index) {
        JsonNode is = later.path(index);
        String place = MESSAGES + index;
        Optional<String> field =
                REASONING.stream().filter(name -> !isEmpty(is.path(name))).findFirst();
        if (field.isPresent()) {
            String pointer = place + "/" + field.get();
            ShownFields shown = new ShownFields(after.prompt());
            boolean isShown = REASONING.stream().anyMatch(name -> shown.contains(place + "/" + name));
            return Finding.of(isShown ? PrefixCause.MESSAGE_CHANGED : PrefixCause.REASONING_CLEARED, pointer);
        }
        return thoughtBefore(is.path("content").asText())
                ? Finding.of(PrefixCause.REASONING_DROPPED, place + "/reasoning_content")
                : at < written
                        ? Finding.of(PrefixCause.TEMPLATE_REWRITES, place)
                        : Finding.of(PrefixCause.MESSAGE_CHANGED, place);
    }

    /// Whether the model wrote more than markers before the content.
    private boolean thoughtBefore(String content) {
        int from = Math.max(at, written);
        int end = before.prompt().text().indexOf(content, from);
        return !content.isEmpty()
                && end > from
                && !before.prompt()
                        .text()
                        .substring(from, end)
                        .replaceAll("<[^<>]*>", "")
                        .isBlank();
    }

    private boolean isWritten() {
        return written < before.prompt().text().length();
    }

    private static Optional<Finding> callChanged(JsonNode was, JsonNode is, String place) {
        for (int index = 0; index < was.size() && was.size() == is.size(); index++) {
            JsonNode arguments = was.path(index).path("function").path("arguments");
            if (!arguments.equals(is.path(index).path("function").path("arguments"))) {
                return Optional.of(Finding.of(
                        PrefixCause.ARGUMENTS_CHANGED, place + "/tool_calls/" + index + "/function/arguments"));
            }
        }
        return Optional.empty();
    }

    private static String differingField(JsonNode was, JsonNode is) {
        Set<String> names = new TreeSet<>();
        was.fieldNames().forEachRemaining(names::add);
        is.fieldNames().forEachRemaining(names::add);
        return names.stream()
                .filter(name -> !was.path(name).equals(is.path(name)))
                .findFirst()
                .map(name -> "/" + escaped(name))
                .orElse("");
    }

    private boolean clearsAnyway(int index) {
        ObjectNode repaired = after.context().deepCopy();
        if (repaired.path("messages") instanceof ArrayNode messages
                && messages.get(index) instanceof ObjectNode message) {
            // Servers hand reasoning on under several names; the template may read any of them.
            REASONING.stream()
                    .filter(name -> !isEmpty(earlier.path(index).path(name)))
                    .forEach(name -> message.set(name, earlier.path(index).path(name)));
        }
        return after.render(repaired).text().equals(after.prompt().text());
    }

    /// The conversations agree, so the template wrote an earlier message in another way.
    private Finding rewritten(int message) {
        ShownFields shown = new ShownFields(before.prompt());
        ShownFields stillShown = new ShownFields(after.prompt());
        spansRead = shown.spansRead() + stillShown.spansRead();
        for (int index = Math.max(message, 0); index < earlier.size(); index++) {
            for (String field : REASONING) {
                String pointer = MESSAGES + index + "/" + field;
                if (shown.contains(pointer) && !stillShown.contains(pointer)) {
                    return Finding.of(PrefixCause.REASONING_CLEARED, pointer);
                }
            }
        }
        return Finding.of(PrefixCause.TEMPLATE_REWRITES, message < 0 ? "" : MESSAGES + message);
    }

    private static boolean isEmpty(JsonNode node) {
        return node.isMissingNode()
                || node.isNull()
                || node.isTextual() && node.textValue().isEmpty();
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /// The fields of a conversation that a prompt shows, read from its spans once.
    static final class ShownFields {
        private final Set<String> pointers = new HashSet<>();
        private int spansRead;

        ShownFields(Rendering prompt) {
            for (PromptSpan span : prompt.spans()) {
                spansRead++;
                if (span.origin() instanceof Origin.Content content) {
                    pointers.add(content.pointer().toString());
                }
            }
        }

        /// @param pointer JSON pointer to a value of the context
        boolean contains(String pointer) {
            return pointers.contains(pointer);
        }

        /// How many spans were looked at.
        int spansRead() {
            return spansRead;
        }
    }
}
