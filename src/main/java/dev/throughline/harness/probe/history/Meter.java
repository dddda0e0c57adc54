package dev.throughline.harness.probe.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.probe.dialect.Ask;
import dev.throughline.harness.probe.dialect.ServerDialect;
import dev.throughline.harness.probe.dialect.Speech;
import dev.throughline.harness.probe.server.Reply;
import dev.throughline.harness.probe.server.Server;
import java.util.List;
import java.util.OptionalInt;

/// Shows what a server makes of a request's history.
sealed interface Meter {
    Proof proof();

    Measure measure(Ask ask);

    /// The meters that fit a dialect, the strongest first.
    static List<Meter> of(Server server, Speech speech) {
        var usage = new ByUsage(server, speech);
        return switch (speech.dialect()) {
            case CHAT -> List.of(new ByTemplate(server, speech), new ByTokens(server, speech), usage);
            case MESSAGES -> List.of(usage, new ByCount(server, speech));
            case RESPONSES -> List.of(usage);
        };
    }

    /// llama.cpp renders the prompt and returns it. Source: the server's README, `POST /apply-template`.
    record ByTemplate(Server server, Speech speech) implements Meter {
        @Override
        public Proof proof() {
            return Proof.APPLY_TEMPLATE;
        }

        @Override
        public Measure measure(Ask ask) {
            return read(server.askOwn("apply-template", speech.body(ask)), body -> {
                JsonNode prompt = body.path("prompt");
                return prompt.isTextual()
                        ? new Measure.Prompt(prompt.asText())
                        : new Measure.Nothing("no prompt in it");
            });
        }
    }

    /// vLLM renders, tokenizes and counts. Source: its OpenAI-compatible server, `POST /tokenize` with messages.
    record ByTokens(Server server, Speech speech) implements Meter {
        @Override
        public Proof proof() {
            return Proof.TOKENIZE;
        }

        @Override
        public Measure measure(Ask ask) {
            ObjectNode request = speech.body(ask);
            request.remove(List.of("max_tokens", "temperature"));
            request.put("add_generation_prompt", true).put("return_token_strs", true);
            return read(server.askOwn("tokenize", request), ByTokens::tokens);
        }

        private static Measure tokens(JsonNode body) {
            if (body.path("token_strs").isArray() && !body.path("token_strs").isEmpty()) {
                var text = new StringBuilder();
                body.path("token_strs").forEach(token -> text.append(token.asText()));
                return new Measure.Prompt(plain(text.toString()));
            }
            int count = body.path("count").asInt(body.path("tokens").size());
            return count > 0 ? new Measure.Tokens(count) : new Measure.Nothing("no tokens in it");
        }

        /// Vocabularies write a space as `Ġ` or `▁` and a newline as `Ċ`.
        private static String plain(String tokens) {
            return tokens.replace('Ġ', ' ').replace('▁', ' ').replace('Ċ', '\n');
        }
    }

    /// The answer itself says how long its prompt was.
    record ByUsage(Server server, Speech speech) implements Meter {
        @Override
        public Proof proof() {
            return Proof.USAGE;
        }

        @Override
        public Measure measure(Ask ask) {
            ServerDialect dialect = speech.dialect();
            return read(
                    server.ask(dialect, dialect.path(), speech.body(ask)), body -> counted(speech.promptTokens(body)));
        }
    }

    /// Counts a request without answering it.
    record ByCount(Server server, Speech speech) implements Meter {
        @Override
        public Proof proof() {
            return Proof.COUNT_TOKENS;
        }

        @Override
        public Measure measure(Ask ask) {
            ObjectNode request = speech.body(ask);
            request.remove(List.of("max_tokens", "temperature"));
            return read(
                    server.ask(speech.dialect(), "messages/count_tokens", request),
                    body -> counted(Speech.sum(body, "input_tokens")));
        }
    }

    private static Measure counted(OptionalInt tokens) {
        return tokens.isPresent() ? new Measure.Tokens(tokens.getAsInt()) : new Measure.Nothing("no count in it");
    }

    private static Measure read(Reply reply, java.util.function.Function<JsonNode, Measure> reading) {
        return switch (reply) {
            case Reply.Unanswered(Reply.Cause cause, String reason) -> new Measure.Nothing(reason);
            case Reply.Answered answer
            when answer.isGood() -> answer.json().map(reading).orElse(new Measure.Nothing("no JSON object"));
            case Reply.Answered answer -> new Measure.Nothing(answer.told());
        };
    }
}
