package dev.throughline.wire.translation;

import com.sun.management.ThreadMXBean;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Part;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PdfNotesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String PDF = "{'type':'document','title':'a.pdf','cache_control':{'type':'ephemeral'},"
            + "'source':{'type':'base64','media_type':'application/pdf','data':'JVBERi0x'}}";
    private static final String NOTE = "[a.pdf: a PDF, which this model cannot read; extract its text with a tool]";
    private static final String TEXT = "{'type':'text','text':'u'}";
    private static final String RESULT = "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t',"
            + "'content':[{'type':'text','text':'read'}," + PDF + "]}]}";
    private static final String MESSAGES = "'messages':[{'role':'user','content':[" + TEXT + "," + PDF + "]},"
            + "{'role':'user','content':[" + TEXT + "]}," + RESULT + "]";

    private final Conversation request = TranslationLossTest.request(Dialect.ANTHROPIC, MESSAGES);

    @Test
    void eachPdfIsNamedByItsPointerInTheOrderOfTheRequest() {
        assertThat(PdfNotes.pointers(request))
                .containsExactly("/messages/0/content/1", "/messages/2/content/0/content/1");
    }

    @Test
    void aRequestWithoutAPdfHasNone() {
        assertThat(PdfNotes.pointers(TranslationLossTest.request(
                        Dialect.ANTHROPIC,
                        "'messages':[{'role':'user','content':[" + TEXT + ",{'type':'hologram'}]}]")))
                .isEmpty();
    }

    @Test
    void theMessagesHaveANoteInItsPlaceAndInTheTextOfAToolResult() {
        List<Part> parts = PdfNotes.of(request).messages().stream()
                .flatMap(message -> message.parts().stream())
                .toList();

        assertThat(parts)
                .containsExactly(
                        new Part.Text("/messages/0/content/0/text", "u"),
                        new Part.Text("/messages/0/content/1", NOTE),
                        new Part.Text("/messages/1/content/0/text", "u"),
                        new Part.ToolResult("/messages/2/content/0", "t", "read\n\n" + NOTE, false));
    }

    @Test
    void theBodyHasATextPartWithTheCacheControlOfTheFileAndSharesWhatHasNoPdf() {
        Conversation noted = PdfNotes.of(request);

        for (String pointer : PdfNotes.pointers(request)) {
            assertThat(noted.body().at(pointer))
                    .hasToString(json("{'type':'text','text':'" + NOTE + "','cache_control':{'type':'ephemeral'}}"));
            assertThat(request.body().at(pointer).path("type").asText()).isEqualTo("document");
        }
        assertThat(noted.body().at("/messages/0/content/0"))
                .isEqualTo(request.body().at("/messages/0/content/0"));
        assertThat(noted.body().at("/messages/1")).isSameAs(request.body().at("/messages/1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI_CHAT | /messages/0/content/0 | 'messages':[{'role':'user','content':[{'type':'file',\
            'file':{'filename':'a.pdf','file_data':'JVBERi0x'}}]}] | \
            {'type':'text','text':'[a.pdf: a PDF, which this model cannot read; extract its text with a tool]'}
            RESPONSES   | /input/0/content/0 | 'input':[{'role':'user','content':[{'type':'input_file',\
            'filename':'a\\n b.pdf','file_data':'data:application/pdf;base64,JVBERi0x'}]}] | \
            {'type':'input_text','text':'[a b.pdf: a PDF, which this model cannot read; extract its text with a tool]'}
            RESPONSES   | /input/0/output/0 | 'input':[{'type':'function_call_output','call_id':'c','output':\
            [{'type':'input_file','file_data':'JVBERi0x'}]}] | \
            {'type':'input_text','text':'[a PDF, which this model cannot read; extract its text with a tool]'}
            """)
    void aFileBecomesATextPartOfItsDialect(Dialect dialect, String pointer, String fields, String part) {
        Conversation other = TranslationLossTest.request(dialect, fields);

        assertThat(PdfNotes.pointers(other)).containsExactly(pointer);
        assertThat(PdfNotes.of(other).body().at(pointer)).hasToString(json(part));
    }

    /// Each added to the result's text by itself would copy 6 GB.
    @Test
    void manyPdfsInOneResultCopyInProportion() {
        String many = String.join(",", Collections.nCopies(20_000, PDF));
        Conversation hostile = TranslationLossTest.request(
                Dialect.ANTHROPIC,
                "'messages':[{'role':'user','content':[{'type':'tool_result','tool_use_id':'t','content':[" + many
                        + "]}]}]");

        long before = THREADS.getCurrentThreadAllocatedBytes();
        Conversation noted = PdfNotes.of(hostile);

        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(500_000_000);
        assertThat(noted.messages().getFirst().parts()).hasSize(1);
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
