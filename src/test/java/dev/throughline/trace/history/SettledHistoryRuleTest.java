package dev.throughline.trace.history;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.AnswerItemCollector;
import dev.throughline.trace.IssuedReasoningDetails;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.ReasoningTurns;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.SettledHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TracedExchange;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.chat.ChatCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.result;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.signs;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.thinking;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

/// Which histories need not be examined again.
class SettledHistoryRuleTest {
    private static final Message ANSWER = assistant(1, thinking("One", "s"), text("Hello."));

    private final TokenlessRun run = new TokenlessRun(Dialect.ANTHROPIC);

    SettledHistoryRuleTest() {
        run.answer(0, 1, thinks("One"), signs("s"), says("Hello."));
    }

    @Test
    void oneWhoseAnswersAreAsIssued() {
        SettledHistory history = settled(user(0, "Hi"), ANSWER, user(2, "More")).orElseThrow();

        assertThat(history.isIntact()).isTrue();
        assertThat(history.reasoning()).isEqualTo(new ReasoningTurns(List.of(1), List.of(), List.of()));
        assertThat(settled(user(0, "Hi")).orElseThrow().reasoning()).isEqualTo(ReasoningTurns.NONE);
    }

    static Stream<Arguments> changed() {
        return Stream.of(
                Arguments.of(assistant(1, text("Hello.")), new ReasoningTurns(List.of(), List.of(), List.of(1))),
                Arguments.of(
                        assistant(1, thinking("One", ""), text("Hello.")),
                        new ReasoningTurns(List.of(), List.of(1), List.of())),
                Arguments.of(
                        assistant(1, thinking("Quite another thought", "s"), text("Hello.")),
                        new ReasoningTurns(List.of(), List.of(), List.of(1))),
                Arguments.of(
                        assistant(1, thinking("One", "s"), text("Hello. ")),
                        new ReasoningTurns(List.of(1), List.of(), List.of())));
    }

    @ParameterizedTest
    @MethodSource("changed")
    void oneWithChangedReasoningOrWhiteSpace(Message answer, ReasoningTurns turns) {
        run.answer(1, 1, says("Then."));

        SettledHistory history = settled(
                        user(0, "Hi"), answer, result(2, "c"), assistant(3, text("Then.")), result(4, "c"))
                .orElseThrow();

        assertThat(history.isIntact()).isFalse();
        assertThat(history.reasoning()).isEqualTo(turns);
    }

    /// What a client of another dialect than the backend's keeps as text and as details, or as one of them.
    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true"})
    void oneThatTheBackendExpectsInASeparateFormIsNotIntact(boolean hasText, boolean hasDetails) throws Exception {
        String details = "[{\"type\":\"reasoning.text\",\"text\":\"One\",\"signature\":\"s\"},"
                + "{\"type\":\"reasoning.encrypted\",\"data\":\"d\"}]";
        String fields = (hasText ? "\"reasoning_content\":\"One\"," : "")
                + (hasDetails ? "\"reasoning_details\":" + details + "," : "");
        Conversation request =
                new ChatCodec().decode(StrictJson.parse(("""
                {"model":"m","messages":[{"role":"user","content":"Hi"},
                 {"role":"assistant",%s"content":"Hello."},{"role":"user","content":"More"}]}""").formatted(fields).getBytes(StandardCharsets.UTF_8)));
        var items = new AnswerItemCollector(Dialect.OPENAI_CHAT, () -> ReasoningFields.EITHER);
        List.of(thinks("One"), says("Hello."), new StreamEvent.Finish(FinishReason.STOP))
                .forEach(items::on);
        TracedExchange answer = new TokenlessRun(Dialect.OPENAI_CHAT).add(0, 1, items.items(), items.contentHash());
        var history = new RunHistory(ThinkingPolicy.PRESERVED, List.of(issuing(answer, details)), Map.of());

        SettledHistory settled =
                HistoryTracer.trace(request, "", Map.of(), history).settled().orElseThrow();

        assertThat(settled.isIntact()).isFalse();
        assertThat(settled.reasoning()).isEqualTo(new ReasoningTurns(List.of(1), List.of(), List.of()));
    }

    private static TracedExchange issuing(TracedExchange answer, String details) {
        return new TracedExchange(
                answer.number(),
                answer.answerKey(),
                answer.link(),
                answer.facts(),
                answer.items(),
                List.of(),
                answer.contentHash(),
                answer.outcome(),
                Optional.of(new IssuedReasoningDetails("own", details)));
    }

    static Stream<Arguments> others() {
        var value = JsonNodeFactory.instance.objectNode();
        Part image = new Part.Image("/1", new ImageSource.Linked("https://host/x.png"), value);
        return Stream.of(
                        answered(assistant(1, thinking("One", "s"), text("Hello."), new Part.Other("/1", value))),
                        answered(assistant(1, thinking("One", "s"), text("Hello."), image)),
                        answered(assistant(
                                1, thinking("One", "s"), text("Hello."), new Part.ToolResult("/1", "c", "", false))),
                        answered(assistant(
                                1, thinking("One", "s"), text("Hello."), new Part.Reference("/1", "msg_k1_0"))),
                        answered(assistant(1, thinking("One", "s"), text("Unknown."))),
                        answered(assistant(1, thinking("One", "s")), assistant(2, text("Hello."))),
                        answered(ANSWER, ANSWER),
                        new Message[] {user(0, "Hi"), ANSWER},
                        new Message[] {user(0, "[CONTENT-OAI-T1-0000000a]"), ANSWER, user(2, "More")})
                .map(messages -> Arguments.of((Object) messages));
    }

    private static Message[] answered(Message... answers) {
        return Stream.of(Stream.of(user(0, "Hi")), Stream.of(answers), Stream.of(user(9, "More")))
                .flatMap(messages -> messages)
                .toArray(Message[]::new);
    }

    @ParameterizedTest
    @MethodSource("others")
    void noOther(Message[] messages) {
        assertThat(settled(messages)).isEmpty();
    }

    @Test
    void noneThatContinuesAStoredAnswerOrMayBeAnotherAnswers() {
        Conversation request = run.request(user(0, "Hi"), ANSWER, user(2, "More"));
        assertThat(settled(request.continuing(Optional.of("resp_k1")))).isEmpty();

        run.answer(0, 1, thinks("One"), signs("s"), says("Hello."));

        assertThat(settled(request)).isEmpty();
    }

    private Optional<SettledHistory> settled(Message... messages) {
        return settled(run.request(List.of(messages)));
    }

    private Optional<SettledHistory> settled(Conversation request) {
        return HistoryTracer.trace(request, "", Map.of(), run.history()).settled();
    }
}
