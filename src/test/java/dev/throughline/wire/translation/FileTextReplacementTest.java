package dev.throughline.wire.translation;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Part;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileTextReplacementTest {

    /// `aGVsbG8=` is `hello`.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ANTHROPIC   | 'messages':[{'role':'user','content':[{'type':'document','title':'a.txt',\
            'source':{'type':'text','media_type':'text/plain','data':'hello'}}]}]
            ANTHROPIC   | 'messages':[{'role':'user','content':[{'type':'document','title':'a.txt',\
            'source':{'type':'base64','media_type':'text/plain','data':'aGVsbG8='}}]}]
            ANTHROPIC   | 'messages':[{'role':'user','content':[{'type':'document','title':'a.txt',\
            'source':{'type':'content','content':[{'type':'text','text':'hello'}]}}]}]
            ANTHROPIC   | 'messages':[{'role':'user','content':[{'type':'document','title':'a.txt',\
            'source':{'type':'content','content':'hello'}}]}]
            RESPONSES   | 'input':[{'role':'user','content':[{'type':'input_file','filename':'a.txt',\
            'file_data':'data:text/plain;base64,aGVsbG8='}]}]
            OPENAI_CHAT | 'messages':[{'role':'user','content':[{'type':'file','file':{'filename':'a.txt',\
            'file_data':'aGVsbG8='}}]}]
            """)
    void aFileThatIsTextBecomesTextWithItsName(Dialect from, String fields) {
        Conversation request = TranslationLossTest.request(from, fields);
        Dialect to = from == Dialect.OPENAI_CHAT ? Dialect.ANTHROPIC : Dialect.OPENAI_CHAT;

        assertThat(FileTextReplacement.inline(request, to).messages().getFirst().text())
                .isEqualTo("File a.txt:\nhello");
        assertThat(TranslationLoss.of(request, to)).satisfies(loss -> {
            assertThat(loss.dropped()).isEmpty();
            assertThat(loss.refusal()).isEmpty();
        });
        assertThat(FileTextReplacement.inline(request, from)).isSameAs(request);
    }

    @Test
    void aFileInAResultIsAddedToThatResult() {
        String document = "{'type':'document','source':{'type':'text','media_type':'text/plain','data':'D'}}";
        Conversation request = TranslationLossTest.request(
                Dialect.ANTHROPIC,
                "'messages':[{'role':'user','content':["
                        + "{'type':'tool_result','tool_use_id':'a','content':[{'type':'text','text':'T'}," + document
                        + "]},{'type':'tool_result','tool_use_id':'b','content':[" + document + "]}," + document
                        + "]}]");

        List<Part> parts = FileTextReplacement.inline(request, Dialect.OPENAI_CHAT).messages().stream()
                .flatMap(message -> message.parts().stream())
                .toList();

        assertThat(parts.stream()
                        .filter(Part.ToolResult.class::isInstance)
                        .map(part -> ((Part.ToolResult) part).text()))
                .containsExactly("T\n\nD", "D");
        assertThat(parts.stream().filter(Part.Text.class::isInstance).map(part -> ((Part.Text) part).text()))
                .containsExactly("D");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'messages':[{'role':'user','content':'u'}]",
                "'messages':[{'role':'user','content':[{'type':'hologram'}]}]",
                "'messages':[{'role':'user','content':[{'type':'document','source':{'type':'file','file_id':'f'}}]}]"
            })
    void aRequestWithoutATextFileIsTheSame(String messages) {
        Conversation request = TranslationLossTest.request(Dialect.ANTHROPIC, messages);

        assertThat(FileTextReplacement.inline(request, Dialect.OPENAI_CHAT)).isSameAs(request);
    }
}
