package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.rest.SettingName;
import dev.throughline.stub.StubIssuer;
import dev.throughline.stub.StubSettings;
import dev.throughline.vendor.Profile;
import dev.throughline.vendor.RuleBook;
import dev.throughline.wire.ReasoningField;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/// What the stub issues as a vendor is accepted by the same vendor when it comes back as it was issued: of every
/// profile of the rule book, in every dialect that it speaks, with every model of it.
class VendorEchoTest {
    private static final RuleBook BOOK = RuleBook.bundled();
    private static final List<String> SCENARIOS = List.of("tools", "interleaved");
    private static final int TURNS = 2;
    private static final int MOST_STEPS = 12;

    /// Names as vendors write them, at least one of each profile that names its models.
    private static final List<String> MODELS = List.of(
            "qwen3",
            "claude-3-7-sonnet-20250219",
            "claude-sonnet-4-20250514",
            "claude-haiku-4-5-20251001",
            "claude-opus-4-5",
            "claude-opus-4-6",
            "claude-sonnet-4-6",
            "claude-opus-4-7",
            "claude-opus-4-8",
            "claude-fable-5",
            "claude-opus-5",
            "claude-sonnet-5",
            "claude-fable-5-1",
            "claude-opus-5-5",
            "claude-sonnet-5-5",
            "claude-haiku-5-5",
            "o3",
            "gpt-4o",
            "gpt-5",
            "gpt-5.1",
            "gpt-5.3-codex",
            "gpt-5.4",
            "gpt-5.5",
            "gpt-5.6",
            "gpt-6",
            "gemini-3-pro-preview",
            "deepseek-v4",
            "deepseek-chat",
            "deepseek-v3.2",
            "deepseek-r1",
            "kimi-k2.6",
            "kimi-k2.7-code",
            "kimi-k2-thinking",
            "kimi-k3",
            "kimi-for-coding",
            "glm-4.7",
            "glm-5.2",
            "glm-5.3",
            "MiniMax-M2.5",
            "MiniMax-M3",
            "qwen4-max",
            "mistral-large-4",
            "mistral-small-4",
            "mistral-medium-3.5",
            "grok-4.3",
            "grok-3-mini",
            "openai/gpt-oss-120b");

    /// Where the vendor itself refuses or loses what it gave, as reported: models of Groq that do not read `reasoning`,
    /// R1, LM Studio, and Messages of SGLang.
    private static final Set<String> NOT_TAKEN_BACK =
            Set.of("groq-reasoning-model", "deepseek-r1-input", "lmstudio-thought", "sglang-messages-thought");

    static Stream<Arguments> combinations() {
        return BOOK.profiles().values().stream()
                .filter(StubIssuer::isPlayed)
                .flatMap(profile -> Arrays.stream(Dialect.values())
                        .filter(dialect -> profile.forms().contains(dialect.id()))
                        .flatMap(dialect -> models(profile, dialect)
                                .map(model -> argumentSet(
                                        profile.id() + " " + dialect.id() + " " + model, profile, dialect, model))));
    }

    /// Of a profile of any model one is enough.
    private static Stream<String> models(Profile profile, Dialect dialect) {
        boolean isOfAny = profile.models().pattern().equals(".*");
        return MODELS.stream()
                .filter(profile::isModel)
                .filter(model -> BOOK.as(profile.id(), dialect).profile(model).equals(Optional.of(profile)))
                .limit(isOfAny ? 1 : MODELS.size());
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void whatIsIssuedIsAccepted(Profile profile, Dialect dialect, String model) throws Exception {
        ReasoningField field = SettingName.find(
                        ReasoningField.class, profile.gives().getOrDefault("form", ""))
                .orElse(StubSettings.defaults().reasoningField());
        for (String scenario : SCENARIOS) {
            InProcessService service =
                    InProcessService.vendor(InProcessService.settings(scenario, field), profile, NOT_TAKEN_BACK);

            converse(service, Wire.of(dialect.id()), model);
        }
    }

    @Test
    void everyProfileOfADialectIsTried() {
        List<String> tried = combinations()
                .map(combination -> ((Profile) combination.get()[0]).id())
                .toList();

        assertThat(BOOK.profiles().values().stream()
                        .filter(StubIssuer::isPlayed)
                        .map(Profile::id)
                        .toList())
                .isSubsetOf(tried);
    }

    private static void converse(InProcessService service, Wire wire, String model) throws IOException {
        ArrayNode history = Wire.JSON.createArrayNode();
        for (int turn = 0; turn < TURNS; turn++) {
            wire.user(history, "Question " + turn);
            List<Wire.Call> calls = answer(service, wire, model, history);
            for (int step = 0; !calls.isEmpty(); step++) {
                assertThat(step).as("the tool loop does not end").isLessThan(MOST_STEPS);
                wire.results(
                        history,
                        calls.stream()
                                .map(call -> new Wire.Result(call.id(), "done"))
                                .toList());
                calls = answer(service, wire, model, history);
            }
        }
    }

    private static List<Wire.Call> answer(InProcessService service, Wire wire, String model, ArrayNode history)
            throws IOException {
        JsonNode answer = service.post(wire, request(wire, model, history));
        wire.carry(history, answer);
        return wire.calls(answer);
    }

    /// The options are those that each model allows.
    private static ObjectNode request(Wire wire, String model, ArrayNode history) {
        ObjectNode request = wire.request(history.deepCopy()).put("model", model);
        if (model.startsWith("gpt-4")) {
            request.remove("include");
        } else if (wire instanceof ChatWire && model.matches("gpt-(?:5\\.[4-9]|6).*")) {
            request.put("reasoning_effort", "none");
        }
        return request;
    }
}
