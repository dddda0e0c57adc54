package dev.throughline.export;

import dev.throughline.export.JUnitFile.Property;
import dev.throughline.export.JUnitFile.Result;
import dev.throughline.export.JUnitFile.TestCase;
import dev.throughline.export.JUnitFile.TestSuite;
import io.quarkus.qute.TemplateException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FileTemplateTest {

    private static String junit(String text) {
        var failed = new TestCase(text, Result.FAILURE, "MISSING", text, text);
        byte[] file = JUnitFile.of(
                List.of(new TestSuite("suite", List.of(failed))), Instant.EPOCH, List.of(new Property("name", text)));
        return new String(file, StandardCharsets.UTF_8);
    }

    @Test
    void escapesTextsAndAttributesOfXml() {
        assertThat(junit("\"><script>&'\n\t"))
                .contains(
                        " message=\"&quot;&gt;&lt;script&gt;&amp;&#39;&#10;&#9;\" type=\"MISSING\">&quot;&gt;&lt;script&gt;")
                .doesNotContain("<script>");
    }

    @Test
    void replacesWhatXmlForbids() {
        assertThat(junit("\u0000\u0008\ufffe\uffff\ud800\ud800\udc00\ud83d\udc4d\u009f\r"))
                .contains(">\ufffd\ufffd\ufffd\ufffd\ufffd\ud800\udc00\ud83d\udc4d\ufffd&#13;</failure>");
    }

    @Test
    void refusesValuesThatTheTemplateLacks() {
        assertThatThrownBy(() -> FileTemplate.render("badge.svg", Map.of("title", "a")))
                .isInstanceOf(TemplateException.class);
    }
}
