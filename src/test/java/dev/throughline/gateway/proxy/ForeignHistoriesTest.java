package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.HttpBackend;
import dev.throughline.backend.TestBackendSettings;
import dev.throughline.backend.settings.HistoryMode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.repair.BlockSignatureResolver;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.vendor.BackendKind;
import dev.throughline.vendor.IssuedThoughts.Origin;
import dev.throughline.vendor.Profile;
import dev.throughline.vendor.RuleBook;
import dev.throughline.vendor.VendorLaw;
import dev.throughline.vendor.VendorRequest;
import dev.throughline.vendor.Violation;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.anthropic.AnthropicBackendCodec;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.chat.ChatBackendCodec;
import dev.throughline.wire.chat.ChatCodec;
import dev.throughline.wire.responses.ResponsesBackendCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What is sent to a vendor after a history of another one: of every dialect of clients, every profile of the rule
/// book, and every kind of thought that a client can have from elsewhere.
class ForeignHistoriesTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Map<Dialect, BackendCodec> BACKENDS = Map.of(
            Dialect.OPENAI_CHAT, new ChatBackendCodec(),
            Dialect.ANTHROPIC, new AnthropicBackendCodec(),
            Dialect.RESPONSES, new ResponsesBackendCodec());
    private static final Map<Dialect, DialectCodec> CLIENTS = Map.of(
            Dialect.OPENAI_CHAT, new ChatCodec(),
            Dialect.ANTHROPIC, new AnthropicCodec(),
            Dialect.RESPONSES, new ResponsesCodec());
    private static final int LEAST = 1_000;

    @AfterAll
    static void close() {
        VERTX.close().toCompletionStage().toCompletableFuture().join();
    }

    /// Where the thoughts of a history come from, and what else is odd about it.
    enum From {
        NOWHERE,
        OPEN_TEXT,
        SIGNED,
        SEALED,
        TICKET,
        EMPTY,
        ODD_IDS,
        LONG_IDS,
        INTERLEAVED,
        OPTIONS,
        EFFORT
    }

    record Pair(Dialect client, Profile profile, Dialect backend) {
        @Override
        public String toString() {
            return client.id() + " to " + profile.id() + " (" + backend.id() + ")";
        }
    }

    static Stream<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (Profile profile : RuleBook.bundled().profiles().values()) {
            for (Dialect backend : Dialect.values()) {
                if (profile.forms().contains(backend.id())) {
                    Arrays.stream(Dialect.values()).forEach(client -> pairs.add(new Pair(client, profile, backend)));
                }
            }
        }
        return pairs.stream();
    }

    @Test
    void moreThanAThousandAreTried() {
        assertThat(pairs().count() * From.values().length).isGreaterThan(LEAST);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pairs")
    void nothingIsSentThatTheVendorRefuses(Pair pair) throws Exception {
        for (From from : From.values()) {
            VendorFit.Fitted fitted = sent(pair, from);
            if (fitted.refusal().isPresent()) {
                assertThat(fitted.refusal().get().message()).contains(" Instead: ");
                continue;
            }
            ObjectNode body = fitted.body();
            List<Violation> refused = VendorLaw.judge(
                            pair.profile(),
                            new VendorRequest(pair.backend().id(), body),
                            _ -> isSame(pair) ? new Origin.Unknown() : new Origin.Foreign())
                    .stream()
                    .filter(Violation::isRefused)
                    .toList();

            assertThat(refused).as(from + ": " + body).isEmpty();
            assertThat(body.toString()).as(from.toString()).contains("It rains.");
        }
    }

    /// A proof in its own dialect may be the vendor's own, for all that can be known without a record.
    private static boolean isSame(Pair pair) {
        return pair.client() == pair.backend();
    }

    private static VendorFit.Fitted sent(Pair pair, From from) throws Exception {
        ObjectNode request = request(pair.client(), from).put("model", model(pair.profile()));
        Conversation sent = CLIENTS.get(pair.client()).decode(request);
        EditedHistory resolved = BlockSignatureResolver.resolve(sent, RunHistory.empty(ThinkingPolicy.PRESERVED), false)
                .history();
        BackendKind kind = BackendKind.all().stream()
                .filter(known -> pair.profile().kinds().contains(known.id()))
                .findFirst()
                .orElse(BackendKind.OTHER);
        var settings = TestBackendSettings.of("http://127.0.0.1:9/v1").repairing(kind, HistoryMode.AS_SENT, Map.of());
        var backend = new HttpBackend("own", settings, BACKENDS.get(pair.backend()), VERTX, 1);
        BackendKind.Traits traits = pair.client() == pair.backend() ? BackendKind.OTHER.traits() : kind.traits();
        return OutgoingHistory.written(sent, resolved, backend, Optional.of(pair.profile()), traits, Set.of());
    }

    /// A name of which some rules make much.
    private static String model(Profile profile) {
        return profile.vendor().equals("openai") ? "gpt-5.6" : "m";
    }

    private static ObjectNode request(Dialect dialect, From from) throws Exception {
        String id = switch (from) {
            case ODD_IDS -> "functions.get:0";
            case LONG_IDS -> "c".repeat(70);
            default -> "Abc123xyz";
        };
        ObjectNode body = (ObjectNode) StrictJson.MAPPER.readTree(
                switch (dialect) {
                    case OPENAI_CHAT -> chat(from, id);
                    case ANTHROPIC -> anthropic(from, id);
                    case RESPONSES -> responses(from, id);
                });
        if (from == From.OPTIONS) {
            options(dialect, body);
        } else if (from == From.EFFORT) {
            switch (dialect) {
                case OPENAI_CHAT -> body.put("reasoning_effort", "high");
                case ANTHROPIC ->
                    body.putObject("thinking").put("type", "enabled").put("budget_tokens", 2048);
                case RESPONSES -> body.putObject("reasoning").put("effort", "high");
            }
            body.put("temperature", 0.2).put("top_p", 0.5);
        }
        return body;
    }

    private static void options(Dialect dialect, ObjectNode body) {
        body.put("temperature", 0.2).put("top_k", 5);
        ObjectNode tool = (body.withArray("tools")).addObject();
        switch (dialect) {
            case OPENAI_CHAT -> {
                tool.put("type", "function").putObject("function").put("name", "get");
                body.put("tool_choice", "required").put("presence_penalty", 0.1).put("max_tokens", 500_000);
                body.putObject("chat_template_kwargs").put("enable_thinking", false);
            }
            case ANTHROPIC -> {
                tool.put("name", "get").putObject("input_schema").put("type", "object");
                body.putObject("tool_choice").put("type", "any");
                body.putObject("thinking").put("type", "disabled");
                body.putObject("context_management").putArray("edits");
            }
            case RESPONSES -> {
                tool.put("type", "function")
                        .put("name", "get")
                        .putObject("parameters")
                        .put("type", "object");
                body.put("tool_choice", "required");
            }
        }
    }

    private static String chat(From from, String id) {
        String thought = switch (from) {
            case OPEN_TEXT, INTERLEAVED -> "\"reasoning_content\": \"I look.\",";
            case EMPTY -> "\"reasoning_content\": \"\",";
            case SIGNED ->
                "\"reasoning_details\": [{\"type\": \"reasoning.text\", \"text\": \"I look.\","
                        + " \"signature\": \"S\", \"format\": \"other-v1\", \"index\": 0}],";
            case SEALED, TICKET ->
                "\"reasoning_details\": [{\"type\": \"reasoning.encrypted\", \"data\": \"E\","
                        + " \"format\": \"other-v1\", \"index\": 0}],";
            default -> "";
        };
        return """
            {"messages": [{"role": "user", "content": "go"},
                {"role": "assistant", %s "content": null, "tool_calls": [
                    {"id": "%s", "type": "function", "function": {"name": "get", "arguments": "{}"}}]},
                {"role": "tool", "tool_call_id": "%s", "content": "It rains."},
                {"role": "assistant", %s "content": "So be it."},
                {"role": "user", "content": "on"}]}
            """.formatted(thought, id, id, thought);
    }

    private static String anthropic(From from, String id) {
        String signature = from == From.TICKET ? ticket() : from == From.OPEN_TEXT || from == From.EMPTY ? "" : "S";
        String thought = switch (from) {
            case NOWHERE, ODD_IDS, LONG_IDS, OPTIONS, EFFORT -> "";
            case SEALED -> "{\"type\": \"redacted_thinking\", \"data\": \"E\"},";
            case EMPTY -> "{\"type\": \"thinking\", \"thinking\": \"\", \"signature\": \"\"},";
            case OPEN_TEXT, SIGNED, TICKET, INTERLEAVED ->
                "{\"type\": \"thinking\", \"thinking\": \"I look.\", \"signature\": \"" + signature + "\"},";
        };
        boolean isTwice = from == From.INTERLEAVED;
        String again = isTwice
                ? "," + thought + "{\"type\": \"tool_use\", \"id\": \"Bcd123xyz\", \"name\": \"get\", \"input\": {}}"
                : "";
        String result =
                isTwice ? ",{\"type\": \"tool_result\", \"tool_use_id\": \"Bcd123xyz\", \"content\": \"Twice.\"}" : "";
        return """
            {"max_tokens": 9000, "messages": [{"role": "user", "content": "go"},
                {"role": "assistant", "content": [%s
                    {"type": "tool_use", "id": "%s", "name": "get", "input": {}}%s]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "%s", "content": "It rains."}%s]},
                {"role": "assistant", "content": [%s {"type": "text", "text": "So be it."}]},
                {"role": "user", "content": "on"}]}
            """.formatted(thought, id, again, id, result, thought);
    }

    private static String responses(From from, String id) {
        String item = "\"type\": \"reasoning\", \"id\": \"rs_%d\", \"summary\": []";
        String thought = switch (from) {
            case NOWHERE, ODD_IDS, LONG_IDS, OPTIONS, EFFORT -> "";
            case OPEN_TEXT, INTERLEAVED ->
                "{" + item + ", \"content\": [{\"type\": \"reasoning_text\", \"text\": \"I look.\"}]},";
            case EMPTY -> "{" + item + "},";
            case SIGNED, SEALED -> "{" + item + ", \"encrypted_content\": \"E\"},";
            case TICKET -> "{" + item + ", \"encrypted_content\": \"" + ticket() + "\"},";
        };
        return """
            {"store": false, "input": [{"type": "message", "role": "user", "content": "go"},
                %s {"type": "function_call", "call_id": "%s", "name": "get", "arguments": "{}"},
                {"type": "function_call_output", "call_id": "%s", "output": "It rains."},
                %s {"type": "message", "role": "assistant", "content": [
                    {"type": "output_text", "text": "So be it."}]},
                {"type": "message", "role": "user", "content": "on"}]}
            """.formatted(thought.replace("%d", "1"), id, id, thought.replace("%d", "2"));
    }

    private static String ticket() {
        return "ThroughlineKabcB0M0123456789abcdef0123456789abcdefZZ";
    }
}
