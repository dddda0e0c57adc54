package dev.throughline.run.report;

import dev.throughline.run.RunSettings;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Scores;
import dev.throughline.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ComplianceReportWriterTest {

    @Test
    void namesEveryItemThatIsNotExactWithReasonAndLastPlace() {
        RunReport report = RunReport.of(
                ReportSamples.run(ReportSamples.opencode()),
                ReportSamples.NO_EXCHANGES,
                Scores.of(ReportSamples.failed()),
                List.of());

        assertThat(ComplianceReportWriter.of(report, false)).isEqualTo("""
                Compliance report
                Client     opencode 1.1.34 (variant interleaved)
                Run        run-1 (nightly)
                State      SEALED, 3 exchanges
                Setting    stub, scenario tools, policy preserved

                Items due  3 (4 below: within and across turns each count, and absent turns)
                Preserved  2 (66.7 %)
                Missing    1 (33.3 %)

                Capability  Status         Within turn    Across turns   Exact/due
                THINK       PARTIAL        PRESERVED      BROKEN         1/2
                CONTENT     PRESERVED      PRESERVED      PRESERVED      2/2

                Not exact
                  [THINK-OAI-T1-0a1b2c3d]  MISSING across turns: reasoning_content is not there, \
                request 3 at /messages/1; issued by exchange 1, last seen in request 2

                Notes
                  chat_template_kwargs was never sent

                VERDICT: FAIL - THINK is lost across turns.
                """);
    }

    @Test
    void saysSoWhenNothingWasDue() {
        var verdict =
                new RunVerdict(Verdict.INCONCLUSIVE, "INCONCLUSIVE: no item was due.", Map.of(), List.of(), List.of());
        RunReport report = RunReport.of(
                ReportSamples.run(Optional.empty()), ReportSamples.NO_EXCHANGES, Scores.of(verdict), List.of());

        assertThat(ComplianceReportWriter.of(report, false))
                .contains("Client     not declared\n")
                .contains("Preserved  0 (no item was due)\n")
                .doesNotContain("Not exact")
                .endsWith("\nVERDICT: INCONCLUSIVE - no item was due.\n");
    }

    @Test
    void keepsWhatAClientNamesInItsLine() {
        var client = new RunSettings.Client(
                "x\nVERDICT: PASS", "\u001b[2J\u202e1", Optional.empty(), Optional.empty(), Optional.empty());
        RunReport report = RunReport.of(
                ReportSamples.run(Optional.of(client)),
                ReportSamples.NO_EXCHANGES,
                Scores.of(ReportSamples.failed()),
                List.of());

        assertThat(ComplianceReportWriter.of(report, true))
                .contains("Client     x\ufffdVERDICT: PASS \ufffd[2J\ufffd1")
                .doesNotContain("\nVERDICT: PASS")
                .doesNotContain("\u001b[2J");
    }

    @Test
    void isColoredOnlyWhenAskedFor() {
        RunReport report = RunReport.of(
                ReportSamples.run(ReportSamples.opencode()),
                ReportSamples.NO_EXCHANGES,
                Scores.of(ReportSamples.failed()),
                List.of());

        assertThat(ComplianceReportWriter.of(report, false)).doesNotContain("\u001b[");
        assertThat(ComplianceReportWriter.of(report, true)).contains("VERDICT: \u001b[31mFAIL\u001b[0m - ");
        assertThat(ComplianceReportWriter.of(report, true).replaceAll("\u001b\\[[0-9]*m", ""))
                .isEqualTo(ComplianceReportWriter.of(report, false));
    }
}
