package dev.throughline.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Role;
import dev.throughline.trace.GeneratedEntry.Answer;
import dev.throughline.trace.GeneratedEntry.Call;
import dev.throughline.trace.GeneratedEntry.Document;
import dev.throughline.trace.GeneratedEntry.Form;
import dev.throughline.trace.GeneratedEntry.Result;
import dev.throughline.trace.GeneratedEntry.Said;
import java.util.List;
import java.util.Locale;

/// Writes a client's history into the body of a request, as the clients of its dialect do.
///
/// Where a client marks what its provider may cache, the markers are on the last messages: a message gets one, and
/// loses it two messages later. A marked text is a list, and a text without a marker a string. Where a dialect has
/// no such markers, the last messages have what else has no meaning: lists instead of texts, ids and states of
/// items.
final class GeneratedBody {
    /// Messages at the end of a request that clients mark.
    private static final int MARKED = 2;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Dialect dialect;
    private final Style style;
    private final ObjectNode body = JSON.objectNode();
    private final ArrayNode history;
    private boolean isMarked;

    /// @param marks whether the last messages are marked
    /// @param marksAnswers whether answers among them are
    /// @param joins whether results and what the user says behind them are one message, where a dialect allows it
    record Style(boolean marks, boolean marksAnswers, boolean joins) {}

    private GeneratedBody(Dialect dialect, Style style) {
        this.dialect = dialect;
        this.style = style;
        this.history = body.putArray(dialect == Dialect.RESPONSES ? "input" : "messages");
    }

    static ObjectNode of(Dialect dialect, List<GeneratedEntry> entries, Style style) {
        var written = new GeneratedBody(dialect, style);
        for (int i = 0; i < entries.size(); i++) {
            written.isMarked = style.marks() && i >= entries.size() - MARKED;
            written.add(entries.get(i), i == 0);
        }
        return written.body;
    }

    /// Adds a tool; a client that marks what may be cached marks the last one.
    static void tool(Dialect dialect, ObjectNode body, String description, boolean isMarked) {
        ObjectNode tool = body.putArray("tools").addObject();
        ObjectNode named =
                dialect == Dialect.OPENAI_CHAT ? tool.put("type", "function").putObject("function") : tool;
        named.put("name", "bash").put("description", description);
        named.putObject(dialect == Dialect.ANTHROPIC ? "input_schema" : "parameters")
                .put("type", "object");
        if (dialect == Dialect.RESPONSES) {
            tool.put("type", "function");
        }
        mark(tool, isMarked && dialect == Dialect.ANTHROPIC);
    }

    private void add(GeneratedEntry entry, boolean isFirst) {
        switch (entry) {
            case Said(Role role, String text) when role == Role.SYSTEM && isFirst -> head(text);
            case Said(Role role, String text) when role == Role.USER -> user(content(text));
            case Said(Role role, String text) ->
                message(role.name().toLowerCase(Locale.ROOT)).set("content", content(text));
            case Document(String data) -> user(document(data));
            case Result result -> result(result);
            case Answer answer -> answer(answer);
        }
    }

    private ObjectNode message(String role) {
        ObjectNode message = history.addObject().put("role", role);
        if (dialect == Dialect.RESPONSES && isMarked) {
            message.put("type", "message").put("status", "completed");
        }
        return message;
    }

    private static ObjectNode mark(ObjectNode part, boolean isMarked) {
        if (isMarked) {
            part.putObject("cache_control").put("type", "ephemeral");
        }
        return part;
    }

    private void head(String text) {
        switch (dialect) {
            case ANTHROPIC -> body.set("system", style.marks() ? listed(text) : TextNode.valueOf(text));
            case RESPONSES -> body.put("instructions", text);
            case OPENAI_CHAT -> message("system").set("content", content(text));
        }
    }

    private JsonNode content(String text) {
        return isMarked ? listed(text) : TextNode.valueOf(text);
    }

    private ArrayNode listed(String text) {
        ArrayNode list = JSON.arrayNode();
        list.add(text(text, isMarked));
        return list;
    }

    private ObjectNode text(String text, boolean hasMark) {
        ObjectNode part = JSON.objectNode()
                .put("type", dialect == Dialect.RESPONSES ? "input_text" : "text")
                .put("text", text);
        return mark(part, hasMark && dialect != Dialect.RESPONSES);
    }

    private ArrayNode document(String data) {
        ArrayNode list = JSON.arrayNode();
        list.add(text("read this", false));
        list.add(
                switch (dialect) {
                    case OPENAI_CHAT ->
                        mark(JSON.objectNode().put("type", "file").put("file", data), isMarked);
                    case ANTHROPIC ->
                        mark(JSON.objectNode().put("type", "document").put("data", data), isMarked);
                    case RESPONSES ->
                        JSON.objectNode().put("type", "input_file").put("file_data", data);
                });
        return list;
    }

    /// What a user says is a message, or more blocks of the one with results before it.
    private void user(JsonNode content) {
        if (dialect == Dialect.ANTHROPIC && style.joins() && holdsResults()) {
            ArrayNode blocks = (ArrayNode) history.get(history.size() - 1).get("content");
            if (content instanceof ArrayNode more) {
                blocks.addAll(more);
            } else {
                blocks.add(text(content.textValue(), false));
            }
        } else {
            message("user").set("content", content);
        }
    }

    private boolean holdsResults() {
        JsonNode last = history.path(history.size() - 1);
        return last.path("role").asText().equals("user")
                && last.path("content").path(0).path("type").asText().equals("tool_result");
    }

    private void result(Result result) {
        switch (dialect) {
            case OPENAI_CHAT ->
                message("tool").put("tool_call_id", result.call()).set("content", content(result.text()));
            case ANTHROPIC -> {
                ObjectNode block = JSON.objectNode().put("type", "tool_result").put("tool_use_id", result.call());
                block.set("content", content(result.text()));
                ArrayNode blocks = JSON.arrayNode();
                blocks.add(mark(block, isMarked));
                user(blocks);
            }
            case RESPONSES -> {
                ObjectNode item = history.addObject()
                        .put("type", "function_call_output")
                        .put("call_id", result.call())
                        .put("output", result.text());
                if (isMarked) {
                    item.put("id", "fco_1").put("status", "completed");
                }
            }
        }
    }

    private void answer(Answer answer) {
        switch (dialect) {
            case OPENAI_CHAT -> chat(answer);
            case ANTHROPIC -> anthropic(answer);
            case RESPONSES -> responses(answer);
        }
    }

    // Chat

    private void chat(Answer answer) {
        if (answer.form() == Form.SPLIT) {
            chat(answer.as(Form.AS_ISSUED).saying("").calling(List.of()));
            chat(answer.as(Form.AS_ISSUED).thinking("").calling(List.of()));
            chat(answer.as(Form.AS_ISSUED).thinking("").saying(""));
            return;
        }
        boolean hasThought = !answer.thought().isEmpty();
        if (!hasThought && answer.text().isEmpty() && answer.calls().isEmpty()) {
            return;
        }
        ObjectNode message = message("assistant");
        if (hasThought) {
            chatThought(answer, message);
        }
        boolean isList = answer.form() == Form.NESTED || isMarked && style.marksAnswers();
        if (answer.form() == Form.DOUBLED) {
            message.putArray("content").add(text(answer.text(), false)).add(text(answer.text(), false));
        } else if (isList && !message.has("content")) {
            message.putArray("content").add(text(answer.text(), isMarked));
        } else if (!message.has("content")) {
            message.put("content", answer.text());
        }
        for (Call call : answer.calls()) {
            ObjectNode one = message.withArray("tool_calls").addObject();
            one.put("id", call.id())
                    .put("type", "function")
                    .putObject("function")
                    .put("name", "bash")
                    .put("arguments", call.input());
        }
    }

    private void chatThought(Answer answer, ObjectNode message) {
        switch (answer.form()) {
            case RENAMED -> message.put("reasoning", answer.thought());
            case BESIDE_EMPTY -> message.put("reasoning_content", "").put("reasoning", answer.thought());
            case NESTED -> {
                ArrayNode content = message.putArray("content");
                content.addObject().put("type", "thinking").put("thinking", answer.thought());
                content.add(text(answer.text(), false));
            }
            default -> message.put("reasoning_content", answer.thought());
        }
    }

    // Anthropic

    private void anthropic(Answer answer) {
        ArrayNode blocks = JSON.arrayNode();
        if (answer.form() == Form.SWAPPED) {
            visible(answer, blocks);
        }
        if (!answer.thought().isEmpty() || answer.proof().isPresent()) {
            ObjectNode block = blocks.addObject().put("type", "thinking").put("thinking", answer.thought());
            answer.proof().ifPresent(proof -> block.put("signature", proof));
        }
        answer.opaque()
                .ifPresent(data ->
                        blocks.addObject().put("type", "redacted_thinking").put("data", data));
        if (answer.form() != Form.SWAPPED) {
            visible(answer, blocks);
        }
        for (Call call : answer.calls()) {
            ObjectNode block = blocks.addObject().put("type", "tool_use").put("id", call.id());
            block.put("name", "bash")
                    .set("input", CanonicalJson.parse(call.input()).orElseThrow());
        }
        if (!blocks.isEmpty() && isMarked && style.marksAnswers()) {
            mark((ObjectNode) blocks.get(blocks.size() - 1), true);
        }
        if (answer.form() == Form.SPLIT) {
            blocks.forEach(block -> message("assistant").putArray("content").add(block));
        } else if (!blocks.isEmpty()) {
            message("assistant").set("content", blocks);
        }
    }

    private void visible(Answer answer, ArrayNode blocks) {
        for (int i = answer.form() == Form.DOUBLED ? 0 : 1;
                i < 2 && !answer.text().isEmpty();
                i++) {
            blocks.add(text(answer.text(), false));
        }
    }

    // Responses

    private void responses(Answer answer) {
        if (answer.form() == Form.NAMED) {
            named(answer);
            return;
        }
        if (answer.form() == Form.SWAPPED) {
            said(answer);
        }
        if (!answer.thought().isEmpty() || answer.proof().isPresent()) {
            ObjectNode item = reasoning();
            if (answer.form() == Form.RENAMED || answer.form() == Form.BESIDE_EMPTY) {
                item.put("reasoning_content", answer.thought());
            } else if (!answer.thought().isEmpty()) {
                item.putArray("content")
                        .addObject()
                        .put("type", "reasoning_text")
                        .put("text", answer.thought());
            }
            answer.proof().ifPresent(proof -> item.put("encrypted_content", proof));
        }
        answer.opaque().ifPresent(data -> reasoning().put("encrypted_content", data));
        if (answer.form() != Form.SWAPPED) {
            said(answer);
        }
        for (Call call : answer.calls()) {
            history.addObject()
                    .put("type", "function_call")
                    .put("call_id", call.id())
                    .put("name", "bash")
                    .put("arguments", call.input());
        }
    }

    private ObjectNode reasoning() {
        ObjectNode item = history.addObject().put("type", "reasoning");
        if (style.joins()) {
            item.putArray("summary");
        }
        if (isMarked) {
            item.put("status", "completed");
        }
        return item;
    }

    private void said(Answer answer) {
        for (int i = answer.form() == Form.DOUBLED ? 0 : 1;
                i < 2 && !answer.text().isEmpty();
                i++) {
            message("assistant")
                    .putArray("content")
                    .addObject()
                    .put("type", "output_text")
                    .put("text", answer.text());
        }
    }

    private void named(Answer answer) {
        int block = 0;
        if (!answer.thought().isEmpty()) {
            name("rs_" + answer.key() + "_" + block++);
        }
        if (answer.opaque().isPresent()) {
            name("rs_" + answer.key() + "_" + block++);
        }
        if (!answer.text().isEmpty()) {
            name("msg_" + answer.key() + "_" + block++);
        }
        for (Call _ : answer.calls()) {
            name("fc_" + answer.key() + "_" + block++);
        }
    }

    private void name(String id) {
        history.addObject().put("type", "item_reference").put("id", id);
    }
}
