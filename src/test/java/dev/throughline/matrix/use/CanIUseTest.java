package dev.throughline.matrix.use;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellBuilder;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.UseQuestionBuilder;
import dev.throughline.matrix.use.UseAnswer.Notice;
import dev.throughline.matrix.use.UseAnswer.Role;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.throughline.matrix.CellBuilder.client;
import static org.assertj.core.api.Assertions.assertThat;

class CanIUseTest {
    private static final CellBuilder OLD = client("opencode@1.1.34", Status.BROKEN);
    private static final CellBuilder NEW = client("opencode@1.1.53", Status.PRESERVED);
    private static final Claim CLAIM = new Claim(
            "c1",
            "opencode",
            Optional.of("0.3.0"),
            Capability.THINK,
            Optional.of(Status.BROKEN),
            "The SDK strips reasoning_content",
            "a list",
            LocalDate.of(2026, 1, 24));

    @Test
    void aPreservedVersionIsAYes() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.53").of(OLD, NEW);

        assertThat(answer.answer()).contains(true);
        assertThat(answer.reason()).isInstanceOf(UseReason.Measured.class);
        assertThat(answer.reason().text()).contains("preserved in 1 cell", "3 runs");
        assertThat(answer.counts()).containsEntry(Status.PRESERVED, 3);
        assertThat(answer.rows())
                .singleElement()
                .satisfies(row -> assertThat(row.role()).isEqualTo(Role.MATCH));
    }

    @Test
    void whatWasMeasuredThroughAGatewayCountsOnlyWhereItIsAskedFor() {
        CellBuilder through = client("opencode@1.1.53", Status.BROKEN).through("throughline@0.1.0");

        assertThat(UseQuestionBuilder.about("1.1.53").of(NEW, through).answer()).contains(true);
        assertThat(UseQuestionBuilder.about("1.1.53")
                        .through("throughline", Optional.of("0.1.0"))
                        .of(NEW, through)
                        .answer())
                .contains(false);
        assertThat(UseQuestionBuilder.about("1.1.53")
                        .through("throughline", Optional.of("0.2.0"))
                        .of(NEW, through)
                        .answer())
                .isEmpty();
    }

    @Test
    void thePackagesMeasuredLastDecideAndAreNamed() {
        CellBuilder older = NEW.loading("@ai-sdk/openai@2.0.23").last(CellBuilder.NOW.minusSeconds(90_000));
        CellBuilder newer = client("opencode@1.1.53", Status.BROKEN).loading("@ai-sdk/openai@2.0.89");

        UseAnswer answer = UseQuestionBuilder.about("1.1.53").of(newer, older);

        assertThat(answer.answer()).contains(false);
        assertThat(answer.rows()).hasSize(1);
        assertThat(answer.notices()).anySatisfy(notice -> {
            assertThat(notice.kind()).isEqualTo(Notice.Kind.PACKAGES);
            assertThat(notice.text()).contains("@ai-sdk/openai@2.0.89").doesNotContain("2.0.23");
        });
    }

    @Test
    void reasoningOfferedInAnotherFieldIsANoticeOnly() {
        CellBuilder broken = client("opencode@1.1.53", Status.BROKEN);

        UseAnswer answer = UseQuestionBuilder.about("1.1.53").of(broken, NEW.offered("reasoning_details"));

        assertThat(answer.answer()).contains(false);
        assertThat(answer.rows()).extracting(UseAnswer.Row::role).containsExactly(Role.MATCH, Role.VARIANT);
        assertThat(answer.notices())
                .anySatisfy(notice -> assertThat(notice.text())
                        .contains("with reasoning offered as reasoning_details", "THINK is PRESERVED"));
    }

    @Test
    void aGatewayWithoutAVersionIsTheNewestThatWasMeasured() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.53")
                .through("throughline", Optional.empty())
                .of(
                        client("opencode@1.1.53", Status.BROKEN).through("throughline@0.9.0"),
                        client("opencode@1.1.53", Status.PRESERVED).through("throughline@0.10.0"),
                        client("opencode@1.1.53", Status.BROKEN).through("litellm@1.0.0"));

        assertThat(answer.answer()).contains(true);
        assertThat(answer.notices())
                .filteredOn(notice -> notice.kind() == Notice.Kind.THROUGH_GATEWAY)
                .singleElement()
                .satisfies(notice -> assertThat(notice.text()).contains("throughline@0.10.0"));
    }

    @Test
    void ofGatewaysTheOneThatWasFirstMeasuredLastIsNewestWhateverItsNumberIs() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.53")
                .through("throughline", Optional.empty())
                .of(
                        client("opencode@1.1.53", Status.BROKEN)
                                .through("throughline@2.0.0")
                                .last(CellBuilder.NOW.minusSeconds(200_000)),
                        client("opencode@1.1.53", Status.PRESERVED).through("throughline@1.9.0"));

        assertThat(answer.answer()).contains(true);
    }

    @Test
    void aBrokenVersionIsANo() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.34").of(OLD, NEW);

        assertThat(answer.answer()).contains(false);
        assertThat(answer.reason().text()).contains("opencode@1.1.34", "BROKEN", "across turns");
    }

    @Test
    void aVersionThatIsNotPreservedInOneScenarioIsANoThatNamesItAndWhere() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.53")
                .of(NEW, client("opencode@1.1.53", Status.PARTIAL).in("ends").model("glm-5"), NEW.in("interleaved"));

        assertThat(answer.answer()).contains(false);
        assertThat(answer.reason().text())
                .isEqualTo("opencode@1.1.53 was measured: PARTIAL in ends (ends, openai-chat, model glm-5,"
                        + " reasoning in reasoning_content: within the turn PARTIAL, across turns PARTIAL).");
    }

    @Test
    void eachStatusIsNamedWithTheDialectAndScenarioOfItsOwn() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.53")
                .anyDialect()
                .of(
                        NEW,
                        NEW.in("ends"),
                        client("opencode@1.1.53", Status.PARTIAL).in("ends").speaking(Dialect.ANTHROPIC),
                        client("opencode@1.1.53", Status.BROKEN).speaking(Dialect.RESPONSES),
                        client("opencode@1.1.53", Status.PRESERVED).speaking(Dialect.ANTHROPIC));

        assertThat(answer.reason().text())
                .startsWith("opencode@1.1.53 was measured: BROKEN in responses, PARTIAL in anthropic ends (tools,");
    }

    @Test
    void aVersionBetweenTwoThatDisagreeIsUnknownAndNamesThem() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.40")
                .of(client("opencode@1.0.0", Status.BROKEN), client("opencode@1.18.33", Status.PRESERVED), NEW, OLD);

        assertThat(answer.answer()).isEmpty();
        assertThat(answer.reason()).isInstanceOf(UseReason.BetweenVersions.class);
        assertThat(answer.reason().text()).contains("between 1.1.34 and 1.1.53", "Measure 1.1.40");
        assertThat(answer.rows()).hasSize(2).allMatch(row -> row.role() == Role.NEIGHBOR);
        assertThat(answer.counts()).isEmpty();
    }

    @Test
    void aVersionBetweenTwoThatAgreeIsInferredAndRestsOnLittle() {
        CellBuilder newest = client("opencode@1.18.33", Status.PRESERVED);

        assertThat(UseQuestionBuilder.about("1.2.0").of(NEW, newest).answer()).contains(true);
        assertThat(UseQuestionBuilder.about("1.2.0").of(NEW, newest).reason()).isInstanceOf(UseReason.Inferred.class);
        assertThat(UseQuestionBuilder.about("1.2.0")
                        .sure(Confidence.MEDIUM)
                        .of(NEW, newest)
                        .answer())
                .isEmpty();
        assertThat(UseQuestionBuilder.about("1.2.0")
                        .within(Duration.ofHours(1))
                        .of(NEW, newest)
                        .answer())
                .isEmpty();
    }

    /// Versions with a status were measured; the last one is asked about.
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            nullValues = "unknown",
            value = {
                "between two, 1.1.0=2026-01-01 1.3.0=2026-01-03 1.2.0=2026-01-02, 1.1.0+ 1.3.0+, true",
                "between two that lose it, 1.1.0=2026-01-01 1.3.0=2026-01-03 1.2.0=2026-01-02, 1.1.0- 1.3.0-, false",
                "a fix backported later than x.0.0, 1.0.61=2026-01-01 2.0.19=2026-02-03 2.0.20=2026-02-04 2.0.0="
                        + "2026-01-02, 1.0.61+ 2.0.20+, unknown",
                "x.0.0 between majors, 1.9.0=2026-01-01 2.0.1=2026-01-03 2.0.0=2026-01-02, 1.9.0+ 2.0.1+, unknown",
                "46 days, 1.1.0=2026-01-01 1.3.0=2026-02-16 1.2.0=2026-01-02, 1.1.0+ 1.3.0+, unknown",
                "45 days, 1.1.0=2026-01-01 1.3.0=2026-02-15 1.2.0=2026-01-02, 1.1.0+ 1.3.0+, true",
                "a contradiction between in time, 1.1.0=2026-01-01 1.3.0=2026-01-04 1.0.9=2026-01-03 1.2.0=2026-01-02,"
                        + " 1.1.0+ 1.0.9- 1.3.0+, unknown",
                "a backport between in time, 1.1.0=2026-01-01 1.3.0=2026-01-04 1.0.9=2026-01-03,"
                        + " 1.1.0+ 1.3.0+, unknown",
                "a pre-release, 1.1.0=2026-01-01 1.3.0=2026-01-04 1.2.0-beta.1=2026-01-03, 1.1.0+ 1.3.0+, unknown",
                "a pre-release beside it, 1.1.0-beta.1=2026-01-01 1.3.0=2026-01-04 1.2.0=2026-01-03,"
                        + " 1.1.0-beta.1+ 1.3.0+, unknown",
                "an unknown date beside it, 1.3.0=2026-01-04 1.2.0=2026-01-03, 1.1.0+ 1.3.0+, unknown",
                "a contradiction whose date is unknown, 1.1.0=2026-01-01 1.3.0=2026-01-04 1.2.0=2026-01-03,"
                        + " 1.1.0+ 1.0.9- 1.3.0+, unknown",
                "another minor below 1.0, 0.4.0=2026-01-01 0.6.0=2026-01-03 0.5.0=2026-01-02, 0.4.0+ 0.6.0+, unknown",
                "one minor below 1.0, 0.5.0=2026-01-01 0.5.2=2026-01-03 0.5.1=2026-01-02, 0.5.0+ 0.5.2+, true"
            })
    void isInferredOnlyFromCloseNeighborsOfItsLine(
            String name, String releases, String measured, @Nullable Boolean answer) {
        String asked = releases.substring(releases.lastIndexOf(' ') + 1, releases.lastIndexOf('='));
        CellBuilder[] cells = Arrays.stream(measured.split(" "))
                .map(one -> client(
                        "opencode@" + one.substring(0, one.length() - 1),
                        one.endsWith("+") ? Status.PRESERVED : Status.BROKEN))
                .toArray(CellBuilder[]::new);

        UseAnswer found = UseQuestionBuilder.about(asked).releases(releases).of(cells);

        assertThat(found.answer()).as(found.reason().text()).isEqualTo(Optional.ofNullable(answer));
        if (answer == null) {
            assertThat(found.reason().text()).containsAnyOf("Measure it", "Measure " + asked);
        }
    }

    @Test
    void aVersionWithoutADateIsNotInferred() {
        UseAnswer answer = UseQuestionBuilder.about("1.2.0")
                .releases("1.1.53=2026-01-01 1.18.33=2026-01-03")
                .of(NEW, client("opencode@1.18.33", Status.PRESERVED));

        assertThat(answer.answer()).isEmpty();
        assertThat(answer.reason()).isInstanceOf(UseReason.Untested.class);
    }

    @Test
    void whatOnlyOneNeighborWasMeasuredInIsNotInferredFromAnotherScenario() {
        CellBuilder newest = client("opencode@1.18.33", Status.PRESERVED);
        CellBuilder model = client("opencode@1.18.33", Status.PRESERVED).model("glm-5");

        UseAnswer answer = UseQuestionBuilder.about("1.2.0").of(NEW, newest, model);

        assertThat(answer.answer()).isEmpty();
        assertThat(UseQuestionBuilder.about("1.2.0")
                        .of(NEW, NEW.model("glm-5"), newest, model)
                        .answer())
                .contains(true);
    }

    @Test
    void aVersionAfterAllThatWereMeasuredInItsLineIsUnknownAndNamesTheNewest() {
        UseAnswer answer = UseQuestionBuilder.about("2.0.0").of(OLD, NEW);

        assertThat(answer.answer()).isEmpty();
        assertThat(answer.reason()).isInstanceOf(UseReason.Untested.class);
        assertThat(UseQuestionBuilder.about("1.18.33").of(OLD, NEW).reason().text())
                .contains("before it that was measured is 1.1.53 (PRESERVED)", "Measure it to know");
        assertThat(UseQuestionBuilder.about("1.0.0").of(OLD, NEW).reason().text())
                .contains("after it", "1.1.34 (BROKEN)");
        assertThat(UseQuestionBuilder.about("1.0.0").of().reason().text())
                .isEqualTo("opencode@1.0.0 was not measured. Measure it to know.");
    }

    @Test
    void aTextThatIsNoVersionIsUnknownAndSaysWhatWasExpected() {
        assertThat(UseQuestionBuilder.about("newest").of(OLD, NEW).reason())
                .isInstanceOf(UseReason.UnknownVersion.class);
        assertThat(UseQuestionBuilder.about("newest").of(OLD, NEW).reason().text())
                .contains("1.18.33");
    }

    @Test
    void aRunThatCouldNotSayIsNoEvidence() {
        CellBuilder idle = client("opencode@1.1.40", Status.NOT_EXERCISED).votes(0);

        UseAnswer answer = UseQuestionBuilder.about("1.1.40").of(idle, OLD, NEW);

        assertThat(answer.answer()).isEmpty();
        assertThat(answer.reason()).isInstanceOf(UseReason.NothingConclusive.class);
        assertThat(answer.reason().text()).contains("NOT_EXERCISED 1");
    }

    @Test
    void cellsThatCouldNotSayAreLeftOutBesideOthersAndNoted() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.53")
                .of(NEW, client("opencode@1.1.53", Status.ERROR).model("x").votes(0));

        assertThat(answer.answer()).contains(true);
        assertThat(answer.notices()).extracting(Notice::kind).contains(Notice.Kind.NO_VOTE);
    }

    @Test
    void oneBrokenModelAmongSeveralIsANoAndEveryCellIsListedTheWorstFirst() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.53")
                .of(
                        NEW.model("glm-4.7"),
                        client("opencode@1.1.53", Status.PARTIAL).model("gpt"));

        assertThat(answer.answer()).contains(false);
        assertThat(answer.rows()).hasSize(2);
        assertThat(answer.rows().getFirst().cell().status()).isEqualTo(Status.PARTIAL);
        assertThat(answer.notices())
                .anySatisfy(notice -> assertThat(notice.text())
                        .contains("2 cells match", "models glm-4.7, gpt", "all are preserved"));
    }

    @Test
    void aDialectThatIsLeftOpenMustBeKeptInAll() {
        CellBuilder other = client("opencode@1.1.53", Status.BROKEN).speaking(Dialect.RESPONSES);

        assertThat(UseQuestionBuilder.about("1.1.53").of(NEW, other).answer()).contains(true);
        assertThat(UseQuestionBuilder.about("1.1.53")
                        .anyDialect()
                        .of(NEW, other)
                        .answer())
                .contains(false);
    }

    @Test
    void theRecipeAsItIsIsAskedAboutAndOtherVariantsAreMentioned() {
        CellBuilder variant = client("opencode@1.1.34", Status.PRESERVED).variant("interleaved");

        UseAnswer answer = UseQuestionBuilder.about("1.1.34").of(OLD, variant);

        assertThat(answer.answer()).contains(false);
        assertThat(answer.notices())
                .anySatisfy(notice -> assertThat(notice.text()).contains("variant interleaved", "THINK is PRESERVED"));
        assertThat(answer.counts()).containsOnlyKeys(Status.BROKEN);
        assertThat(UseQuestionBuilder.about("1.1.34")
                        .variant("interleaved")
                        .of(OLD, variant)
                        .answer())
                .contains(true);
    }

    @Test
    void anotherPolicyIsAnotherQuestion() {
        assertThat(UseQuestionBuilder.about("1.1.34")
                        .of(client("opencode@1.1.34", Status.PRESERVED).policy(ThinkingPolicy.INTERLEAVED))
                        .answer())
                .isEmpty();
    }

    @Test
    void aFlakyCellIsANoWithItsCounts() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.34").of(OLD.flag(Cell.Flag.FLAKY));

        assertThat(answer.answer()).contains(false);
        assertThat(answer.reason()).isInstanceOf(UseReason.Flaky.class);
    }

    @Test
    void whatIsTooOldOrRestsOnTooLittleGivesNeitherYesNorNo() {
        assertThat(UseQuestionBuilder.about("1.1.34")
                        .within(Duration.ofHours(1))
                        .of(OLD)
                        .reason())
                .isInstanceOf(UseReason.TooOld.class);
        assertThat(UseQuestionBuilder.about("1.1.34")
                        .within(Duration.ofDays(2))
                        .of(OLD)
                        .answer())
                .contains(false);
        assertThat(UseQuestionBuilder.about("1.1.53")
                        .sure(Confidence.HIGH)
                        .of(NEW)
                        .reason())
                .isInstanceOf(UseReason.TooLittleConfidence.class);
        assertThat(UseQuestionBuilder.about("1.1.53")
                        .sure(Confidence.HIGH)
                        .of(NEW)
                        .answer())
                .isEmpty();
    }

    @Test
    void aBrokenCapabilityDecidesOverOneThatIsUnknownOrKept() {
        UseAnswer answer = UseQuestionBuilder.about("1.1.53")
                .capabilities(Capability.THINK, Capability.SIGNATURE, Capability.TOOL_ID)
                .of(NEW, client("opencode@1.1.53", Status.BROKEN).of(Capability.TOOL_ID));

        assertThat(answer.answer()).contains(false);
        assertThat(answer.capabilities())
                .extracting(UseAnswer.Part::answer)
                .containsExactly(Optional.of(true), Optional.empty(), Optional.of(false));
    }

    @Test
    void aClaimNeverCountsButIsShownAsReported() {
        UseAnswer answer = UseQuestionBuilder.about("0.3.0").knowing(CLAIM).of(OLD, NEW);

        assertThat(answer.answer()).isEmpty();
        assertThat(answer.reason()).isInstanceOf(UseReason.OnlyClaimed.class);
        assertThat(answer.reason().text()).contains("2026-01-24", "BROKEN", "a list");
    }

    @Test
    void aClaimThatAMeasurementContradictsIsDisputed() {
        UseAnswer answer =
                UseQuestionBuilder.about("0.3.0").knowing(CLAIM).of(client("opencode@0.3.0", Status.PRESERVED));

        assertThat(answer.answer()).contains(true);
        assertThat(answer.notices()).extracting(Notice::kind).containsExactly(Notice.Kind.DISPUTED);
    }

    @Test
    void withoutCellsOfBothTheClientAndTheBackendMustBothKeepIt() {
        CellBuilder kept = CellBuilder.backend("llama.cpp@b4712", Status.PRESERVED);
        CellBuilder lost = CellBuilder.backend("llama.cpp@b4712", Status.PARTIAL);

        assertThat(UseQuestionBuilder.about("1.1.53")
                        .at("llama.cpp@b4712")
                        .of(NEW, kept)
                        .answer())
                .contains(true);
        assertThat(UseQuestionBuilder.about("1.1.53")
                        .at("llama.cpp@b4712")
                        .of(NEW, lost)
                        .answer())
                .contains(false);
        assertThat(UseQuestionBuilder.about("1.1.53")
                        .at("llama.cpp@b4712")
                        .of(NEW)
                        .answer())
                .isEmpty();
        assertThat(UseQuestionBuilder.about("1.1.53")
                        .at("llama.cpp@b4712")
                        .of(NEW, kept)
                        .notices())
                .extracting(Notice::kind)
                .contains(Notice.Kind.NOT_MEASURED_TOGETHER);
    }

    @Test
    void cellsOfBothTogetherCountAlone() {
        CellBuilder both = client("opencode@1.1.53", Status.BROKEN).at("llama.cpp@b4712");

        UseAnswer answer = UseQuestionBuilder.about("1.1.53")
                .at("llama.cpp@b4712")
                .of(NEW, both, CellBuilder.backend("llama.cpp@b4712", Status.PRESERVED));

        assertThat(answer.answer()).contains(false);
        assertThat(answer.rows()).hasSize(1);
        assertThat(UseQuestionBuilder.about("1.1.53").of(NEW, both).answer()).contains(true);
    }
}
