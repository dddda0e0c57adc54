package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.ProviderTools;
import dev.throughline.wire.ReasoningFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The losses of a request in its translation to the dialect of its backend.
///
/// @param dropped JSON pointers into the request, at most 100, safe for a header
/// @param refusal why the request cannot be answered without what would be lost; empty if it can
public record TranslationLoss(List<String> dropped, Optional<Failure> refusal) {
    public static final String HEADER = "x-throughline-dropped";
    private static final TranslationLoss NONE = new TranslationLoss(List.of(), Optional.empty());
    /// Maximum size of the header in bytes, and number of pointers in it.
    private static final int LONGEST = 1_000;
    private static final int MOST = 20;
    /// Values that ask for what happens anyway.
    private static final Set<String> DEFAULTS = Set.of("auto", "default", "disabled", "standard_only");
    /// Fields of a declared tool that every dialect carries.
    private static final Set<String> OF_TOOLS =
            Set.of("type", "name", "description", "input_schema", "parameters", "function", "tools", "format");

    private static final Set<String> FORMATS = Set.of("response_format", "text/format");
    /// The `include` value that asks for the proof of reasoning.
    private static final String PROOF = "reasoning.encrypted_content";

    public TranslationLoss {
        dropped = List.copyOf(dropped);
    }

    /// The losses of the request; none if the backend speaks its dialect.
    public static TranslationLoss of(Conversation request, Dialect backend) {
        return request.dialect() == backend ? NONE : new Finder(request, backend).find();
    }

    /// The same loss with more pointers.
    /// @param pointers into the request, in any characters
    public TranslationLoss and(List<String> pointers) {
        if (pointers.isEmpty()) {
            return this;
        }
        var more = new DroppedPointers(dropped);
        pointers.forEach(more::add);
        return new TranslationLoss(more.list(), refusal);
    }

    /// The value of the header: pointers in the request's order, and the number of omitted ones. Empty for
    /// none.
    public String header() {
        var value = new StringBuilder();
        int written = 0;
        for (String pointer : dropped) {
            if (written == MOST || value.length() + pointer.length() > LONGEST) {
                break;
            }
            value.append(value.isEmpty() ? "" : ", ").append(pointer);
            written++;
        }
        return written == dropped.size() ? value.toString() : value + ", +" + (dropped.size() - written);
    }

    /// The request field that contains a pointer, as a tag with few values: `other` for a field that no
    /// dialect defines.
    public static String field(Dialect dialect, String pointer) {
        int end = pointer.indexOf('/', 1);
        String name = end < 0 ? pointer.substring(1) : pointer.substring(1, end);
        return FieldTreatmentTable.fields(dialect).contains(name) ? name : "other";
    }

    /// Examines one request.
    private static final class Finder {
        private final Conversation request;
        private final Dialect from;
        private final Dialect to;
        private final DroppedPointers dropped = new DroppedPointers();
        private Optional<Failure> refusal = Optional.empty();

        Finder(Conversation request, Dialect to) {
            this.request = request;
            this.from = request.dialect();
            this.to = to;
        }

        TranslationLoss find() {
            for (Map.Entry<String, JsonNode> field : request.body().properties()) {
                field(field.getKey(), field.getKey(), field.getValue());
            }
            tools();
            request.messages().forEach(this::message);
            return new TranslationLoss(dropped.list(), refusal);
        }

        private void field(String name, String path, JsonNode value) {
            if (isDefault(value)) {
                return;
            }
            if (value.isObject() && FieldTreatmentTable.isSplit(from, name)) {
                for (Map.Entry<String, JsonNode> inner : value.properties()) {
                    String field = name + "/" + inner.getKey();
                    boolean isKnown = FieldTreatmentTable.fields(from).contains(field);
                    inner(isKnown ? field : name, path + "/" + DroppedPointers.token(inner.getKey()), inner.getValue());
                }
            } else {
                inner(name, name.equals(path) ? DroppedPointers.token(path) : path, value);
            }
        }

        private void inner(String name, String path, JsonNode value) {
            if (isDefault(value) || isMet(name, value)) {
                return;
            }
            if (name.equals("include") && value.isArray()) {
                included(value);
                return;
            }
            if (FORMATS.contains(name) && to == Dialect.ANTHROPIC && !hasSchema(value)) {
                format("/" + path, value);
                return;
            }
            switch (FieldTreatmentTable.of(from, name, to)) {
                case CARRIED, MET -> {}
                case DROPPED -> dropped.add("/" + path);
                case REFUSED ->
                    refuse(
                            "/" + path,
                            "The field /" + path + " cannot be carried to a backend that speaks " + to.id()
                                    + ", and an answer without it would be wrong.");
            }
        }

        /// A client that asks for JSON parses the answer, and prose or a code fence would break it;
        /// Anthropic guarantees JSON by a schema only (structured outputs), whose objects are closed.
        private void format(String pointer, JsonNode format) {
            if (format.path("type").asText("").equals("json_object")) {
                refuse(
                        pointer,
                        "The field " + pointer + " requests any JSON object, which a backend that speaks " + to.id()
                                + " cannot guarantee; send a json_schema instead.");
            } else {
                dropped.add(pointer);
            }
        }

        /// Proofs of reasoning are sent without being requested; nothing else that can be requested is.
        private void included(JsonNode include) {
            for (int i = 0; i < include.size(); i++) {
                if (!include.path(i).asText("").equals(PROOF)) {
                    dropped.add("/include/" + i);
                }
            }
        }

        /// Anthropic supports a schema for an answer, but not arbitrary JSON.
        private static boolean hasSchema(JsonNode format) {
            JsonNode chat = format.path("json_schema");
            return format.path("type").asText("").equals("text")
                    || (chat.isObject() ? chat : format).path("schema").isObject();
        }

        /// Values not covered by a general rule.
        private boolean isMet(String name, JsonNode value) {
            return switch (name) {
                case "n" -> value.asInt(2) == 1;
                case "context_management" ->
                    from == Dialect.ANTHROPIC && to == Dialect.OPENAI_CHAT && keepsThinking(value.path("edits"));
                default -> false;
            };
        }

        private static boolean keepsThinking(JsonNode edits) {
            for (JsonNode edit : edits) {
                boolean keeps = edit.path("type").asText().startsWith("clear_thinking")
                        && edit.path("keep").asText().equals("all");
                if (!keeps) {
                    return false;
                }
            }
            return !edits.isEmpty();
        }

        private static boolean isDefault(JsonNode value) {
            return value.isNull()
                    || value.isContainerNode() && value.isEmpty()
                    || value.isBoolean() && !value.booleanValue()
                    || value.isTextual() && DEFAULTS.contains(value.textValue());
        }

        private void tools() {
            JsonNode tools = request.body().path("tools");
            int providers = 0;
            for (int i = 0; i < tools.size(); i++) {
                if (ProviderTools.isProviders(from, tools.path(i))) {
                    providers++;
                    dropped.add("/tools/" + i);
                } else {
                    tool("/tools/" + i, tools.path(i));
                }
            }
            boolean isForced =
                    request.toolChoice() instanceof ToolChoice.Required && providers > 0 && providers == tools.size();
            if (isForced || isForcedByName()) {
                refuse(
                        "/tool_choice",
                        "The field /tool_choice requires a call of a tool that only its provider runs; a"
                                + " backend that speaks " + to.id()
                                + " has none. Offer a client-side tool, or use a backend"
                                + " of the dialect that the request is in.");
            }
        }

        private void tool(String path, JsonNode tool) {
            for (Map.Entry<String, JsonNode> field : tool.properties()) {
                boolean isStrict = field.getKey().equals("strict") && to == Dialect.OPENAI_CHAT;
                if (!OF_TOOLS.contains(field.getKey()) && !isStrict && !isDefault(field.getValue())) {
                    dropped.add(path + "/" + DroppedPointers.token(field.getKey()));
                }
            }
            if (!isDefault(tool.path("function").path("strict"))
                    && tool.path("function").has("strict")) {
                dropped.add(path + "/function/strict");
            }
        }

        private boolean isForcedByName() {
            JsonNode choice = request.body().path("tool_choice");
            String type = choice.path("type").asText("");
            return switch (from) {
                case ANTHROPIC ->
                    type.equals("tool")
                            && ProviderTools.isProviders(
                                    request, choice.path("name").asText());
                case OPENAI_CHAT ->
                    choice.isObject() && !Set.of("function", "allowed_tools").contains(type);
                case RESPONSES ->
                    choice.isObject()
                            && !Set.of("function", "custom", "allowed_tools").contains(type);
            };
        }

        private void message(Message message) {
            JsonNode sent = request.body().at(message.path());
            // The effort in force is carried, and others are of other turns.
            if (!sent.path("output_config").path("effort").isTextual()
                    || sent.path("output_config").size() > 1) {
                hint(message.path(), sent, "output_config");
            }
            if (from == Dialect.OPENAI_CHAT) {
                hint(message.path(), sent, "name");
            }
            if (from == Dialect.ANTHROPIC && sent.path("content").isArray()) {
                blocks(message.path() + "/content", sent.path("content"));
            } else if (from == Dialect.ANTHROPIC && sent.isArray()) {
                blocks(message.path(), sent);
            }
            for (Part part : message.parts()) {
                boolean isText = message.role() == Role.TOOL
                        && part instanceof Part.Other(String _, JsonNode block)
                        && ResultText.isWritten(block);
                if (!isText && part instanceof Part.Other(String path, JsonNode value)) {
                    other(path, value);
                }
                boolean isProven = part instanceof Part.RedactedReasoning
                        || part instanceof Part.Reasoning reasoning
                                && reasoning.signature().isPresent();
                if (from == Dialect.OPENAI_CHAT && isProven) {
                    proof(part.path().substring(0, part.path().lastIndexOf('/')));
                }
            }
        }

        /// Only the dialect that gave a proof reads it.
        /// @param path of an entry of `reasoning_details`
        private void proof(String path) {
            JsonNode detail = request.body().at(path);
            String format = detail.path("format").asText("");
            boolean isLost = switch (to) {
                case ANTHROPIC -> !ReasoningFormat.ANTHROPIC.mayHave(format);
                case RESPONSES -> !ReasoningFormat.RESPONSES.mayHave(format);
                case OPENAI_CHAT -> false;
            };
            if (isLost) {
                dropped.add(path + (detail.has("data") ? "/data" : "/signature"));
            }
        }

        /// The fields of blocks besides their content.
        private void blocks(String path, JsonNode blocks) {
            for (int i = 0; i < blocks.size(); i++) {
                hint(path + "/" + i, blocks.path(i), "cache_control");
                hint(path + "/" + i, blocks.path(i), "citations");
            }
        }

        private void hint(String path, JsonNode holder, String field) {
            if (holder.isObject() && holder.has(field) && !isDefault(holder.path(field))) {
                dropped.add(path + "/" + field);
            }
        }

        private void other(String path, JsonNode value) {
            switch (FileContent.of(value)) {
                case FileContent.NoFile _ -> {
                    String type = value.path("type").asText();
                    boolean isCarried = to == Dialect.RESPONSES && type.equals("input_audio");
                    if (type.equals("compaction_trigger")) {
                        refuse(
                                path,
                                "The item at " + path + " asks the backend to compact the conversation, which one that"
                                        + " speaks " + to.id() + " cannot. Let the client do it: Codex compacts by"
                                        + " itself for a provider that is not named OpenAI.");
                    } else if (!isCarried) {
                        dropped.add(path);
                    }
                }
                case FileContent.Unreadable(String what) -> {
                    if (!FileContent.isCarried(value, to)) {
                        refuse(
                                path,
                                "The file at " + path + " is " + what + ", which a backend that speaks " + to.id()
                                        + " cannot be given as text or image. Send its text, or use a"
                                        + " backend of the dialect that the request is in.");
                    }
                }
                case FileContent.PlainText _ -> {}
            }
        }

        private void refuse(String pointer, String message) {
            if (refusal.isEmpty()) {
                refusal = Optional.of(
                        Failure.of(FailureKind.INVALID_REQUEST, message).at(pointer));
            }
        }
    }

    /// JSON pointers of what a translation drops, bounded in number and length. Characters that are not allowed
    /// in a header are percent-encoded, as in a URI fragment (RFC 6901, 6).
    static final class DroppedPointers {
        /// Maximum number of recorded pointers.
        private static final int MOST = 100;
        private static final int LONGEST = 200;
        private static final String PLAIN = "_-./~$@:*";

        private final List<String> kept;

        DroppedPointers() {
            this(List.of());
        }

        /// @param before pointers as returned by `list`
        DroppedPointers(List<String> before) {
            this.kept = new ArrayList<>(before);
        }

        void add(String pointer) {
            if (kept.size() < MOST) {
                String written = encoded(pointer);
                kept.add(written.length() > LONGEST ? written.substring(0, LONGEST) : written);
            }
        }

        List<String> list() {
            return List.copyOf(kept);
        }

        /// A name as one token of a pointer.
        static String token(String name) {
            return name.replace("~", "~0").replace("/", "~1");
        }

        private static String encoded(String pointer) {
            String bounded = pointer.length() > LONGEST ? pointer.substring(0, LONGEST) : pointer;
            var out = new StringBuilder(bounded.length());
            for (byte unit : bounded.getBytes(StandardCharsets.UTF_8)) {
                boolean isPlain = unit > 0 && (Character.isLetterOrDigit(unit) || PLAIN.indexOf(unit) >= 0);
                if (isPlain) {
                    out.append((char) unit);
                } else {
                    out.append('%').append(String.format("%02X", unit & 0xff));
                }
            }
            return out.toString();
        }
    }
}
