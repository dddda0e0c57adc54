package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.wire.PdfFile;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PdfTextReplacementTest {
    private static final String PDF = "{'type':'document','title':'a.pdf','cache_control':{'type':'ephemeral'},"
            + "'source':{'type':'base64','media_type':'application/pdf','data':'JVBERi0x'}}";
    private static final String TEXT = "{'type':'text','text':'u'}";
    private static final String MESSAGES = "'messages':[{'role':'user','content':[" + TEXT + "," + PDF + "]},"
            + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t','content':[" + PDF + "]}]}]";

    private final Conversation request = TranslationLossTest.request(Dialect.ANTHROPIC, MESSAGES);

    @Test
    void findsEachPdfByItsPointerInTheOrderOfTheRequest() {
        var pdf = new PdfFile("a.pdf", "JVBERi0x");

        assertThat(PdfTextReplacement.in(request))
                .containsExactly(
                        Map.entry("/messages/0/content/1", pdf), Map.entry("/messages/1/content/0/content/0", pdf));
    }

    @Test
    void aRequestWithoutAPdfHasNone() {
        assertThat(PdfTextReplacement.in(TranslationLossTest.request(
                        Dialect.ANTHROPIC,
                        "'messages':[{'role':'user','content':[" + TEXT + ",{'type':'hologram'}]}]")))
                .isEmpty();
    }

    /// The chat backend gets a text document in the end, which `FileTextReplacement` names.
    @Test
    void aTranslatedDocumentBecomesATextDocument() {
        ObjectNode body = PdfTextReplacement.replaced(request, Map.of("/messages/0/content/1", "hello"), true);

        assertThat(body.at("/messages/0/content"))
                .hasToString(json("[" + TEXT + ",{'type':'document',"
                        + "'title':'a.pdf','source':{'type':'text','media_type':'text/plain','data':'hello'}}]"));
    }

    @Test
    void aDocumentForABackendOfItsDialectBecomesATextBlockWithItsCacheControl() {
        String inResult = "/messages/1/content/0/content/0";

        ObjectNode body = PdfTextReplacement.replaced(request, Map.of(inResult, "hello"), false);

        assertThat(body.at(inResult))
                .hasToString(json("{'type':'text','text':'File a.pdf:\\nhello','cache_control':{'type':'ephemeral'}}"));
        assertThat(body.at("/messages/0")).isEqualTo(request.body().at("/messages/0"));
        assertThat(request.body().at(inResult + "/type").asText()).isEqualTo("document");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI_CHAT | true  | /messages/0/content/0 | 'messages':[{'role':'user','content':[{'type':'file',\
            'file':{'filename':'a.pdf','file_data':'JVBERi0x'}}]}] | {'type':'text','text':'File a.pdf:\\nhello'}
            RESPONSES   | false | /input/0/content/0 | 'input':[{'role':'user','content':[{'type':'input_file',\
            'filename':'a.pdf','file_data':'data:application/pdf;base64,JVBERi0x'}]}] | \
            {'type':'input_text','text':'File a.pdf:\\nhello'}
            RESPONSES   | true  | /input/0/content/0 | 'input':[{'role':'user','content':[{'type':'input_file',\
            'file_data':'JVBERi0x'}]}] | {'type':'input_text','text':'hello'}
            """)
    void aFileBecomesATextPartOfItsDialect(
            Dialect dialect, boolean isTranslated, String pointer, String fields, String part) {
        Conversation other = TranslationLossTest.request(dialect, fields);

        ObjectNode body = PdfTextReplacement.replaced(other, Map.of(pointer, "hello"), isTranslated);

        assertThat(body.at(pointer)).hasToString(json(part));
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
