package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellBuilder;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.run.RunSettings.Client;
import dev.throughline.run.report.MeasuredRemedies.Found;
import dev.throughline.run.report.MeasuredRemedies.Loss;
import dev.throughline.run.report.Remedy;
import dev.throughline.run.report.Remedy.Kind;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static dev.throughline.matrix.CellBuilder.client;
import static org.assertj.core.api.Assertions.assertThat;

class RemedyRulesTest {
    private static final Product OPENCODE =
            new Product("opencode", Product.Kind.CLIENT, "opencode", VersionScheme.SEMVER, "");
    private static final ReleaseHistory RELEASES = new ReleaseHistory(
            VersionScheme.SEMVER,
            Map.of(
                    "1.0.0", Instant.parse("2026-01-01T00:00:00Z"),
                    "1.1.34", Instant.parse("2026-01-02T00:00:00Z"),
                    "1.1.53", Instant.parse("2026-01-03T00:00:00Z"),
                    "1.2.0", Instant.parse("2026-01-05T00:00:00Z"),
                    "1.18.33", Instant.parse("2026-01-06T00:00:00Z"),
                    "2.0.0", Instant.parse("2026-01-04T00:00:00Z")));
    private static final String IN_TOOLS = " in tools (openai-chat, reasoning in reasoning_content)";
    private static final CellBuilder BROKEN = client("opencode@1.1.34", Status.BROKEN);

    @Test
    void namesTheVariantOfTheSameVersionThatKeepsIt() {
        assertThat(remedies(BROKEN, client("opencode@1.1.34", Status.PRESERVED).variant("interleaved")))
                .containsExactly(new Remedy(
                        Kind.VARIANT,
                        "Variant `interleaved` of opencode 1.1.34 was measured to keep reasoning" + IN_TOOLS + "."));
    }

    @Test
    void namesTheNearestNewerVersionThatKeepsIt() {
        assertThat(remedies(
                        BROKEN,
                        client("opencode@1.0.0", Status.PRESERVED),
                        client("opencode@1.1.53", Status.PRESERVED),
                        client("opencode@1.18.33", Status.PRESERVED)))
                .containsExactly(new Remedy(
                        Kind.VERSION, "opencode 1.1.53 was measured to keep reasoning" + IN_TOOLS + ": update to it."));
    }

    @Test
    void aNewerVersionOfTheSameLineComesBeforeAnotherMajor() {
        assertThat(remedies(
                        BROKEN,
                        client("opencode@2.0.0", Status.PRESERVED),
                        client("opencode@1.18.33", Status.PRESERVED)))
                .extracting(Remedy::text)
                .containsExactly("opencode 1.18.33 was measured to keep reasoning" + IN_TOOLS + ": update to it.");
    }

    @Test
    void theNearestVersionOfTheLineNeedsNoDate() {
        assertThat(undated(
                        BROKEN,
                        client("opencode@1.1.60", Status.PRESERVED),
                        client("opencode@1.9.9", Status.PRESERVED),
                        client("opencode@2.0.0", Status.PRESERVED)))
                .containsExactly("opencode 1.1.60 was measured to keep reasoning" + IN_TOOLS + ": update to it.");
        assertThat(undated(
                        BROKEN,
                        client("opencode@1.0.7", Status.PRESERVED),
                        client("opencode@1.0.9", Status.PRESERVED),
                        client("opencode@2.0.0", Status.PRESERVED)))
                .containsExactly(
                        "opencode 1.0.9 was measured to keep reasoning" + IN_TOOLS + "; it is an older version.");
        assertThat(undated(BROKEN, client("opencode@2.0.0", Status.PRESERVED)))
                .containsExactly(
                        "opencode 2.0.0 with the unmodified recipe was measured to keep reasoning" + IN_TOOLS + ".");
    }

    @Test
    void namesTheScenarioModelAndFieldInWhichItWasMeasured() {
        CellBuilder kept = client("opencode@1.1.53", Status.PRESERVED).model("glm-4.7");

        assertThat(remedies(BROKEN, kept, kept.in("interleaved")))
                .extracting(Remedy::text)
                .containsExactly("opencode 1.1.53 was measured to keep reasoning in interleaved and tools"
                        + " (openai-chat, model glm-4.7, reasoning in reasoning_content): update to it.");
    }

    @Test
    void aVersionThatWasNotMeasuredInTheScenarioOrFieldOfTheRunIsNoRemedy() {
        CellBuilder kept = client("opencode@1.1.53", Status.PRESERVED);

        assertThat(remedies(BROKEN, kept.in("ends"))).isEmpty();
        assertThat(remedies(BROKEN, kept.offered("reasoning"))).isEmpty();
        assertThat(remedies(
                        BROKEN, kept, client("opencode@1.1.53", Status.PARTIAL).in("ends")))
                .isEmpty();
    }

    @Test
    void noOtherVersionIsARemedyForOneThatKeepsItItself() {
        assertThat(rules(OPENCODE, Set.of(Capability.THINK))
                        .of(cells(
                                client("opencode@1.1.34", Status.PRESERVED),
                                client("opencode@1.1.53", Status.PRESERVED))))
                .isEqualTo(new Found(
                        Optional.of("opencode 1.1.34 was measured to keep reasoning" + IN_TOOLS + "."), List.of()));
    }

    @Test
    void aLibraryKeepsWhatItsNearestMeasuredVersionsKeep() {
        Product library = new Product("opencode", Product.Kind.SDK, "library", VersionScheme.SEMVER, "");
        CellBuilder before = client("opencode@1.1.30", Status.PRESERVED);
        CellBuilder after = client("opencode@1.1.40", Status.PRESERVED);

        assertThat(rules(library, Set.of(Capability.THINK))
                        .of(cells(before, after))
                        .kept())
                .hasValue("library 1.1.30 was measured to keep reasoning" + IN_TOOLS + ", a version near 1.1.34.");
        assertThat(rules(library, Set.of(Capability.THINK))
                        .of(cells(client("opencode@1.1.30", Status.BROKEN), after))
                        .kept())
                .isEmpty();
        assertThat(rules(OPENCODE, Set.of(Capability.THINK))
                        .of(cells(before, after))
                        .kept())
                .isEmpty();
    }

    @Test
    void namesAnOlderVersionWhereNoNewerOneKeepsIt() {
        assertThat(remedies(BROKEN, client("opencode@1.0.0", Status.PRESERVED)))
                .extracting(Remedy::text)
                .containsExactly(
                        "opencode 1.0.0 was measured to keep reasoning" + IN_TOOLS + "; it is an older version.");
    }

    @Test
    void namesAnotherVersionInAnotherVariantIfNothingElseKeepsIt() {
        assertThat(remedies(BROKEN, client("opencode@1.2.0", Status.PRESERVED).variant("interleaved")))
                .extracting(Remedy::text)
                .containsExactly(
                        "opencode 1.2.0 with variant `interleaved` was measured to keep reasoning" + IN_TOOLS + ".");
    }

    @Test
    void oneCellThatLosesItRulesAVersionOut() {
        CellBuilder kept = client("opencode@1.1.53", Status.PRESERVED);

        assertThat(remedies(
                        BROKEN, kept, client("opencode@1.1.53", Status.PARTIAL).model("glm-5")))
                .isEmpty();
    }

    @Test
    void whatDidNotVoteOrLacksALostCapabilityIsNoRemedy() {
        CellBuilder silent = client("opencode@1.1.53", Status.PRESERVED).votes(0);
        CellBuilder kept = client("opencode@1.2.0", Status.PRESERVED);

        assertThat(remedies(BROKEN, silent)).isEmpty();
        RemedyRules both = rules(OPENCODE, Set.of(Capability.THINK, Capability.ORDER));
        assertThat(both.of(cells(kept)).remedies()).isEmpty();
        assertThat(both.of(cells(kept, kept.of(Capability.ORDER))).remedies())
                .extracting(Remedy::text)
                .containsExactly("opencode 1.2.0 was measured to keep ORDER and THINK" + IN_TOOLS + ": update to it.");
    }

    @Test
    void anotherDialectIsNoRemedy() {
        var rules = new RemedyRules(OPENCODE, loss(Set.of(Capability.THINK), Dialect.ANTHROPIC), RELEASES);

        assertThat(rules.of(cells(client("opencode@1.1.53", Status.PRESERVED))).remedies())
                .isEmpty();
    }

    private static List<Remedy> remedies(CellBuilder... cells) {
        return rules(OPENCODE, Set.of(Capability.THINK)).of(cells(cells)).remedies();
    }

    private static List<String> undated(CellBuilder... cells) {
        var releases = new ReleaseHistory(VersionScheme.SEMVER, Map.of());
        return new RemedyRules(OPENCODE, loss(Set.of(Capability.THINK), Dialect.OPENAI_CHAT), releases)
                .of(cells(cells)).remedies().stream().map(Remedy::text).toList();
    }

    private static RemedyRules rules(Product product, Set<Capability> lost) {
        return new RemedyRules(product, loss(lost, Dialect.OPENAI_CHAT), RELEASES);
    }

    private static List<Cell> cells(CellBuilder... cells) {
        return Arrays.stream(cells).map(CellBuilder::cell).toList();
    }

    /// On the stub, in the scenario `tools`.
    private static Loss loss(Set<Capability> lost, Dialect dialect) {
        var client = new Client("opencode", "1.1.34", Optional.empty(), Optional.empty(), Optional.empty());
        return new Loss(client, ThinkingPolicy.PRESERVED, Optional.of("tools"), lost, Optional.of(dialect), "");
    }
}
