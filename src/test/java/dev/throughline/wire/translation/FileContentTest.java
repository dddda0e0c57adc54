package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.translation.FileContent.PlainText;
import dev.throughline.wire.translation.FileContent.Unreadable;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileContentTest {
    /// `/w==` is the byte 0xFF, `AA==` is NUL, `JVBERi0x` is `%PDF-1`.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'type':'input_file','file_url':'https://h/x'}                     | a link
            {'type':'input_file','file_id':'f'}                                | a reference to its provider's store
            {'type':'file','file':{'file_id':'f'},'file_url':'https://h/x'}    | a reference to its provider's store
            {'type':'document','source':{'type':'url','url':'https://h/x'}}    | a link
            {'type':'document','source':{'type':'file','file_id':'f'}}         | a reference to its provider's store
            {'type':'document','source':{'type':'base64','data':'/w=='}}       | not UTF-8 text
            {'type':'document','source':{'type':'base64','data':'A'}}          | not valid base64
            {'type':'document','source':{'type':'base64','data':'AA=='}}       | binary
            {'type':'file','file':{'file_data':'JVBERi0x'}}                    | a PDF
            {'type':'input_file','file_data':'data:application/pdf;base64,JVBERi0x'} | a PDF
            """)
    void saysWhyAFileCannotBeRead(String part, String why) throws WireException {
        assertThat(FileContent.of(json(part))).isEqualTo(new Unreadable(why));
    }

    @Test
    void readsTextOfUpToFourMebibytes() {
        assertThat(FileContent.of(document("a".repeat(1 << 20)))).isInstanceOf(PlainText.class);
        assertThat(FileContent.of(document("a".repeat((4 << 20) + 2))))
                .isEqualTo(new Unreadable("larger than 4194304 bytes"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            RESPONSES   | {'type':'document','source':{'type':'base64','data':'AA=='}}       | true
            RESPONSES   | {'type':'document','source':{'type':'url','url':'https://h/x'}}    | true
            RESPONSES   | {'type':'document','source':{'type':'file','file_id':'f'}}         | false
            RESPONSES   | {'type':'file','file':{'file_id':'f'}}                             | true
            OPENAI_CHAT | {'type':'document','source':{'type':'base64','data':'AA=='}}       | false
            OPENAI_CHAT | {'type':'document','source':{'type':'base64','data':'JVBERi0x'}}   | true
            ANTHROPIC   | {'type':'file','file':{'file_id':'f'}}                             | false
            ANTHROPIC   | {'type':'input_file','file_data':'JVBERi0x'}                       | true
            """)
    void aPdfIsCarriedToEachDialectAndOtherFilesToResponses(Dialect to, String part, boolean isCarried)
            throws WireException {
        assertThat(FileContent.isCarried(json(part), to)).isEqualTo(isCarried);
    }

    @Test
    void aNameIsOneLine() {
        assertThat(new PlainText("a\n \tb", "text").named()).isEqualTo("File a b:\ntext");
        assertThat(new PlainText("", "text").named()).isEqualTo("text");
    }

    private static ObjectNode json(String text) throws WireException {
        return StrictJson.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode document(String text) {
        ObjectNode part = JsonNodeFactory.instance.objectNode().put("type", "document");
        part.putObject("source")
                .put("type", "base64")
                .put("data", Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
        return part;
    }
}
