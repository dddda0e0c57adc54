package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.check.ScenarioReports.ScenarioReport;
import dev.throughline.text.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ScenarioReportsTest {
    private static final ScenarioReport UNSUPPORTED =
            ScenarioReport.unsupported("ends", "toy@1", "takes one call from an answer");

    @ParameterizedTest
    @CsvSource({
        "PASS, PASS, PASS, 0",
        "PASS, FAIL, FAIL, 1",
        "INCONCLUSIVE, FAIL, FAIL, 1",
        "PASS, INCONCLUSIVE, INCONCLUSIVE, 2"
    })
    void passesOnlyIfEachScenarioDoes(String tools, String interleaved, String verdict, int exitCode) {
        var reports = new ScenarioReports(List.of(report("tools", tools), report("interleaved", interleaved)));

        assertThat(reports.verdict()).isEqualTo(verdict);
        assertThat(reports.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void whatAClientCannotDoIsNamedAndDecidesNothing() {
        var reports = new ScenarioReports(List.of(report("tools", "PASS"), UNSUPPORTED));

        assertThat(reports.verdict()).isEqualTo("PASS");
        assertThat(reports.summary()).isEqualTo("""
                tools        PASS: tools.
                ends         UNSUPPORTED: toy@1 takes one call from an answer
                VERDICT: PASS - tools; UNSUPPORTED: ends.""");
        assertThat(new ScenarioReports(List.of(UNSUPPORTED)).verdict()).isEqualTo("INCONCLUSIVE");
    }

    @Test
    void aScenarioThatCouldNotBeCheckedIsAnErrorUnlessAnotherFails() {
        ScenarioReport error = ScenarioReport.failed("ends", "toy@1 ended with exit code 3");

        assertThat(new ScenarioReports(List.of(report("tools", "PASS"), error)).exitCode())
                .isEqualTo(70);
        assertThat(new ScenarioReports(List.of(report("tools", "FAIL"), error)).exitCode())
                .isEqualTo(1);
    }

    @Test
    void oneScenarioIsItsReport() {
        ScenarioReport only = report("tools", "FAIL");

        assertThat(new ScenarioReports(List.of(only)).json()).isEqualTo(only.report());
    }

    @Test
    void severalAreTheDecisiveReportWithAllOfThem() {
        ObjectNode json = new ScenarioReports(
                        List.of(report("tools", "PASS"), report("interleaved", "FAIL"), UNSUPPORTED))
                .json();

        assertThat(json.path("verdict").asText()).isEqualTo("FAIL");
        assertThat(json.path("run").asText()).isEqualTo("run-interleaved");
        assertThat(json.path("assessment").asText()).isEqualTo("FAIL: interleaved; PASS: tools; UNSUPPORTED: ends.");
        assertThat(json.path("scenarios").findValuesAsText("scenario")).containsExactly("tools", "interleaved", "ends");
        assertThat(json.path("scenarios").findValuesAsText("verdict")).containsExactly("PASS", "FAIL", "UNSUPPORTED");
    }

    private static ScenarioReport report(String scenario, String verdict) {
        ObjectNode report = Json.TREES
                .createObjectNode()
                .put("run", "run-" + scenario)
                .put("verdict", verdict)
                .put("assessment", verdict + ": " + scenario + ".");
        return new ScenarioReport(scenario, "run-" + scenario, report, "");
    }
}
