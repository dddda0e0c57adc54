package dev.throughline.gateway.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.conversation.Dialect;
import dev.throughline.filter.Family;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.FilterSettings;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.DerivedFamilies;
import dev.throughline.testing.GlmFilters;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.anthropic.AnthropicBackendCodec;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.chat.ChatBackendCodec;
import dev.throughline.wire.chat.ChatCodec;
import dev.throughline.wire.responses.ResponsesBackendCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Text that only looks like markup for a moment leaves in the frames in which it came, in every dialect and field.
@Thorough
class UnchangedFramesTest {
    private static final String THOUGHT = "\nif a < b then </div> or [1], <|user|> <tool \n ";
    private static final Cut WHOLE = new Cut("not cut", List.of());
    private static final String TEXT = "one <b> [two] <|us \n\n three.\n\n";

    /// The filters, each behind what a model of its family may begin to write.
    enum Kinds {
        GLM {
            @Override
            FamilyFilter filter() {
                return GlmFilters.of(settings());
            }
        },
        TEMPLATE {
            @Override
            FamilyFilter filter() {
                var form = DerivedFamilies.form(
                        Family.Style.NAMED, "<tool_call>", "<call: {name} >", "</call>", "</tool_call>");
                return new FamilyFilter(
                        settings(), DerivedFamilies.of(DerivedFamilies.pair("[THINK]", "[/THINK]"), form));
            }
        };

        abstract FamilyFilter filter();

        private static FilterSettings settings() {
            Map<String, JsonNode> tools = Map.of("find", JsonNodeFactory.instance.objectNode());
            return new FilterSettings(false, tools, 128, () -> "made");
        }
    }

    /// Where a backend carries reasoning.
    private record Form(DialectCodec client, BackendCodec backend, ReasoningField field) {
        @Override
        public String toString() {
            return client.dialect().id() + (client.dialect() == Dialect.OPENAI_CHAT ? " " + field.id() : "");
        }

        String stream(List<StreamEvent> events) {
            StreamEncoder encoder = client.streamEncoder(new AnswerHead("x1", "glm", Instant.EPOCH, true, field, ""));
            var out = new FrameBuffer();
            events.forEach(event -> encoder.on(event, out));
            return new String(out.take(), StandardCharsets.UTF_8);
        }
    }

    static Stream<Arguments> forms() {
        List<Form> forms = new ArrayList<>(List.of(
                new Form(new AnthropicCodec(), new AnthropicBackendCodec(), ReasoningField.REASONING_CONTENT),
                new Form(new ResponsesCodec(), new ResponsesBackendCodec(), ReasoningField.REASONING_CONTENT)));
        for (ReasoningField field : ReasoningField.values()) {
            forms.add(new Form(new ChatCodec(), new ChatBackendCodec(), field));
        }
        return forms.stream().flatMap(form -> Stream.of(Kinds.values()).map(kind -> Arguments.of(form, kind)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("forms")
    void framesWithoutMarkupStayHoweverTheirTextIsCut(Form form, Kinds kind) {
        for (Cuts set : Cuts.of(THOUGHT.length(), 11)) {
            for (Cut cut : set.cuts()) {
                stays(form, kind::filter, answer(cut.pieces(THOUGHT), List.of(TEXT)), cut);
            }
        }
        for (Cuts set : Cuts.of(TEXT.length(), 12)) {
            for (Cut cut : set.cuts()) {
                stays(form, kind::filter, answer(List.of(THOUGHT), cut.pieces(TEXT)), cut);
            }
        }
    }

    /// As a vendor answers that shows no reasoning.
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("forms")
    void aProofWithoutATextStays(Form form, Kinds kind) {
        stays(form, kind::filter, answer(List.of(), List.of(TEXT)), WHOLE);
    }

    private static void stays(Form form, Supplier<FamilyFilter> filter, List<StreamEvent> events, Cut cut) {
        String stream = form.stream(events);

        RelayedStream relayed = RelayedStream.of(
                form.backend().relay(), Optional.of(filter.get()), stream.getBytes(StandardCharsets.UTF_8));

        assertThat(relayed.sent())
                .as(cut.name())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(stream);
        assertThat(relayed.replaced()).as(cut.name()).isEmpty();
        assertThat(text(relayed.passed())).as(cut.name()).isEqualTo(text(events));
    }

    private static List<StreamEvent> answer(List<String> thought, List<String> text) {
        List<StreamEvent> events = new ArrayList<>(List.of(new Start("glm")));
        thought.forEach(piece -> events.add(new ReasoningDelta(piece)));
        events.add(new ReasoningSignature("proof"));
        text.forEach(piece -> events.add(new TextDelta(piece)));
        events.addAll(List.of(
                new ToolCallStart(0, "call_1", "find"),
                new ToolCallArgs(0, "{\"q\":\"<"),
                new ToolCallArgs(0, "\"}"),
                new ToolCallEnd(0)));
        events.add(new TextDelta(" end "));
        events.addAll(List.of(new Usage(1, 2, 0, 0), new Finish(FinishReason.TOOL_CALLS)));
        return events;
    }

    private static String text(List<StreamEvent> events) {
        var text = new StringBuilder();
        for (StreamEvent event : events) {
            switch (event) {
                case TextDelta(String more) -> text.append(more);
                case ReasoningDelta(String more) -> text.append(more);
                case ToolCallArgs(int _, String more) -> text.append(more);
                case StreamEvent _ -> {}
            }
        }
        return text.toString();
    }
}
