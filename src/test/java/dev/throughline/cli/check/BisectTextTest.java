package dev.throughline.cli.check;

import dev.throughline.harness.bisect.BisectReport;
import dev.throughline.verdict.Status;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BisectTextTest {
    private static final BisectReport.End KEPT = new BisectReport.End("1.0.0", Status.PRESERVED, null);
    private static final BisectReport.End LOST = new BisectReport.End("2.0.0", Status.BROKEN, null);

    @Test
    void namesBothSidesOfTheChange() {
        var change = new BisectReport.Change(
                new BisectReport.Side("1.4.0", Status.PRESERVED, null, "2026-02-01T12:00:00Z"),
                new BisectReport.Side("1.5.0", Status.BROKEN, null, null),
                Map.of(),
                "https://github.com/someone/toy/compare/v1.4.0...v1.5.0");

        assertThat(BisectText.of(report(KEPT, LOST, change))).isEqualTo("""
                toy 1.4.0 (published 2026-02-01) is the last that preserves THINK.
                toy 1.5.0 is the first that loses THINK.
                https://github.com/someone/toy/compare/v1.4.0...v1.5.0

                6 of 20 versions checked.
                """);
    }

    @Test
    void tellsALossFromAMove() {
        var change = new BisectReport.Change(
                new BisectReport.Side("1.4.0", Status.BROKEN, "MISSING", null),
                new BisectReport.Side("1.5.0", Status.BROKEN, "MOVED", null),
                Map.of(),
                null);

        assertThat(BisectText.of(report(LOST, KEPT, change))).startsWith("""
                toy 1.4.0 is the last that loses THINK.
                toy 1.5.0 is the first that moves THINK elsewhere.
                """);
    }

    @Test
    void namesWhatCouldNotBeJudgedBetweenThem() {
        var change = new BisectReport.Change(
                new BisectReport.Side("1.4.0", Status.PARTIAL, null, null),
                new BisectReport.Side("1.6.0", Status.PRESERVED, null, null),
                Map.of("1.5.0", "npm could not install toy@1.5.0"),
                null);
        var skipped = new BisectReport.NotJudged("1.5.0", "npm could not install toy@1.5.0", true);

        assertThat(BisectText.of(report(List.of(skipped), List.of(change)))).isEqualTo("""
                toy 1.4.0 preserves only part of THINK.
                toy 1.6.0 preserves THINK.
                It changed between the two, exactly where cannot be decided, because these gave no result:
                  1.5.0: npm could not install toy@1.5.0

                6 of 20 versions checked.
                """);
    }

    @Test
    void namesWhatWasSteppedAroundElsewhere() {
        var other = new BisectReport.NotJudged("1.9.0", "npm could not install toy@1.9.0", true);

        assertThat(BisectText.of(report(List.of(other), List.of()))).endsWith("""
                6 of 20 versions checked.
                Stepped around, without a result:
                  1.9.0: npm could not install toy@1.9.0
                """);
    }

    @Test
    void saysWhyNothingWasFound() {
        assertThat(BisectText.of(report(KEPT, new BisectReport.End("2.0.0", Status.PRESERVED, null), null)))
                .startsWith("toy 1.0.0 and 2.0.0 have the same result for THINK: PRESERVED. Give versions");
        assertThat(BisectText.of(report(KEPT, new BisectReport.End("2.0.0", null, "it does not start"), null)))
                .startsWith("toy 2.0.0 could not be judged: it does not start\nGive another version");
    }

    private static BisectReport report(
            BisectReport.End from, BisectReport.End to, BisectReport.@Nullable Change change) {
        return new BisectReport(
                "toy",
                "openai-chat",
                null,
                "THINK",
                from,
                to,
                18,
                6,
                List.of(),
                change == null ? List.of() : List.of(change));
    }

    private static BisectReport report(List<BisectReport.NotJudged> notJudged, List<BisectReport.Change> changes) {
        return new BisectReport("toy", "openai-chat", null, "THINK", KEPT, LOST, 18, 6, notJudged, changes);
    }
}
