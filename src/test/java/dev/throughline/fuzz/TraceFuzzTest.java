package dev.throughline.fuzz;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.fuzz.RandomHistories.History;
import dev.throughline.testing.BareConversations;
import dev.throughline.testing.Thorough;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.history.HistoryTracer;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.trace.repair.HistoryRepair;
import dev.throughline.trace.repair.HistoryStripping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class TraceFuzzTest {
    private static final int INPUTS = 3_000;

    @ParameterizedTest
    @EnumSource
    void anyHistoryIsTracedAndRepairedOnce(Dialect dialect) throws InterruptedException {
        FuzzRunner.of("trace " + dialect.id(), RandomHistories.damaged(dialect), INPUTS, history -> {
            Conversation request = BareConversations.of(dialect, history.messages());
            RunHistory run = run(history, dialect);
            assertThat(HistoryTracer.clues(request, "hash").bodyHash()).isEqualTo("hash");
            for (ThinkingPolicy thinkingPolicy : ThinkingPolicy.values()) {
                var known = new RunHistory(thinkingPolicy, run.exchanges(), Map.of("[THINK-OAI-T1-00000000]", "other"));
                TraceResult traceResult = HistoryTracer.trace(request, "hash", Map.of("session_id", "s"), known);
                assertThat(Preservation.of(traceResult, known).header())
                        .matches("n/a|(exact|modified|missing); turns=[0-9,]+(\\.\\.\\.)?");
            }
            EditedHistory repaired = HistoryRepair.repair(request, run);
            assertThat(without(repaired.request())).isEqualTo(without(request));
            assertThat(HistoryRepair.repair(repaired.request(), run).repairs()).isEmpty();
            assertThat(HistoryStripping.keepLast(request).request().messages()).hasSameSizeAs(request.messages());
        });
    }

    @ParameterizedTest
    @EnumSource
    void strippedReasoningComesBackByteForByte(Dialect dialect) throws InterruptedException {
        FuzzRunner.of("repair " + dialect.id(), RandomHistories.intact(dialect), INPUTS, history -> {
            Conversation whole = BareConversations.of(dialect, history.messages());
            Conversation stripped = HistoryStripping.none(whole).request();
            assertThat(thoughts(stripped)).isEmpty();
            EditedHistory repaired = HistoryRepair.repair(stripped, run(history, dialect));
            assertThat(thoughts(repaired.request())).isEqualTo(thoughts(whole));
        });
    }

    private static RunHistory run(History history, Dialect dialect) {
        List<TracedExchange> exchanges = RandomHistories.exchanges(history.answers(), dialect);
        return new RunHistory(ThinkingPolicy.PRESERVED, exchanges, Map.of());
    }

    private static List<List<Part>> without(Conversation request) {
        return request.messages().stream()
                .map(message -> message.parts().stream()
                        .filter(part -> !(part instanceof Part.Reasoning) && !(part instanceof Part.RedactedReasoning))
                        .toList())
                .toList();
    }

    /// Text and proof of every block.
    private static List<String> thoughts(Conversation request) {
        List<String> thoughts = new ArrayList<>();
        for (Message message : request.messages()) {
            if (message.role() == Role.ASSISTANT) {
                for (Part part : message.parts()) {
                    switch (part) {
                        case Part.Reasoning(String _, String _, String text, Optional<String> proof) ->
                            thoughts.add(text + "|" + proof.orElse(""));
                        case Part.RedactedReasoning(String _, String data) -> thoughts.add("sealed " + data);
                        case Part.Text _,
                                Part.ToolCall _,
                                Part.ToolResult _,
                                Part.Reference _,
                                Part.Image _,
                                Part.Other _ -> {}
                    }
                }
            }
        }
        return thoughts;
    }
}
