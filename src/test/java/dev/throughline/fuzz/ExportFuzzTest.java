package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.export.SarifAssertions;
import dev.throughline.run.report.HtmlReport;
import dev.throughline.run.report.JUnitReport;
import dev.throughline.run.report.JsonReport;
import dev.throughline.run.report.ReportFormat;
import dev.throughline.run.report.RunReport;
import dev.throughline.run.report.SarifReport;
import dev.throughline.run.report.TextReport;
import dev.throughline.testing.Thorough;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

import static org.assertj.core.api.Assertions.assertThat;

/// No text of a client escapes its place in a report.
@Thorough
class ExportFuzzTest {
    private static final int INPUTS = 400;
    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> HTML_ELEMENTS = Set.of(
            "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "dl", "dt", "dd", "div", "table",
            "thead", "tbody", "tr", "th", "td", "span", "code", "ul", "li", "svg", "g", "text", "line", "circle",
            "path", "a");
    private static final Set<String> HTML_ATTRIBUTES = Set.of(
            "tabindex",
            "aria-hidden",
            "aria-labelledby",
            "id",
            "lang",
            "href",
            "charset",
            "http-equiv",
            "content",
            "name",
            "class",
            "scope",
            "xmlns",
            "width",
            "height",
            "viewBox",
            "role",
            "aria-label",
            "x",
            "y",
            "x1",
            "x2",
            "y1",
            "y2",
            "cx",
            "cy",
            "r",
            "d",
            "text-anchor",
            "transform");

    private static void tryAll(ReportFormat format, FuzzRunner.Property<Written> property) throws InterruptedException {
        FuzzRunner.of("export " + format.label(), RandomReports.any(), INPUTS, report -> {
            byte[] bytes = format.write(report);
            property.holds(new Written(report, decoded(bytes), bytes));
        });
    }

    private record Written(RunReport report, String text, byte[] bytes) {}

    private static String decoded(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    @Test
    void jsonHoldsEveryTextAsItIs() throws InterruptedException {
        tryAll(new JsonReport(), written -> {
            JsonNode tree = JSON.readTree(written.bytes);
            assertThat(tree.path("label").asText()).isEqualTo(written.report.label());
            assertThat(tree.path("items")).hasSameSizeAs(written.report.items());
        });
    }

    @Test
    void textForgesNoVerdict() throws InterruptedException {
        tryAll(new TextReport(false), written -> {
            List<String> lines = written.text.lines().toList();
            assertThat(lines.getLast()).startsWith("VERDICT: " + written.report.verdict() + " - ");
            assertThat(lines.stream().filter(line -> line.startsWith("VERDICT:")))
                    .hasSize(1);
            assertThat(written.text).doesNotContain("\u0000", "\u001b", "\u202e", "\r");
        });
    }

    @Test
    void junitIsXmlAndCountsWhatItHolds() throws InterruptedException {
        tryAll(new JUnitReport(), written -> {
            Document document = xml(written.bytes);
            int cases = document.getElementsByTagName("testcase").getLength();
            assertThat(cases)
                    .isEqualTo(written.report.items().size()
                            + written.report.capabilities().size()
                            + 1);
            for (Element suite : elements(document, "testsuite")) {
                for (String kind : List.of("failure", "error")) {
                    assertThat(suite.getElementsByTagName(kind).getLength())
                            .isEqualTo(Integer.parseInt(suite.getAttribute(kind + "s")));
                }
            }
        });
    }

    @Test
    void sarifHasARuleForEveryResult() throws InterruptedException {
        tryAll(new SarifReport(), written -> {
            JsonNode log = JSON.readTree(written.bytes);
            SarifAssertions.assertIsAccepted(log);
            JsonNode run = log.at("/runs/0");
            for (JsonNode result : run.path("results")) {
                JsonNode rule = run.at("/tool/driver/rules/" + result.path("ruleIndex"));
                assertThat(rule.path("id").asText())
                        .isNotEmpty()
                        .isEqualTo(result.path("ruleId").asText());
                assertThat(result.at("/message/text").asText())
                        .doesNotContainPattern("(?<!\\{)\\{(\\{\\{)*(?!\\{)")
                        .doesNotContain("](");
            }
        });
    }

    @Test
    void htmlHoldsNoElementAndNoAttributeButItsOwn() throws InterruptedException {
        tryAll(new HtmlReport(true), written -> {
            String page = written.text.substring("<!DOCTYPE html>\n".length());
            String closed = page.replaceAll("<meta ([^>]*)>", "<meta $1/>");
            Document document = xml(closed.getBytes(StandardCharsets.UTF_8));
            for (Element element : elements(document, "*")) {
                assertThat(HTML_ELEMENTS).contains(element.getTagName());
                for (int i = 0; i < element.getAttributes().getLength(); i++) {
                    assertThat(HTML_ATTRIBUTES)
                            .contains(element.getAttributes().item(i).getNodeName());
                }
            }
            assertThat(document.getElementsByTagName("style").getLength()).isEqualTo(1);
        });
    }

    private static Document xml(byte[] bytes) throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        DocumentBuilder builder = factory.newDocumentBuilder();
        builder.setErrorHandler(null);
        return builder.parse(new ByteArrayInputStream(bytes));
    }

    private static List<Element> elements(Document document, String name) {
        List<Element> elements = new ArrayList<>();
        var found = document.getElementsByTagName(name);
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    /// The cells of a file. Source: RFC 4180, section 2.
}
