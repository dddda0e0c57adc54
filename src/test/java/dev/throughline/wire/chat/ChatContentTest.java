package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Part;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static dev.throughline.wire.chat.ChatRequests.json;
import static org.assertj.core.api.Assertions.assertThat;

class ChatContentTest {
    private static final String PDF = "JVBERi0xLjQ=";
    private static final String FILE =
            "{'type':'file','file':{'filename':'%s','file_data':'data:application/pdf;base64," + PDF + "'}}";
    private static final String IMAGE = "{'type':'image_url','image_url':{'url':'https://h/a'}}";

    /// Parts that have no place in the content of a message.
    private static final List<Part> ELSEWHERE = List.of(
            new Part.Reasoning("", "reasoning", "r", Optional.empty()),
            new Part.RedactedReasoning("", "d"),
            new Part.ToolCall("", "c", "f", "{}"),
            new Part.Reference("", "id"),
            new Part.Other("", json("{'type':'document','source':{'data':'none'}}")));

    private static final List<Part> FILES = List.of(
            new Part.Other("", json("{'type':'document','title':'t','source':{'data':'" + PDF + "'}}")),
            new Part.Image("", new ImageSource.Linked("https://h/a"), json("{}")),
            new Part.Other("", json("{'type':'input_file','file_data':'data:application/pdf;base64," + PDF + "'}")));

    @Test
    void aThoughtMayBeAListOfTexts() {
        List<Part> parts = ChatRequests.chat("{'model':'m','messages':[{'role':'assistant','content':["
                        + "{'type':'thinking','thinking':[{'type':'text','text':'a'},{'type':'reference'}]},"
                        + "{'type':'text','text':'b'}]}]}")
                .messages()
                .getFirst()
                .parts();

        assertThat(parts)
                .containsExactly(
                        new Part.Reasoning("/messages/0/content/0/thinking/0/text", "thinking", "a", Optional.empty()),
                        new Part.Text("/messages/0/content/1/text", "b"));
    }

    @Test
    void contentIsTheTextsImagesAndPdfs() {
        List<Part> parts = concat(List.of(new Part.Text("", "a")), FILES);

        assertThat(ChatContent.of(
                        concat(ELSEWHERE, concat(List.of(new Part.ToolResult("", "c", "o", false)), parts)), true))
                .isEqualTo(array("{'type':'text','text':'a'}," + FILE.formatted("t") + "," + IMAGE + ","
                        + FILE.formatted("document.pdf")));
        assertThat(ChatContent.of(ELSEWHERE, false).textValue()).isEmpty();
    }

    @Test
    void theImagesAndPdfsOfAResultFollowInAUserMessageThatNamesItsCall() {
        ArrayNode messages = JsonNodeFactory.instance.arrayNode();

        ChatToolResults.write(
                concat(List.of(new Part.ToolResult("", "c", "o", false)), concat(ELSEWHERE, FILES)), messages);

        assertThat(messages)
                .isEqualTo(array("{'role':'tool','tool_call_id':'c','content':'o'},{'role':'user','content':["
                        + "{'type':'text','text':'File in the result of call c:'}," + FILE.formatted("t") + ","
                        + "{'type':'text','text':'Image in the result of call c:'}," + IMAGE + ","
                        + "{'type':'text','text':'File in the result of call c:'}," + FILE.formatted("document.pdf")
                        + "]}"));
    }

    private static List<Part> concat(List<Part> first, List<Part> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static ArrayNode array(String elements) {
        return (ArrayNode) json("{'a':[" + elements + "]}").path("a");
    }
}
