package dev.throughline.trace;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.trace.history.HistoryTracer;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.chat.ChatBackendCodec;
import dev.throughline.wire.chat.ChatCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The fields in which a chat answer left are the measure of its return. Messages are written with `'` for quotes.
class IssuedFieldTest {
    private static final String DETAIL =
            "{'type':'reasoning.text','text':'I think so.','signature':'s1','id':'rd_1','index':0}";
    private static final String SEALED = "{'type':'reasoning.encrypted','data':'d','id':'re_1','index':1}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'reasoning_content':'I think so.'",
                "'reasoning':'I think so.'",
                "'reasoning_text':'I think so.'",
                "'reasoning_content':'I think so.','reasoning':'I think so.'",
                "'reasoning_details':[" + DETAIL + "]",
                "'reasoning_details':[" + DETAIL + "," + SEALED + "]",
                "'reasoning':'I think so.','reasoning_details':[" + DETAIL + "," + SEALED + "]",
                "'reasoning':'I think so.','reasoning_details':[" + SEALED + "]"
            })
    void anAnswerThatComesBackAsItLeftIsExact(String fields) throws Exception {
        assertThat(preservation(fields, fields)).isEqualTo("exact; turns=1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'reasoning':'I think so.' | 'reasoning_content':'I think so.' | modified; turns=1",
                "'reasoning':'I think so.' | 'reasoning_text':'I think so.' | modified; turns=1",
                "'reasoning':'I think so.' | 'reasoning':'I think so' | modified; turns=1",
                "'reasoning':'I think so.' | 'own':1 | missing; turns=1",
                "'reasoning_content':'I think so.','reasoning':'I think so.' | 'reasoning':'I think so.'"
                        + " | exact; turns=1",
                "'reasoning':'I think so.','reasoning_details':[" + DETAIL + "] | 'reasoning':'I think so.'"
                        + " | modified; turns=1",
                "'reasoning':'I think so.','reasoning_details':[" + DETAIL + "] | 'reasoning_details':[" + DETAIL + "]"
                        + " | exact; turns=1",
                "'reasoning':'I think so.','reasoning_details':[" + SEALED + "] | 'reasoning':'I think so.'"
                        + " | missing; turns=1",
            })
    void whatComesBackOtherwiseIsNot(String issued, String returned, String header) throws Exception {
        assertThat(preservation(issued, returned)).isEqualTo(header);
    }

    private static String preservation(String issued, String returned) throws WireException {
        String body = "{'choices':[{'index':0,'message':{'role':'assistant','content':'Yes.'," + issued
                + "},'finish_reason':'stop'}]}";
        var backend = new ChatBackendCodec();
        var answer = StrictJson.parse(bytes(body));
        var items = new AnswerItemCollector(
                Dialect.OPENAI_CHAT, () -> backend.reasoningField(answer).orElseThrow());
        List<StreamEvent> events = new ArrayList<>();
        backend.decode(answer, events::add);
        events.forEach(items::on);
        assertThat(events).endsWith(new Finish(FinishReason.STOP));
        var run = new TokenlessRun(Dialect.OPENAI_CHAT);
        run.add(0, 1, items.items(), items.contentHash());
        Conversation request = new ChatCodec()
                .decode(StrictJson.parse(bytes("{'model':'m','messages':[{'role':'user','content':'Is it?'},"
                        + "{'role':'assistant','content':'Yes.'," + returned
                        + "},{'role':'user','content':'And that?'}]}")));
        return Preservation.of(HistoryTracer.trace(request, "", Map.of(), run.history()), run.history())
                .header();
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
