package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.filter.Anomaly.Kind;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.testing.DerivedFamilies;
import dev.throughline.testing.GlmFilters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What a backend has parsed itself passes each filter in its place among what the filter finds in the text.
class ParsedEventsTest {
    private static final Finish STOP = new Finish(FinishReason.STOP);
    private static final Finish CALLS = new Finish(FinishReason.TOOL_CALLS);
    private static final Usage USAGE = new Usage(1, 2, 0, 0);
    private static final ReasoningSignature PROOF = new ReasoningSignature("proof");
    private static final RedactedReasoning REDACTED = new RedactedReasoning("opaque");
    private static final Failure FAILURE = Failure.of(FailureKind.OVERLOADED, "busy");

    /// The filters, with a call in the text as each reads it.
    enum Kinds {
        GLM("<tool_call>find</tool_call>") {
            @Override
            FamilyFilter filter(FilterSettings settings) {
                return GlmFilters.of(settings);
            }
        },
        TEMPLATE("<calls><call:find>{}</call></calls>") {
            @Override
            FamilyFilter filter(FilterSettings settings) {
                return new FamilyFilter(settings, DerivedFamilies.BRACKETS);
            }
        };

        private final String call;

        Kinds(String call) {
            this.call = call;
        }

        abstract FamilyFilter filter(FilterSettings settings);

        FamilyFilter filter(int maxCalls) {
            Map<String, JsonNode> tools = Map.of("find", JsonNodeFactory.instance.objectNode());
            return filter(new FilterSettings(false, tools, maxCalls, () -> "made"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatNeedsNoChangeIsTheSameEvent(Kinds kind) {
        List<StreamEvent> given =
                new ArrayList<>(List.of(new Start("glm"), new ReasoningDelta("why"), PROOF, REDACTED));
        given.add(new TextDelta("So."));
        given.addAll(parsed(0, "a"));
        given.addAll(parsed(1, "b"));
        given.addAll(List.of(USAGE, CALLS));
        FamilyFilter filter = kind.filter(2);

        List<StreamEvent> passed = pass(filter, given.toArray(StreamEvent[]::new));

        assertThat(passed).hasSameSizeAs(given);
        for (int i = 0; i < given.size(); i++) {
            assertThat(passed.get(i)).isSameAs(given.get(i));
        }
        assertThat(filter.isTurnOver()).isFalse();
        assertThat(filter.anomalies()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatStopsBehindACallEndsInCalls(Kinds kind) {
        List<StreamEvent> given = new ArrayList<>(parsed(0, "a"));
        given.add(STOP);

        assertThat(pass(kind.filter(2), given.toArray(StreamEvent[]::new))).endsWith(new ToolCallEnd(0), CALLS);
        assertThat(pass(kind.filter(2), new TextDelta("So."), STOP)).containsExactly(new TextDelta("So."), STOP);
    }

    @ParameterizedTest
    @EnumSource
    void callsAreCountedBehindThoseOfTheText(Kinds kind) {
        List<StreamEvent> given = new ArrayList<>(List.of(new TextDelta("Go.\n" + kind.call)));
        given.addAll(parsed(0, "a"));
        given.addAll(parsed(1, "b"));
        given.add(STOP);

        List<StreamEvent> passed = pass(kind.filter(9), given.toArray(StreamEvent[]::new));

        List<StreamEvent> expected =
                new ArrayList<>(List.of(new TextDelta("Go."), new ToolCallStart(0, "made", "find")));
        expected.add(new ToolCallArgs(0, "{}"));
        expected.add(new ToolCallEnd(0));
        expected.addAll(parsed(1, "a"));
        expected.addAll(parsed(2, "b"));
        expected.add(CALLS);
        assertThat(passed).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void nothingButTheEndFollowsTheLastCallThatIsAllowed(Kinds kind) {
        FamilyFilter filter = kind.filter(1);
        List<StreamEvent> given = new ArrayList<>(parsed(0, "a"));
        given.addAll(parsed(1, "b"));
        given.addAll(List.of(
                new TextDelta("more"),
                new ReasoningDelta("more"),
                PROOF,
                REDACTED,
                new TextDelta("[THI"),
                USAGE,
                STOP));
        given.addAll(4, parsed(2, "c"));

        List<StreamEvent> passed = pass(filter, given.toArray(StreamEvent[]::new));

        List<StreamEvent> expected = new ArrayList<>(parsed(0, "a"));
        expected.addAll(List.of(USAGE, CALLS));
        assertThat(passed).isEqualTo(expected);
        assertThat(filter.isTurnOver()).isTrue();
        assertThat(filter.anomalies()).containsExactly(new Anomaly(Kind.TOO_MANY_CALLS, 0, "1"));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsHeldBackComesBeforeIt(Kinds kind) {
        List<StreamEvent> followers =
                List.of(new ReasoningDelta("why"), REDACTED, new ToolCallStart(0, "a", "find"), FAILURE);
        for (StreamEvent next : followers) {
            assertThat(pass(kind.filter(9), new TextDelta("[THI"), next))
                    .as("before %s", next)
                    .containsExactly(new TextDelta("[THI"), next);
        }
        assertThat(pass(kind.filter(9), new TextDelta("[THI"), PROOF))
                .containsExactly(new TextDelta("[THI"), new ReasoningDelta(""), PROOF);
    }

    @ParameterizedTest
    @EnumSource(names = "TEMPLATE")
    void reasoningInTheTextEndsAtACallOfTheBackend(Kinds kind) {
        List<StreamEvent> given = new ArrayList<>(List.of(new TextDelta("[THINK]why")));
        given.addAll(parsed(0, "a"));
        given.addAll(List.of(new TextDelta("So.[THINK]w[/THINK]"), STOP));

        List<StreamEvent> passed = pass(kind.filter(9), given.toArray(StreamEvent[]::new));

        assertThat(passed).startsWith(new ReasoningDelta("why"), new ToolCallStart(0, "a", "find"));
        assertThat(passed).endsWith(new TextDelta("So."), new ReasoningDelta("w"), CALLS);
    }

    @ParameterizedTest
    @EnumSource
    void whiteSpaceAroundACallOfTheBackendIsText(Kinds kind) {
        List<StreamEvent> given = new ArrayList<>(List.of(new TextDelta("Go. \n")));
        given.addAll(parsed(0, "a"));
        given.add(new TextDelta("\n"));
        given.addAll(parsed(1, "b"));
        given.addAll(List.of(new TextDelta(" \nSo. "), STOP));

        List<StreamEvent> passed = pass(kind.filter(9), given.toArray(StreamEvent[]::new));

        List<StreamEvent> expected = new ArrayList<>(List.of(new TextDelta("Go."), new TextDelta(" \n")));
        expected.addAll(parsed(0, "a"));
        expected.add(new TextDelta("\n"));
        expected.addAll(parsed(1, "b"));
        expected.addAll(List.of(new TextDelta(" \nSo."), new TextDelta(" "), CALLS));
        assertThat(passed).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void aFailureEndsTheText(Kinds kind) {
        assertThat(pass(kind.filter(9), new TextDelta("a "), USAGE, FAILURE))
                .containsExactly(new TextDelta("a"), new TextDelta(" "), USAGE, FAILURE);
    }

    @ParameterizedTest
    @EnumSource
    void aReasoningFieldIsEvidence(Kinds kind) {
        FamilyFilter filter = kind.filter(9);
        pass(filter, new ReasoningDelta("why"), new ReasoningDelta(""), new TextDelta("So."), STOP);
        FamilyFilter without = kind.filter(9);
        pass(without, new TextDelta("[THINK]why[/THINK]So."), STOP);

        assertThat(filter.reasoningEvidence()).isEqualTo(ReasoningEvidence.FIELD);
        assertThat(without.reasoningEvidence()).isEqualTo(ReasoningEvidence.NONE);
    }

    @Test
    void anAnswerOfGlmStartsAsDetected() {
        FamilyFilter filter = Kinds.GLM.filter(9);
        var undecided = new ReasoningStartDetector(Set.of(), ReasoningOpening.UNKNOWN, GlmFilters.MARKERS);
        filter.startAs(undecided);
        assertThat(pass(filter, new TextDelta("So."), STOP)).containsExactly(new TextDelta("So."), STOP);
        FamilyFilter started = Kinds.GLM.filter(9);
        var inside = new ReasoningStartDetector(Set.of(), ReasoningOpening.UNKNOWN, GlmFilters.MARKERS);
        inside.on(new TextDelta("why</think>So."));
        inside.on(STOP);
        started.startAs(inside);

        assertThat(pass(started, new TextDelta("why</think>So."), STOP))
                .containsExactly(new ReasoningDelta("why"), new TextDelta("So."), STOP);
    }

    private static List<StreamEvent> parsed(int index, String id) {
        return List.of(new ToolCallStart(index, id, "find"), new ToolCallArgs(index, "{}"), new ToolCallEnd(index));
    }

    private static List<StreamEvent> pass(FamilyFilter filter, StreamEvent... events) {
        List<StreamEvent> passed = new ArrayList<>();
        for (StreamEvent event : events) {
            filter.on(event, passed::add);
        }
        return passed;
    }
}
