package dev.throughline.backend;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.settings.ModelFamily;
import dev.throughline.backend.settings.ReasoningIn;
import dev.throughline.filter.FilterSettings;
import dev.throughline.filter.ReasoningEvidence;
import dev.throughline.filter.ReasoningOpening;
import dev.throughline.gateway.proxy.ThinkingSwitch;
import dev.throughline.render.GlmVersion;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.GlmFilters;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What becomes of a `</think>` with `reasoning-in: auto`: by the family, what the request says about thinking,
/// what the backend showed before, and where the closer is.
@Thorough
class FirstAnswerTest {
    private static final String ON = "{}";

    /// The columns: the model's name; the request; what an answer before this one showed; the content; of it the
    /// reasoning; of it the text.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', nullValues = "-", textBlock = """
        # the template opens the reasoning, and nothing is known of the backend
        glm-4.7   | {} | - | So.</think>Hello              | So.            | Hello
        glm-5     | {} | - | So.\\n</think>\\n\\nHello       | So.\\n          | Hello
        glm-5.2   | {} | - | </think>Hello                 | ^^             | Hello
        glm-5.3   | {} | - | So.</think>Use `</think>` now | So.            | Use `</think>` now
        glm-4.7   | {} | - | Hello                         | ^^             | Hello
        # the closer is talked about
        glm-4.7   | {} | - | Use `</think>` to close.      | ^^             | Use `</think>` to close.
        glm-4.7   | {} | - | The tag `a</think>b` ends it. | ^^             | The tag `a</think>b` ends it.
        glm-5     | {} | - | Close with </think>.          | ^^             | Close with </think>.
        glm-5     | {} | - | It is called </think>         | ^^             | It is called </think>
        glm-5.2   | {} | - | So:\\n```\\n<b>\\n</think>\\n```\\nOk | ^^         | So:\\n```\\n<b>\\n</think>\\n```\\nOk
        glm-5.2   | {} | - | So:\\n~~~\\n</think>x\\n~~~\\nOk   | ^^          | So:\\n~~~\\n</think>x\\n~~~\\nOk
        # a backtick that closes nothing is none of a code span
        glm-4.7   | {} | - | The user`s.</think>Hello      | The user`s.    | Hello
        glm-4.7   | {} | - | It`s.</think>Hello\\n`b`       | It`s.          | Hello\\n`b`
        # these cannot be told from reasoning that ends
        glm-4.7   | {} | - | Close it:\\n</think>\\nIt is.   | Close it:\\n    | It is.
        glm-4.7   | {} | - | the tag</think>ends it        | the tag        | ends it
        # once the reasoning is open, its first closer ends it; behind a backtick that is left another one is text
        glm-4.7   | {} | - | I write `</think>`.</think>Hi | I write `      | `.</think>Hi
        # the name says nothing about the template
        my-glm    | {} | - | So.</think>Hello              | So.            | Hello
        my-glm    | {} | - | Use `</think>` to close.      | ^^             | Use `</think>` to close.
        my-glm    | {} | - | Hello                         | ^^             | Hello
        my-glm    | {} | ABSENT | Hi</think>you            | ^^             | Hiyou
        # thinking is off: the prompt has closed the reasoning
        glm-4.7   | {"chat_template_kwargs":{"enable_thinking":false}} | - | Hi</think>you | ^^ | Hiyou
        glm-5     | {"chat_template_kwargs":{"enable_thinking":null}}  | - | Hi</think>you | ^^ | Hiyou
        glm-5.2   | {"thinking":{"type":"disabled"}}   | - | Hi</think>you | ^^ | Hiyou
        glm-5.1   | {"reasoning":{"effort":"none"}}    | - | Hi</think>you | ^^ | Hiyou
        glm-4.7   | {"enable_thinking":true}           | - | So.</think>Hi | So. | Hi
        # but for the version that always thinks
        glm-5.3   | {"chat_template_kwargs":{"enable_thinking":false}} | - | So.</think>Hi | So. | Hi
        # the model opens its reasoning by itself
        glm-4.5   | {} | - | Hi</think>you                 | ^^             | Hiyou
        glm-4.6   | {} | - | <think>So.</think>Hi          | So.            | Hi
        glm-4.7   | {} | - | <think>So.</think>Hi          | So.            | Hi
        # a reasoning field was seen before: tags in a content are text
        glm-4.7   | {} | FIELD  | Hello </think> you       | ^^             | Hello </think> you
        glm-4.7   | {} | FIELD  | So.</think>Hi            | ^^             | So.</think>Hi
        # an answer closed its reasoning, or had none
        glm-4.7   | {} | CLOSED | So.</think>Hi            | So.            | Hi
        glm-4.7   | {} | ABSENT | So.</think>Hi            | ^^             | So.Hi
        glm-4.5   | {} | CLOSED | So.</think>Hi            | So.            | Hi
        """)
    void aCloserIsTakenForWhatItIs(
            String model, String request, String before, String content, String reasoning, String text) {
        String written = content.strip().replace("\\n", "\n");

        for (Cuts set : Cuts.of(written.length(), 5)) {
            for (Cut cut : set.cuts()) {
                var start = new ModelReasoningStates("b", ModelFamily.AUTO, ReasoningIn.AUTO);
                if (before != null) {
                    start.saw(model, ReasoningEvidence.valueOf(before));
                }
                List<StreamEvent> events = new ArrayList<>();
                cut.pieces(written).forEach(piece -> events.add(new TextDelta(piece)));
                events.add(new Finish(FinishReason.STOP));
                List<StreamEvent> read = read(start, model, json(request), events);

                assertThat(said(read, ReasoningDelta.class)).as(cut.name()).isEqualTo(unescaped(reasoning));
                assertThat(said(read, TextDelta.class)).as(cut.name()).isEqualTo(unescaped(text));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"Use `</think>` to close.", "The tag `a</think>b` ends it.", "Close with </think>."})
    void anAnswerThatOnlyTalksOfItTeachesNothing(String content) {
        var start = new ModelReasoningStates("b", ModelFamily.AUTO, ReasoningIn.AUTO);
        List<StreamEvent> events = List.of(new TextDelta(content), new Finish(FinishReason.STOP));

        read(start, "glm-4.7", json(ON), events);

        assertThat(start.of("glm-4.7")).isEqualTo(ReasoningState.UNSEEN);
    }

    /// Reads an answer as the proxy does, and learns from it.
    private static List<StreamEvent> read(
            ModelReasoningStates start, String model, ObjectNode request, List<StreamEvent> events) {
        boolean isOff = ThinkingSwitch.isOff(
                request,
                JsonNodeFactory.instance.objectNode(),
                ModelFamily.AUTO.version(model).flatMap(GlmVersion::find));
        ReasoningState state = start.of(model);
        ReasoningOpening opening = isOff ? ReasoningOpening.MODEL : start.opening(model, state);
        var settings = new FilterSettings(
                opening, state == ReasoningState.PARSED, Map.of(), false, 9, () -> "c", OptionalInt.empty());
        var filter = GlmFilters.of(settings);
        filter.startDetector().ifPresent(detector -> {
            events.forEach(detector::on);
            filter.startAs(detector);
        });
        List<StreamEvent> read = new ArrayList<>();
        events.forEach(event -> filter.on(event, read::add));
        if (!isOff) {
            start.saw(model, filter.reasoningEvidence());
        }
        return read;
    }

    private static String said(List<StreamEvent> events, Class<? extends StreamEvent> kind) {
        return events.stream()
                .filter(kind::isInstance)
                .map(event -> switch (event) {
                    case TextDelta(String more) -> more;
                    case ReasoningDelta(String more) -> more;
                    default -> "";
                })
                .collect(Collectors.joining());
    }

    private static String unescaped(String text) {
        return text.strip().replace("\\n", "\n");
    }

    private static ObjectNode json(String text) {
        try {
            JsonNode read = StrictJson.LENIENT.readTree(text);
            return (ObjectNode) read;
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
