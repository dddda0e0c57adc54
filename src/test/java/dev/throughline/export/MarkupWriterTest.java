package dev.throughline.export;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MarkupWriterTest {

    private static String text(MarkupWriter markupWriter) {
        return new String(markupWriter.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void escapesTextsAndAttributes() {
        MarkupWriter xml =
                MarkupWriter.xml().open("a", "b", "\"><script>&'\n").text("<img src=x onerror=alert(1)> & ]]>");

        assertThat(text(xml.close()))
                .isEqualTo("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        + "<a b=\"&quot;&gt;&lt;script&gt;&amp;&#39;&#10;\">"
                        + "&lt;img src=x onerror=alert(1)&gt; &amp; ]]&gt;</a>");
    }

    @Test
    void replacesWhatXmlForbids() {
        MarkupWriter xml =
                MarkupWriter.xml().element("a", "\u0000\u0008\ufffe\uffff\ud800\udc00\ud83d\udc4d\udc00\t\r");

        assertThat(text(xml)).endsWith("<a>\ufffd\ufffd\ufffd\ufffd\ud800\udc00\ud83d\udc4d\ufffd\t&#13;</a>");
    }

    @Test
    void closesEmptyElementsButForThoseOfHtmlThatHaveNoEnd() {
        MarkupWriter html =
                MarkupWriter.html().empty("meta", "charset", "utf-8").empty("td");

        assertThat(text(html)).endsWith("<meta charset=\"utf-8\"><td></td>");
    }

    @Test
    void refusesNamesThatAreNone() {
        MarkupWriter xml = MarkupWriter.xml();

        assertThatThrownBy(() -> xml.open("a onload=x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> xml.open("a", "b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesToEndWithAnOpenElement() {
        MarkupWriter xml = MarkupWriter.xml().open("a");

        assertThatThrownBy(xml::bytes).hasMessageContaining("[a]");
    }
}
