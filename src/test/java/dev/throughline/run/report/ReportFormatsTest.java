package dev.throughline.run.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.SarifAssertions;
import dev.throughline.export.SarifLog;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Scores;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReportFormatsTest {
    private static final JsonMapper JSON = new JsonMapper();

    private static RunReport failed() {
        return RunReport.of(
                ReportSamples.run(ReportSamples.opencode()),
                ReportSamples.NO_EXCHANGES,
                Scores.of(ReportSamples.failed()),
                List.of());
    }

    private static RunReport undecided() {
        var capabilities = Map.of(
                Capability.THINK,
                new CapabilityVerdict(Status.NOT_EXERCISED, Status.NOT_EXERCISED, Status.NOT_EXERCISED, 0, 0, Map.of()),
                Capability.PARAMS,
                new CapabilityVerdict(
                        Status.BROKEN, Status.NOT_EXERCISED, Status.BROKEN, 1, 0, Map.of(Outcome.MISSING, 1)));
        var verdict = new RunVerdict(
                Verdict.INCONCLUSIVE, "INCONCLUSIVE: no item was due.", capabilities, List.of(), List.of());
        return RunReport.of(
                ReportSamples.run(Optional.empty()), ReportSamples.NO_EXCHANGES, Scores.of(verdict), List.of());
    }

    static List<RunReport> reports() {
        return List.of(failed(), undecided());
    }

    private static String text(ReportFormat format, RunReport report) {
        return new String(format.write(report), StandardCharsets.UTF_8);
    }

    private static JsonNode sarif(RunReport report) {
        try {
            return JSON.readTree(new SarifReport().write(report));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void namesAreUnique() {
        assertThat(ReportFormat.labels()).doesNotHaveDuplicates();
        assertThat(ReportFormat.ALL)
                .extracting(format -> format.kind().extension())
                .doesNotHaveDuplicates();
        assertThat(ReportFormat.find("JUnit")).containsInstanceOf(JUnitReport.class);
        assertThat(ReportFormat.find("pdf")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("reports")
    void junitObeysTheRulesOfBuildServers(RunReport report) throws Exception {
        var rules = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(ReportFormatsTest.class.getResource("junit-rules.xsd"));

        rules.newValidator().validate(new StreamSource(new ByteArrayInputStream(new JUnitReport().write(report))));
    }

    @Test
    void junitNamesWhatIsLostAndWhereItWasLastSeen() {
        assertThat(text(new JUnitReport(), failed()))
                .contains("<testsuite name=\"THINK across turns\" package=\"throughline\" id=\"2\""
                        + " timestamp=\"2026-11-21T04:00:00\" hostname=\"localhost\" tests=\"1\" failures=\"1\"")
                .contains("<failure message=\"MISSING: reasoning_content is not there, request 3 at /messages/1\""
                        + " type=\"MISSING\">issued by exchange 1, last seen in request 2</failure>");
    }

    @Test
    void junitPassesNoBuildOnAnInconclusiveVerdict() {
        assertThat(text(new JUnitReport(), undecided()))
                .contains("<error message=\"INCONCLUSIVE: no item was due.\" type=\"INCONCLUSIVE\"></error>")
                .contains("<skipped message=\"NOT_EXERCISED: ");
    }

    @Test
    void sarifPlacesALostItemInItsRequest() {
        JsonNode run = sarif(failed()).at("/runs/0");

        assertThat(run.path("results")).hasSize(1);
        JsonNode result = run.at("/results/0");
        assertThat(result.path("ruleId").asText()).isEqualTo("THINK/MISSING");
        assertThat(result.path("level").asText()).isEqualTo("error");
        assertThat(result.at("/locations/0/logicalLocations/0/fullyQualifiedName")
                        .asText())
                .isEqualTo("run-1/exchanges/3/request#/messages/1");
        assertThat(result.at("/relatedLocations/0/logicalLocations/0/fullyQualifiedName")
                        .asText())
                .isEqualTo("run-1/exchanges/2/request");
    }

    @ParameterizedTest
    @MethodSource("reports")
    void sarifHasWhatTheSchemaRequires(RunReport report) {
        JsonNode log = sarif(report);

        assertThat(log.path("version").asText()).isEqualTo("2.1.0");
        JsonNode run = log.at("/runs/0");
        assertThat(run.at("/tool/driver/name").asText()).isNotEmpty();
        assertThat(run.at("/invocations/0").path("executionSuccessful").isBoolean())
                .isTrue();
        run.at("/tool/driver/rules")
                .forEach(rule ->
                        assertThat(rule.at("/shortDescription/text").asText()).endsWith("."));
        run.path("results").forEach(result -> {
            assertThat(result.at("/message/text").asText()).isNotEmpty();
            assertThat(result.path("kind").asText()).isIn("fail", "notApplicable");
            assertThat(result.path("level").asText()).isIn("error", "warning", "none");
            assertThat(result.path("kind").asText().equals("fail"))
                    .isNotEqualTo(result.path("level").asText().equals("none"));
            assertThat(result.at("/locations/0/logicalLocations/0")).isNotEmpty();
        });
    }

    @ParameterizedTest
    @MethodSource("reports")
    void codeScanningAcceptsEverySarifResult(RunReport report) {
        JsonNode log = sarif(report);

        assertThat(log.at("/runs/0/results")).isNotEmpty();
        SarifAssertions.assertIsAccepted(log);
    }

    @Test
    void sarifKeepsThePlaceOfALossFromRunToRun() {
        JsonNode result = sarif(failed()).at("/runs/0/results/0");

        assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri")
                        .asText())
                .isEqualTo("throughline.sarif");
        assertThat(result.path("partialFingerprints").toString()).doesNotContain("run-1");
    }

    @Test
    void sarifOfAnotherClientReplacesNoUploadAndJoinsNoAlert() {
        JsonNode one = sarif(failed()).at("/runs/0");
        JsonNode other = sarif(undecided()).at("/runs/0");

        assertThat(SarifAssertions.category(one))
                .startsWith("throughline/opencode/")
                .isNotEqualTo(SarifAssertions.category(other));
        assertThat(one.at("/results/0/partialFingerprints/primaryLocationLineHash")
                        .asText())
                .startsWith(SarifAssertions.category(one));
    }

    @Test
    void sarifShowsTheGravestResultsUpToTheLimitAndCountsTheOthers() throws IOException {
        var log = new SarifLog("1.0.0", "throughline/client", "run-1", "a%20b/c.json");
        for (int i = 0; i < 5_003; i++) {
            ObjectNode result = log.result("THINK/MISSING", "THINK MISSING", "THINK is missing");
            result.put("kind", "fail").put("level", i < 3 ? "warning" : "error");
            SarifLog.message(result, "lost");
            log.location(result.putArray("locations"), "request", "run-1/request", "value");
            log.fingerprint(result, "item/v1", "same");
        }

        JsonNode written = JSON.readTree(log.bytes());

        SarifAssertions.assertIsAccepted(written);
        assertThat(written.at("/runs/0/results"))
                .hasSize(5_000)
                .allSatisfy(result -> assertThat(result.path("level").asText()).isEqualTo("error"));
        assertThat(written.at("/runs/0/properties/omittedResults").asInt()).isEqualTo(3);
    }

    @Test
    void sarifReportsCapabilitiesWithoutItemsAndAnInconclusiveVerdict() {
        JsonNode run = sarif(undecided()).at("/runs/0");

        assertThat(run.at("/results/0/ruleId").asText()).isEqualTo("PARAMS/BROKEN");
        assertThat(run.at("/invocations/0/executionSuccessful").asBoolean(true)).isFalse();
        assertThat(run.at("/invocations/0/toolExecutionNotifications/0/message/text")
                        .asText())
                .isEqualTo("INCONCLUSIVE: no item was due.");
    }

    @Test
    void pageShowsTheVerdictTheCapabilitiesAndTheLosses() {
        assertThat(text(new HtmlReport(false), failed()))
                .contains("<p class=\"verdict bad\">VERDICT: FAIL - THINK is lost across turns.</p>")
                .contains(
                        "<td>THINK<span class=\"small\">the model’s reasoning</span></td><td><span class=\"pill warn\">PARTIAL</span>")
                .contains("<code>[THINK-OAI-T1-0a1b2c3d]</code>")
                .contains("issued by exchange 1, last seen in request 2")
                .contains("<svg ")
                .contains("<g class=\"cell bad\"><title>#1 reasoning missing in request 3</title>")
                .contains("<path class=\"thread kept\" d=\"M161 0H195\"/>")
                .contains("<li>chat_template_kwargs was never sent</li>");
        assertThat(text(new HtmlReport(false), undecided()))
                .contains("No item was due.")
                .contains("No item was observed.")
                .doesNotContain("<svg");
    }

    @Test
    void pageOfAServiceLeadsToTheRunTheExchangesAndTheMatrixAndAFileNowhere() {
        RunReport report = failed();
        String run = "/runs/" + report.run();

        assertThat(text(new HtmlReport(false).linked(), report))
                .contains("href=\"" + run + "\"")
                .contains("href=\"" + run + "/exchanges/2\"")
                .contains("href=\"/matrix?client=" + report.client().name() + "\"");
        assertThat(text(new HtmlReport(false), report)).doesNotContain("href=");
        assertThat(ReportFormat.find("html")).contains(new HtmlReport(false));
    }
}
