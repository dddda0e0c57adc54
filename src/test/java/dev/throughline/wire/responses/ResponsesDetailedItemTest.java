package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.wire.WireException;
import dev.throughline.wire.chat.ChatCodec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The items that details of a chat message become, written as `id summary+summary content proof`; an id that was made
/// here is `rs_`.
class ResponsesDetailedItemTest {
    private static final String OWN = "'format':'openai-responses-v1'";

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {S'a','id':'rs_1'}, {S'b','id':'rs_1'}, {E'p','id':'rs_1'} | rs_1 a+b - p
            {S'a','id':'rs_1'}, {E'p','id':'rs_2'}                     | rs_1 a - -; rs_2 - - p
            {S'a'}, {E'p','id':'rs_1'}, {S'b'}, {E'q','id':'rs_2'}     | rs_1 a - p; rs_2 b - q
            {T'a','id':'rs_1'}, {T'b','id':'rs_2'}                     | rs_1 - a -; rs_2 - b -
            {E'p','id':'rs_1'}, {E'q','id':'rs_2'}                     | rs_1 - - p; rs_2 - - q
            {S'a'}, {S'b'}                                             | rs_ a - -; rs_ b - -
            """)
    void detailsOfOneItemAreThatItem(String details, String items) throws WireException {
        assertThat(items(details.replace("{S", "{" + OWN + ",'type':'reasoning.summary','summary':")
                        .replace("{E", "{" + OWN + ",'type':'reasoning.encrypted','data':")
                        .replace("{T", "{" + OWN + ",'type':'reasoning.text','text':")))
                .isEqualTo(items);
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'text':'a','signature':'p','id':'x','format':'anthropic-claude-v1'}                | rs_ - a -
            {'type':'reasoning.encrypted','data':'d','format':'anthropic-claude-v1'}            | ``
            {'text':'a','signature':'p','id':'x'}                                               | rs_ - a p
            {'type':'reasoning.encrypted','data':'d','id':'x','format':'xai-responses-v1'}      | x - - d
            """)
    void aProofAndAnIdGoToTheDialectThatGaveThem(String details, String items) throws WireException {
        assertThat(items(details)).isEqualTo(items);
    }

    private static String items(String details) throws WireException {
        Conversation request = new ChatCodec()
                .decode(ResponsesRequestBodies.json("{'model':'m','messages':[{'role':'assistant','content':'Hello',"
                        + "'reasoning_details':[" + details + "]}]}"));
        JsonNode input = new ResponsesBackendCodec()
                .translate(request, ResponsesRequestBodies.NOTHING)
                .path("input");
        List<String> items = new ArrayList<>();
        for (JsonNode item : input) {
            if (item.path("type").asText().equals("reasoning")) {
                items.add(item.path("id").asText().replaceFirst("rs_[0-9a-f]{32}", "rs_") + " "
                        + texts(item.path("summary")) + " " + texts(item.path("content")) + " "
                        + item.path("encrypted_content").asText("-"));
            }
        }
        assertThat(input.get(input.size() - 1).at("/content/0/text").asText()).isEqualTo("Hello");
        return String.join("; ", items);
    }

    private static String texts(JsonNode parts) {
        List<String> texts = new ArrayList<>();
        parts.forEach(part -> texts.add(part.path("text").asText()));
        return texts.isEmpty() ? "-" : String.join("+", texts);
    }
}
