package dev.throughline.verdict;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ScopeStatusTest {
    @Test
    void aScopeWithoutDueItemsIsNotExercised() {
        assertThat(of(List.of(), true)).isEqualTo(Status.NOT_EXERCISED);
    }

    @Test
    void whatCameBackExactOrByReferenceIsPreserved() {
        assertThat(of(List.of(Outcome.EXACT, Outcome.REFERENCED), true)).isEqualTo(Status.PRESERVED);
    }

    @Test
    void whatIsPreservedNeedsNoControl() {
        assertThat(of(List.of(Outcome.EXACT), false)).isEqualTo(Status.PRESERVED);
    }

    @Test
    void aScopeOfAbsentTurnsIsInconclusive() {
        assertThat(of(List.of(Outcome.TURN_ABSENT), true)).isEqualTo(Status.INCONCLUSIVE);
    }

    @Test
    void keptItemsBesideAbsentTurnsAreInconclusive() {
        assertThat(of(List.of(Outcome.EXACT, Outcome.TURN_ABSENT), true)).isEqualTo(Status.INCONCLUSIVE);
    }

    /// qwen-code 0.24.4 sends all reasoning without the white space at its ends.
    @Test
    void whatCameBackTrimmedIsPartialAndNotBroken() {
        assertThat(of(List.of(Outcome.TRIMMED, Outcome.TRIMMED), true)).isEqualTo(Status.PARTIAL);
        assertThat(of(List.of(Outcome.TRIMMED, Outcome.EXACT), true)).isEqualTo(Status.PARTIAL);
    }

    /// Claude Code 1.0.0 with -p sends the whole tool loop twice: each item is there, unmodified, and once more.
    @Test
    void whatCameBackTwiceIsPartialAndNotBroken() {
        assertThat(of(List.of(Outcome.DUPLICATED, Outcome.DUPLICATED), true)).isEqualTo(Status.PARTIAL);
    }

    @Test
    void whatDidNotComeBackIsBroken() {
        assertThat(of(List.of(Outcome.MISSING, Outcome.MODIFIED), true)).isEqualTo(Status.BROKEN);
    }

    @Test
    void whatDidNotComeBackBesideAbsentTurnsIsBroken() {
        assertThat(of(List.of(Outcome.MISSING, Outcome.TURN_ABSENT), true)).isEqualTo(Status.BROKEN);
    }

    @Test
    void whatDidNotComeBackWithoutAControlIsInconclusive() {
        assertThat(of(List.of(Outcome.MISSING), false)).isEqualTo(Status.INCONCLUSIVE);
    }

    @Test
    void whatCameBackInPartIsPartial() {
        assertThat(of(List.of(Outcome.EXACT, Outcome.MISSING), true)).isEqualTo(Status.PARTIAL);
        assertThat(of(List.of(Outcome.EXACT, Outcome.MISSING), false)).isEqualTo(Status.PARTIAL);
    }

    @ParameterizedTest(name = "{0} within and {1} across turns is {2}")
    @CsvSource({
        "NOT_EXERCISED, PRESERVED,     PRESERVED",
        "NOT_EXERCISED, NOT_EXERCISED, NOT_EXERCISED",
        "NOT_EXERCISED, BROKEN,        BROKEN",
        "PRESERVED,     NOT_EXERCISED, PRESERVED",
        "INCONCLUSIVE,  NOT_EXERCISED, INCONCLUSIVE",
        "PRESERVED,     PRESERVED,     PRESERVED",
        "BROKEN,        BROKEN,        BROKEN",
        "INCONCLUSIVE,  INCONCLUSIVE,  INCONCLUSIVE",
        "PRESERVED,     BROKEN,        PARTIAL",
        "BROKEN,        PRESERVED,     PARTIAL",
        "PARTIAL,       PRESERVED,     PARTIAL",
        "INCONCLUSIVE,  PRESERVED,     INCONCLUSIVE",
        "PRESERVED,     INCONCLUSIVE,  INCONCLUSIVE",
        "INCONCLUSIVE,  BROKEN,        PARTIAL",
        "BROKEN,        INCONCLUSIVE,  PARTIAL",
        "PARTIAL,       INCONCLUSIVE,  PARTIAL"
    })
    void aCapabilityIsWhatEveryExercisedScopeSays(Status within, Status across, Status over) {
        assertThat(ScopeStatus.over(within, across)).isEqualTo(over);
    }

    @Test
    void onlyWhatIsExactOrReferencedIsKept() {
        assertThat(Outcome.values()).filteredOn(ScopeStatus::isKept).containsExactly(Outcome.EXACT, Outcome.REFERENCED);
    }

    private static Status of(List<Outcome> outcomes, boolean hasControl) {
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        outcomes.forEach(outcome -> counts.merge(outcome, 1, Integer::sum));
        return ScopeStatus.of(counts, hasControl);
    }
}
