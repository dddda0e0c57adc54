package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.prompt.RenderResource.ParseRequest;
import dev.throughline.render.AnswerParser;
import dev.throughline.render.CallArguments;
import dev.throughline.render.ChatForm;
import dev.throughline.render.ChatInput;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.MarkerFinder;
import dev.throughline.render.ModelMarkers;
import dev.throughline.render.ModelProfile;
import dev.throughline.render.PromptTurn;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.AddedToken;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.QuotedValue;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Renders what a request body asks for. An invalid field fails the request with its pointer.
record RenderRequestReader(TemplateLibrary library, TokenizerLibrary tokenizers) {
    private static final int LONGEST_NAME = 200;

    /// Parses an answer as requested.
    ParsedView parse(ParseRequest order) {
        ChatTemplate template = TemplateProblemFactory.in("/template", () -> template("", order.template()));
        Optional<Tokenizer> tokenizer = tokenizer("", order.tokenizer());
        AnswerParser parser = parser(template, tokenizer, tools("", order.tools()), prompt(order, tokenizer));
        if (order.text() != null) {
            return ParsedView.of(parser.parse(order.text()));
        }
        if (order.ids() == null || tokenizer.isEmpty()) {
            throw Problem.inField("/text", "a text, or ids with a tokenizer, were expected.")
                    .exception();
        }
        try {
            int[] ids = order.ids().stream().mapToInt(Integer::intValue).toArray();
            return ParsedView.of(parser.parse(ids, tokenizer.get()));
        } catch (IllegalArgumentException e) {
            throw Problem.inField("/ids", String.valueOf(e.getMessage())).exception();
        }
    }

    /// The prompt that an answer follows, if it is given.
    private static Optional<String> prompt(ParseRequest order, Optional<Tokenizer> tokenizer) {
        if (order.promptText() != null || order.promptIds() == null) {
            return Optional.ofNullable(order.promptText());
        }
        Tokenizer known = tokenizer.orElseThrow(
                () -> Problem.inField("/promptIds", "a tokenizer was expected with the ids of a prompt.")
                        .exception());
        try {
            return Optional.of(known.decode(
                    order.promptIds().stream().mapToInt(Integer::intValue).toArray()));
        } catch (IllegalArgumentException e) {
            throw Problem.inField("/promptIds", String.valueOf(e.getMessage())).exception();
        }
    }

    /// Parses answers by the markers of a template.
    ///
    /// @param prompt before the answer; without one it starts as the template leaves it
    AnswerParser parser(
            ChatTemplate template,
            Optional<Tokenizer> tokenizer,
            Map<String, JsonNode> tools,
            Optional<String> prompt) {
        Set<String> vocabulary = tokenizer
                .map(known ->
                        known.addedTokens().stream().map(AddedToken::content).collect(Collectors.toSet()))
                .orElse(Set.of());
        ModelMarkers markers = TemplateProblemFactory.in("/template", () -> {
            var finder = new MarkerFinder(template.source(), vocabulary, template.specialTokens());
            return prompt.map(finder::behind).orElseGet(finder::find);
        });
        return new AnswerParser(markers, tools);
    }

    /// The declared tools with their schemas.
    ///
    /// @param place JSON pointer to the field with the tools
    static Map<String, JsonNode> tools(String place, @Nullable JsonNode tools) {
        Map<String, JsonNode> found = new HashMap<>();
        for (int index = 0; tools != null && index < tools.size(); index++) {
            JsonNode tool = tools.path(index);
            JsonNode declared = tool.has("function") ? tool.path("function") : tool;
            String name = name(place + "/tools/" + index + "/function/name", declared.path("name"));
            found.put(name, declared.path("parameters"));
        }
        return found;
    }

    /// The tokenizer named in a request, if any.
    Optional<Tokenizer> tokenizer(String place, RenderRequest.@Nullable TokenizerName named) {
        if (named == null) {
            return Optional.empty();
        }
        String pointer = place + "/tokenizer/name";
        String name = Objects.requireNonNull(named.name());
        return Optional.of(TemplateProblemFactory.in(pointer, () -> tokenizers.find(name))
                .orElseThrow(() -> unknown(pointer, "tokenizer", name, tokenizers.names())));
    }

    /// The profile of the model: the one in a request, otherwise that of a built-in GLM template.
    static Optional<ModelProfile> profile(RenderRequest order) {
        RenderRequest.@Nullable ProfileOrder profile = order.profile();
        if (profile == null) {
            return Optional.ofNullable(order.template())
                    .flatMap(template -> GlmVersion.find(template.path("name").asText()))
                    .map(ModelProfile::of);
        }
        return Optional.of(new ModelProfile(
                Objects.requireNonNull(profile.headers()),
                Objects.requireNonNull(profile.stops()),
                Optional.ofNullable(profile.callStop())));
    }

    /// Rejects a tokenizer of another model: one without the tokens that end an answer by the profile.
    static void requireFit(String place, Optional<Tokenizer> tokenizer, Optional<ModelProfile> profile) {
        if (tokenizer.isEmpty() || profile.isEmpty()) {
            return;
        }
        List<String> missing = profile.get().stops().stream()
                .filter(stop -> tokenizer.get().idOf(stop).isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            throw Problem.inField(
                            place + "/tokenizer/name",
                            "the tokenizer does not fit the template: it has no token " + String.join(", ", missing)
                                    + ", which ends an answer.")
                    .exception();
        }
    }

    /// @param place JSON pointer to the render request in the body, `""` for the body itself
    PromptTurn read(String place, RenderRequest order) {
        ChatTemplate template = TemplateProblemFactory.in(place + "/template", () -> template(place, order.template()));
        LocalDateTime now = Objects.requireNonNullElseGet(order.now(), LocalDateTime::now);
        return TemplateProblemFactory.in(place + "/template", () -> turn(place, order, template, now));
    }

    private static PromptTurn turn(String place, RenderRequest order, ChatTemplate template, LocalDateTime now) {
        ObjectNode chat = order.chat();
        ObjectNode context = order.context();
        if (chat == null && context != null && order.mode() == null) {
            requireParsed(place + "/context", context, Boolean.TRUE.equals(order.parseArguments()));
            return PromptTurn.of(template, context, now);
        }
        if (chat == null || context != null) {
            throw Problem.inField(place + "/chat", "either a chat request or a context was expected.")
                    .exception();
        }
        ChatForm form = Objects.requireNonNullElse(order.mode(), ChatForm.TRANSFORMERS);
        requireParsed(place + "/chat", chat, Objects.requireNonNullElse(order.parseArguments(), form == ChatForm.VLLM));
        try {
            return PromptTurn.of(template, ChatInput.of(chat, form), now);
        } catch (TemplateException e) {
            // As llama.cpp does, which parses arguments where a template cannot read them as text.
            ObjectNode parsed = chat.deepCopy();
            boolean isParsed = order.parseArguments() == null
                    && CallArguments.parse(parsed).isEmpty()
                    && !parsed.equals(chat);
            if (!isParsed) {
                throw e;
            }
            return PromptTurn.of(template, ChatInput.of(parsed, form), now);
        }
    }

    private static void requireParsed(String pointer, ObjectNode context, boolean parses) {
        if (parses) {
            CallArguments.parse(context).ifPresent(wrong -> {
                throw Problem.inField(pointer + wrong, "a string with a JSON object was expected.")
                        .exception();
            });
        }
    }

    /// The indices of the messages whose answers are learned, if any are chosen.
    static Optional<Set<Integer>> learned(RenderRequest order, PromptTurn turn, Optional<Tokenizer> tokenizer) {
        List<Integer> mask = order.messageLossMask();
        if (mask == null) {
            return Optional.empty();
        }
        int messages = turn.context().path("messages").size();
        if (mask.size() != messages || tokenizer.isEmpty()) {
            throw Problem.inField(
                            "/messageLossMask",
                            "0 or 1 for each of " + messages + " messages, and a tokenizer, were expected.")
                    .exception();
        }
        return Optional.of(IntStream.range(0, messages)
                .filter(index -> mask.get(index) == 1)
                .boxed()
                .collect(Collectors.toSet()));
    }

    private ChatTemplate template(String place, @Nullable JsonNode node) {
        String pointer = place + "/template";
        if (node != null && node.isTextual()) {
            String text = node.textValue();
            if (library.names().contains(text)) {
                throw Problem.inField(pointer, "the name of a template is written {\"name\": \"" + text + "\"}.")
                        .exception();
            }
            return ChatTemplate.parse(text);
        }
        if (node == null || !node.path("name").isTextual()) {
            throw Problem.inField(pointer, "the text of a template, or {\"name\": …}, was expected.")
                    .exception();
        }
        if (node.size() > 1) {
            throw Problem.inField(pointer, "only the field name was expected.").exception();
        }
        String name = name(pointer + "/name", node.path("name"));
        return library.find(name)
                .map(NamedTemplate::template)
                .orElseThrow(() -> unknown(pointer + "/name", "template", name, library.names()));
    }

    private static String name(String pointer, JsonNode name) {
        String text = name.asText();
        if (!name.isTextual() || text.isBlank() || text.length() > LONGEST_NAME) {
            throw Problem.inField(pointer, "a name of at most " + LONGEST_NAME + " characters was expected.")
                    .exception();
        }
        return text;
    }

    private static ProblemException unknown(String pointer, String kind, String name, List<String> known) {
        String choices = known.isEmpty() ? "none is configured." : "known are " + String.join(", ", known) + ".";
        return Problem.inField(pointer, "there is no " + kind + " " + QuotedValue.of(name) + "; " + choices)
                .allowing(known)
                .exception();
    }
}
