package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.anthropic.AnthropicBackendCodec;
import dev.throughline.wire.chat.ChatBackendCodec;
import dev.throughline.wire.responses.ResponsesBackendCodec;
import dev.throughline.wire.translation.FieldTreatmentTable.FieldTreatment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Every known field of a request, for every other dialect: the table matches what happens.
class FieldTreatmentTableTest {
    /// Values that are no default. A field that is not here has the value `{"x": "y"}`.
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("stream", "true"),
            Map.entry("max_tokens", "7"),
            Map.entry("max_completion_tokens", "7"),
            Map.entry("max_output_tokens", "7"),
            Map.entry("temperature", "0.5"),
            Map.entry("top_p", "0.5"),
            Map.entry("top_k", "4"),
            Map.entry("n", "2"),
            Map.entry("stop", "'x'"),
            Map.entry("stop_sequences", "['x']"),
            Map.entry("user", "'me'"),
            Map.entry("system", "'s'"),
            Map.entry("instructions", "'s'"),
            Map.entry("parallel_tool_calls", "false"),
            Map.entry("enable_thinking", "false"),
            Map.entry("clear_thinking", "true"),
            Map.entry("thinking", "{'type':'enabled','budget_tokens':2000}"),
            Map.entry("reasoning_effort", "'low'"),
            Map.entry("reasoning/effort", "'low'"),
            Map.entry("output_config/effort", "'low'"),
            Map.entry("output_config/format", "{'type':'json_schema','schema':{'a':1}}"),
            Map.entry("output_format", "{'type':'json_schema','schema':{'a':1}}"),
            Map.entry("text/format", "{'type':'json_schema','name':'n','schema':{'a':1}}"),
            Map.entry("response_format", "{'type':'json_schema','json_schema':{'name':'n','schema':{'a':1}}}"),
            Map.entry("metadata/user_id", "'me'"),
            Map.entry("thinking/type", "'disabled'"),
            Map.entry("thinking/budget_tokens", "2000"),
            Map.entry("thinking/clear_thinking", "true"),
            Map.entry("service_tier", "'flex'"),
            Map.entry("verbosity", "'low'"),
            Map.entry("previous_response_id", "'resp_1'"),
            Map.entry("tool_choice", "'required'"));

    /// Required, or seen only together with others.
    private static final Set<String> NOT_ALONE = Set.of("model", "messages", "input", "tools", "tool_choice");

    static Stream<Arguments> fields() {
        return Arrays.stream(Dialect.values())
                .flatMap(from -> Arrays.stream(Dialect.values())
                        .filter(to -> to != from)
                        .flatMap(to -> FieldTreatmentTable.fields(from).stream()
                                .filter(field -> !NOT_ALONE.contains(field))
                                .map(field -> Arguments.of(from, field, to))));
    }

    @ParameterizedTest(name = "{0} {1} to {2}")
    @MethodSource("fields")
    void theTableSaysWhatHappens(Dialect from, String field, Dialect to) {
        String value = VALUES.getOrDefault(field, "{'x':'y'}");
        int slash = field.indexOf('/');
        String fields = slash < 0
                ? "'" + field + "':" + value
                : "'" + field.substring(0, slash) + "':{'" + field.substring(slash + 1) + "':" + value + "}";
        String tools = from == Dialect.OPENAI_CHAT
                ? "'tools':[{'type':'function','function':{'name':'f'}}],"
                : from == Dialect.ANTHROPIC
                        ? "'tools':[{'name':'f','input_schema':{}}],"
                        : "'tools':[{'type':'function','name':'f'}],";
        Conversation with = TranslationLossTest.request(from, tools + fields);
        Conversation without = TranslationLossTest.request(from, tools + "'stream':false");
        TranslationLoss loss = TranslationLoss.of(with, to);
        boolean isWritten = !translated(with, to).equals(translated(without, to));

        FieldTreatment fate = FieldTreatmentTable.of(from, field, to);
        assertThat(loss.refusal().isPresent()).isEqualTo(fate == FieldTreatment.REFUSED);
        if (field.equals("thinking") || FieldTreatmentTable.isSplit(from, field)) {
            return;
        }
        assertThat(loss.dropped().isEmpty()).as("%s", loss.dropped()).isEqualTo(fate != FieldTreatment.DROPPED);
        assertThat(isWritten).isEqualTo(fate == FieldTreatment.CARRIED);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void theDocumentedTableIsTheOneInUse(Dialect from) throws IOException {
        String page = Files.readString(Path.of("src/site/markdown/reference/translation.md"));

        for (String field : FieldTreatmentTable.fields(from)) {
            var row = new StringBuilder("| `" + from.id() + "` | `" + field + "` |");
            for (Dialect to : Dialect.values()) {
                row.append(
                        to == from
                                ? " – |"
                                : " "
                                        + FieldTreatmentTable.of(from, field, to)
                                                .name()
                                                .toLowerCase(Locale.ROOT) + " |");
            }
            assertThat(page).contains(row);
        }
    }

    static Stream<Dialect> dialects() {
        return Arrays.stream(Dialect.values());
    }

    private static ObjectNode translated(Conversation request, Dialect to) {
        BackendCodec codec = switch (to) {
            case OPENAI_CHAT -> new ChatBackendCodec();
            case ANTHROPIC -> new AnthropicBackendCodec();
            case RESPONSES -> new ResponsesBackendCodec();
        };
        return codec.translate(
                request,
                new Adaptation(HistoryField.values()[0], JsonNodeFactory.instance.objectNode(), false, Set.of()));
    }
}
