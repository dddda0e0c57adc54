package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellBuilder;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.run.RunSettings.Client;
import dev.throughline.run.report.Remedy;
import dev.throughline.run.report.Remedy.Kind;
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
    private static final CellBuilder BROKEN = client("opencode@1.1.34", Status.BROKEN);

    @Test
    void namesTheVariantOfTheSameVersionThatKeepsIt() {
        assertThat(remedies(BROKEN, client("opencode@1.1.34", Status.PRESERVED).variant("interleaved")))
                .containsExactly(new Remedy(
                        Kind.VARIANT, "Variant `interleaved` of opencode 1.1.34 was measured to keep reasoning."));
    }

    @Test
    void namesTheNearestNewerVersionThatKeepsIt() {
        assertThat(remedies(
                        BROKEN,
                        client("opencode@1.0.0", Status.PRESERVED),
                        client("opencode@1.1.53", Status.PRESERVED),
                        client("opencode@1.18.33", Status.PRESERVED)))
                .containsExactly(
                        new Remedy(Kind.VERSION, "opencode 1.1.53 was measured to keep reasoning: update to it."));
    }

    @Test
    void aNewerVersionOfTheSameLineComesBeforeAnotherMajorAndAnUnknownDateIsNeitherNewerNorOlder() {
        assertThat(remedies(
                        BROKEN,
                        client("opencode@2.0.0", Status.PRESERVED),
                        client("opencode@1.18.33", Status.PRESERVED)))
                .extracting(Remedy::text)
                .containsExactly("opencode 1.18.33 was measured to keep reasoning: update to it.");
        assertThat(remedies(BROKEN, client("opencode@1.9.9", Status.PRESERVED)))
                .extracting(Remedy::text)
                .containsExactly("opencode 1.9.9 with the unmodified recipe was measured to keep reasoning.");
    }

    @Test
    void namesAnOlderVersionWhereNoNewerOneKeepsIt() {
        assertThat(remedies(BROKEN, client("opencode@1.0.0", Status.PRESERVED)))
                .extracting(Remedy::text)
                .containsExactly("opencode 1.0.0, an older version, was measured to keep reasoning.");
    }

    @Test
    void namesAnotherVersionInAnotherVariantIfNothingElseKeepsIt() {
        assertThat(remedies(BROKEN, client("opencode@1.2.0", Status.PRESERVED).variant("interleaved")))
                .extracting(Remedy::text)
                .containsExactly("opencode 1.2.0 with variant `interleaved` was measured to keep reasoning.");
    }

    @Test
    void oneCellThatLosesItRulesAVersionOut() {
        CellBuilder kept = client("opencode@1.1.53", Status.PRESERVED);

        assertThat(remedies(
                        BROKEN, kept, kept.variant("").of(Capability.THINK), client("opencode@1.1.53", Status.PARTIAL)))
                .isEmpty();
    }

    @Test
    void whatDidNotVoteOrLacksALostCapabilityIsNoRemedy() {
        CellBuilder silent = client("opencode@1.1.53", Status.PRESERVED).votes(0);
        CellBuilder kept = client("opencode@1.2.0", Status.PRESERVED);

        assertThat(remedies(BROKEN, silent)).isEmpty();
        assertThat(rules(Set.of(Capability.THINK, Capability.ORDER)).of(List.of(kept.cell())))
                .isEmpty();
        assertThat(rules(Set.of(Capability.THINK, Capability.ORDER))
                        .of(List.of(kept.cell(), kept.of(Capability.ORDER).cell())))
                .extracting(Remedy::text)
                .containsExactly("opencode 1.2.0 was measured to keep ORDER and THINK: update to it.");
    }

    @Test
    void anotherDialectIsNoRemedy() {
        var rules =
                new RemedyRules(OPENCODE, lossy(Optional.of(Dialect.ANTHROPIC)), Set.of(Capability.THINK), RELEASES);

        assertThat(rules.of(List.of(client("opencode@1.1.53", Status.PRESERVED).cell())))
                .isEmpty();
    }

    private static List<Remedy> remedies(CellBuilder... cells) {
        return rules(Set.of(Capability.THINK))
                .of(Arrays.stream(cells).map(CellBuilder::cell).toList());
    }

    private static RemedyRules rules(Set<Capability> lost) {
        return new RemedyRules(OPENCODE, lossy(Optional.empty()), lost, RELEASES);
    }

    private static Client lossy(Optional<Dialect> dialect) {
        return new Client("opencode", "1.1.34", Optional.empty(), dialect, Optional.empty());
    }
}
