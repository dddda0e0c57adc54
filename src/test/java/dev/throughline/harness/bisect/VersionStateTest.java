package dev.throughline.harness.bisect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.text.Json;
import dev.throughline.verdict.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class VersionStateTest {
    private static final ClientSpec TOY =
            new ClientSpec("toy", "1.0.0", "openai-chat", Optional.empty(), "glm-5", "tools");

    @ParameterizedTest
    @CsvSource({
        "PRESERVED,PRESERVED,PRESERVED",
        "BROKEN,BROKEN,BROKEN",
        "PRESERVED,BROKEN,PARTIAL",
        "BROKEN,PARTIAL,PARTIAL",
        "PARTIAL,PRESERVED,PARTIAL",
        "NOT_EXERCISED,PRESERVED,PRESERVED",
        "INCONCLUSIVE,BROKEN,BROKEN",
    })
    void scopesThatDifferArePartialAsInTheMatrix(String withinTurn, String acrossTurns, Status expected) {
        assertThat(VersionState.of(judged(withinTurn, acrossTurns), "THINK")).isEqualTo(VersionState.with(expected));
    }

    @Test
    void whatWasNotExercisedIsNoResult() {
        assertThat(VersionState.of(judged("NOT_EXERCISED", "INCONCLUSIVE"), "THINK"))
                .isEqualTo(VersionState.without("THINK was NOT_EXERCISED and INCONCLUSIVE"));
    }

    @Test
    void whatDoesNotRunIsNoResult() {
        assertThat(VersionState.of(
                        new CheckOutcome.Failed(TOY, "no such program; its last output:\nsecond", Duration.ZERO),
                        "THINK"))
                .isEqualTo(VersionState.without("no such program"));
        assertThat(VersionState.of(new CheckOutcome.Unsupported(TOY, "speaks only chat"), "THINK"))
                .isEqualTo(VersionState.without("it speaks only chat"));
    }

    @Test
    void aServersLossIsNamedByItsFindings() {
        assertThat(VersionState.of(server("BROKEN", "CALL_HISTORY_REFUSED", "FINISH_INCONSISTENT"), "THINK"))
                .isEqualTo(VersionState.with(Status.BROKEN, "CALL_HISTORY_REFUSED"));
        assertThat(VersionState.of(server("BROKEN", "HISTORY_DROPPED"), "THINK"))
                .isEqualTo(VersionState.with(Status.BROKEN, "HISTORY_DROPPED"));
        assertThat(VersionState.of(server("INCONCLUSIVE", "TIMED_OUT"), "THINK"))
                .isEqualTo(VersionState.without("THINK was INCONCLUSIVE"));
    }

    private static CheckOutcome server(String status, String... findings) {
        var judged = (CheckOutcome.Judged) judged(status, status);
        var all = ((ObjectNode) judged.report()).putArray("findings");
        List.of(findings).forEach(kind -> all.addObject().put("kind", kind));
        return judged;
    }

    private static CheckOutcome judged(String withinTurn, String acrossTurns) {
        ObjectNode report = Json.TREES.createObjectNode();
        report.putObject("capabilities")
                .putObject("THINK")
                .put("withinTurn", withinTurn)
                .put("acrossTurns", acrossTurns);
        return new CheckOutcome.Judged(TOY, report, false, Duration.ZERO);
    }
}
