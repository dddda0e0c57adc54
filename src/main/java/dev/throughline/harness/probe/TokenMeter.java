package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.jinja.TemplateException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.OptionalInt;

/// Measures the prompt that a server creates from a request's history.
sealed interface TokenMeter {
    ProofMethod proof();

    PromptMeasurement measure(ProbeRequest probeRequest);

    /// The meters available for a dialect, strongest first.
    static List<TokenMeter> of(ProbedServer probedServer, DialectClient dialectClient) {
        var usage = new ByUsage(probedServer, dialectClient);
        return switch (dialectClient.dialect()) {
            case CHAT ->
                List.of(new ByTemplate(probedServer, dialectClient), new ByTokens(probedServer, dialectClient), usage);
            case MESSAGES -> List.of(usage, new ByCount(probedServer, dialectClient));
            case RESPONSES -> List.of(usage);
        };
    }

    /// llama.cpp renders the prompt and returns it. Source: the server's README, `POST /apply-template`.
    record ByTemplate(ProbedServer server, DialectClient speech) implements TokenMeter {
        @Override
        public ProofMethod proof() {
            return ProofMethod.APPLY_TEMPLATE;
        }

        @Override
        public PromptMeasurement measure(ProbeRequest probeRequest) {
            return read(server.askOwn("apply-template", speech.body(probeRequest)), body -> {
                JsonNode prompt = body.path("prompt");
                return prompt.isTextual()
                        ? new PromptMeasurement.Prompt(prompt.asText())
                        : new PromptMeasurement.Nothing("no prompt in it");
            });
        }
    }

    /// vLLM renders, tokenizes and counts. Source: its OpenAI-compatible server, `POST /tokenize` with messages.
    record ByTokens(ProbedServer server, DialectClient speech) implements TokenMeter {
        @Override
        public ProofMethod proof() {
            return ProofMethod.TOKENIZE;
        }

        @Override
        public PromptMeasurement measure(ProbeRequest probeRequest) {
            ObjectNode request = speech.body(probeRequest);
            request.remove(List.of("max_tokens", "temperature"));
            request.put("add_generation_prompt", true).put("return_token_strs", true);
            return read(server.askOwn("tokenize", request), ByTokens::tokens);
        }

        private static PromptMeasurement tokens(JsonNode body) {
            if (body.path("token_strs").isArray() && !body.path("token_strs").isEmpty()) {
                var text = new StringBuilder();
                body.path("token_strs").forEach(token -> text.append(token.asText()));
                return new PromptMeasurement.Prompt(plain(text.toString()));
            }
            int count = body.path("count").asInt(body.path("tokens").size());
            return count > 0 ? new PromptMeasurement.Tokens(count) : new PromptMeasurement.Nothing("no tokens in it");
        }

        /// Vocabularies write a space as `Ġ` or `▁`, a newline as `Ċ` and a tab as `ĉ`.
        private static String plain(String tokens) {
            return tokens.replace('Ġ', ' ').replace('▁', ' ').replace('Ċ', '\n').replace('ĉ', '\t');
        }
    }

    /// The answer itself reports the length of its prompt.
    record ByUsage(ProbedServer server, DialectClient speech) implements TokenMeter {
        @Override
        public ProofMethod proof() {
            return ProofMethod.USAGE;
        }

        @Override
        public PromptMeasurement measure(ProbeRequest probeRequest) {
            ServerDialect dialect = speech.dialect();
            ServerReply reply = server.ask(dialect, dialect.path(), speech.body(probeRequest));
            return reply instanceof ServerReply.Answered answer && answer.isRefusal()
                    ? new PromptMeasurement.Nothing(answer.summary(), true)
                    : read(reply, body -> counted(speech.promptTokens(body)));
        }
    }

    /// Counts a request without answering it.
    record ByCount(ProbedServer server, DialectClient speech) implements TokenMeter {
        @Override
        public ProofMethod proof() {
            return ProofMethod.COUNT_TOKENS;
        }

        @Override
        public PromptMeasurement measure(ProbeRequest probeRequest) {
            ObjectNode request = speech.body(probeRequest);
            request.remove(List.of("max_tokens", "temperature"));
            return read(
                    server.ask(speech.dialect(), "messages/count_tokens", request),
                    body -> counted(DialectClient.sum(body, "input_tokens")));
        }
    }

    /// The server's chat template, rendered here: what it does without the server around it.
    record ByRendering(ChatTemplate template) implements TokenMeter {
        @Override
        public ProofMethod proof() {
            return ProofMethod.APPLY_TEMPLATE;
        }

        @Override
        public PromptMeasurement measure(ProbeRequest probeRequest) {
            ObjectNode context = new ChatDialectClient().body(probeRequest).put("add_generation_prompt", true);
            if (context.remove("chat_template_kwargs") instanceof ObjectNode options) {
                context.setAll(options);
            }
            // As servers pass them to templates: as objects.
            for (JsonNode call : context.findValues("function")) {
                if (call.path("arguments").isTextual()) {
                    ((ObjectNode) call)
                            .set(
                                    "arguments",
                                    DialectClient.object(call.path("arguments").asText()));
                }
            }
            try {
                return new PromptMeasurement.Prompt(
                        template.render(context, LocalDateTime.now()).text());
            } catch (TemplateException e) {
                return new PromptMeasurement.Nothing(String.valueOf(e.getMessage()));
            }
        }
    }

    private static PromptMeasurement counted(OptionalInt tokens) {
        return tokens.isPresent()
                ? new PromptMeasurement.Tokens(tokens.getAsInt())
                : new PromptMeasurement.Nothing("no count in it");
    }

    private static PromptMeasurement read(
            ServerReply serverReply, java.util.function.Function<JsonNode, PromptMeasurement> reading) {
        return switch (serverReply) {
            case ServerReply.Unanswered(ServerReply.Cause cause, String reason) ->
                new PromptMeasurement.Nothing(reason);
            case ServerReply.Answered answer
            when answer.isGood() -> answer.json().map(reading).orElse(new PromptMeasurement.Nothing("no JSON object"));
            case ServerReply.Answered answer -> new PromptMeasurement.Nothing(answer.summary());
        };
    }
}
