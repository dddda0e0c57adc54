package dev.throughline.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.Cell.Flag;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CellRulesTest {
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    private static final CellKey KEY = new CellKey(
            1,
            "tools",
            ThinkingPolicy.PRESERVED,
            Streaming.STREAM,
            Optional.of(new Versioned("opencode", "1.1.34")),
            "",
            "",
            "",
            "glm-4.7",
            Optional.empty(),
            Optional.empty(),
            "",
            Dialect.OPENAI_CHAT,
            Dialect.OPENAI_CHAT,
            "");

    // Runs are written oldest first: P preserved, p partial, B broken, I inconclusive, N not exercised, U, E.
    @ParameterizedTest(name = "{0} is {1}, {2}, flaky {3}")
    @CsvSource({
        "P,PRESERVED,LOW,false",
        "PP,PRESERVED,MEDIUM,false",
        "PPP,PRESERVED,HIGH,false",
        "PPPPPPPPPP,PRESERVED,HIGH,false",
        "pp,PARTIAL,MEDIUM,false",
        "PB,PRESERVED,LOW,false",
        "PPPBB,PRESERVED,LOW,false",
        "PBBB,BROKEN,MEDIUM,false",
        "BBBBBBBPPP,PRESERVED,MEDIUM,false",
        "PBP,BROKEN,LOW,true",
        "BPB,BROKEN,LOW,true",
        "PpP,PARTIAL,LOW,true",
        "PpBBB,BROKEN,LOW,true",
        "PBPPPPPPPP,BROKEN,LOW,true",
        "BPPPPPPPPPP,PRESERVED,HIGH,false",
        "I,INCONCLUSIVE,LOW,false",
        "NI,INCONCLUSIVE,LOW,false",
        "U,UNSUPPORTED,LOW,false",
        "PIPNPE,PRESERVED,HIGH,false",
        "PIIIIIIIII,PRESERVED,LOW,false",
        "PIIIIIIIIII,INCONCLUSIVE,LOW,false",
        "PIB,PRESERVED,LOW,false",
        "PBIBEB,BROKEN,MEDIUM,false"
    })
    void rulesOverTheLastRuns(String runs, Status status, Confidence confidence, boolean isFlaky) {
        Cell cell = think(runs);

        assertThat(cell.status()).isEqualTo(status);
        assertThat(cell.confidence()).isEqualTo(confidence);
        assertThat(cell.flags()).isEqualTo(isFlaky ? Set.of(Flag.FLAKY) : Set.of());
    }

    @Test
    void countsRunsThatNeverVote() {
        Cell cell = think("PINEUP");

        assertThat(cell.votes()).isEqualTo(2);
        assertThat(cell.counts())
                .isEqualTo(Map.of(
                        Status.PRESERVED,
                        2,
                        Status.INCONCLUSIVE,
                        1,
                        Status.NOT_EXERCISED,
                        1,
                        Status.ERROR,
                        1,
                        Status.UNSUPPORTED,
                        1));
    }

    @Test
    void namesTheNewestRunThatAgrees() {
        assertThat(think("PPB").latestRun()).isEqualTo("run-1");
        assertThat(think("PBBB").latestRun()).isEqualTo("run-3");
        assertThat(think("NPI").latestRun()).isEqualTo("run-1");
    }

    @Test
    void measuresWithRunsThatVote() {
        Cell cell = think("IPPI");

        assertThat(cell.firstMeasured()).isEqualTo(START);
        assertThat(cell.lastMeasured()).isEqualTo(START.plusSeconds(2));
    }

    @Test
    void rulesOverEachScopeByItself() {
        Vote vote = new Vote(
                "run",
                Origin.HERE,
                KEY,
                1,
                START,
                4,
                Map.of(
                        Capability.THINK,
                        new CapabilityVerdict(Status.PARTIAL, Status.PRESERVED, Status.BROKEN, 4, 2, Map.of())));

        Cell cell = CellRules.cells(KEY, List.of(vote)).getFirst();

        assertThat(cell.status()).isEqualTo(Status.PARTIAL);
        assertThat(cell.withinTurn()).isEqualTo(Status.PRESERVED);
        assertThat(cell.acrossTurns()).isEqualTo(Status.BROKEN);
    }

    @ParameterizedTest(name = "{0} before {1} is {2}, {3} votes, {4}")
    @CsvSource({
        "PP,p,PARTIAL,1,LOW",
        "PPP,ppp,PARTIAL,3,HIGH",
        "BPB,PP,PRESERVED,3,HIGH",
        "PP,P,PRESERVED,3,HIGH",
        "PP,I,PRESERVED,2,MEDIUM",
        "PP,Ip,PARTIAL,1,LOW"
    })
    void aNewerSuiteReplacesVotesOfOlderOnesThatDisagree(
            String older, String newer, Status status, int counted, Confidence confidence) {
        List<Vote> votes = new ArrayList<>(votes(newer, 1));
        votes.addAll(votes(older, 0));

        Cell cell = CellRules.cells(KEY, votes).getFirst();

        assertThat(cell.status()).isEqualTo(status);
        assertThat(cell.votes()).isEqualTo(counted);
        assertThat(cell.confidence()).isEqualTo(confidence);
        assertThat(cell.flags()).isEmpty();
        assertThat(cell.firstMeasured()).isEqualTo(START);
    }

    @Test
    void knowsNothingOfACapabilityThatNoRunSpeaksOf() {
        assertThat(CellRules.cells(KEY, votes("P")))
                .extracting(Cell::capability)
                .containsExactly(Capability.THINK);
        assertThat(CellRules.cells(KEY, List.of())).isEmpty();
    }

    @Test
    void givesEveryCombinationAndCapabilityItsOwnId() {
        CellKey other = new CellKey(
                1,
                "tool",
                ThinkingPolicy.PRESERVED,
                Streaming.STREAM,
                KEY.client(),
                "",
                "",
                "",
                "sglm-4.7",
                Optional.empty(),
                Optional.empty(),
                "",
                Dialect.OPENAI_CHAT,
                Dialect.OPENAI_CHAT,
                "");
        List<String> ids = Stream.of(Capability.values())
                .flatMap(capability -> Stream.of(CellIdDigest.of(KEY, capability), CellIdDigest.of(other, capability)))
                .toList();

        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("[0-9a-f]{24}"));
    }

    @Test
    void keepsIdsForEver() {
        assertThat(CellIdDigest.of(KEY)).isEqualTo("0cf69b3eb1a4b43b6c21d056501aa322");
        assertThat(CellIdDigest.of(KEY, Capability.THINK)).isEqualTo("0796061f3d31f1574c0ced25");
    }

    private static Cell think(String runs) {
        return CellRules.cells(KEY, votes(runs)).getFirst();
    }

    @Test
    void aNewerSuiteReplacesVotesForEachScopeByItself() {
        var older = new CapabilityVerdict(Status.PARTIAL, Status.PRESERVED, Status.BROKEN, 4, 2, Map.of());
        var newer = new CapabilityVerdict(Status.PARTIAL, Status.PARTIAL, Status.BROKEN, 4, 2, Map.of());
        List<Vote> votes = List.of(vote(newer, 1), vote(older, 0), vote(older, 0));

        Cell cell = CellRules.cells(KEY, votes).getFirst();

        assertThat(cell.votes()).isEqualTo(3);
        assertThat(cell.withinTurn()).isEqualTo(Status.PARTIAL);
        assertThat(cell.acrossTurns()).isEqualTo(Status.BROKEN);
    }

    private static Vote vote(CapabilityVerdict verdict, int suiteMinor) {
        return new Vote("run", Origin.HERE, KEY, suiteMinor, START, 4, Map.of(Capability.THINK, verdict));
    }

    private static List<Vote> votes(String runs) {
        return votes(runs, 1);
    }

    private static List<Vote> votes(String runs, int suiteMinor) {
        List<Vote> votes = new ArrayList<>();
        for (int i = 0; i < runs.length(); i++) {
            Status status = status(runs.charAt(i));
            var verdict = new CapabilityVerdict(status, status, Status.NOT_EXERCISED, 1, 0, Map.of());
            votes.addFirst(new Vote(
                    "run-" + i,
                    Origin.HERE,
                    KEY,
                    suiteMinor,
                    START.plusSeconds(i),
                    4,
                    Map.of(Capability.THINK, verdict)));
        }
        return votes;
    }

    private static Status status(char run) {
        return switch (run) {
            case 'P' -> Status.PRESERVED;
            case 'p' -> Status.PARTIAL;
            case 'B' -> Status.BROKEN;
            case 'I' -> Status.INCONCLUSIVE;
            case 'N' -> Status.NOT_EXERCISED;
            case 'U' -> Status.UNSUPPORTED;
            case 'E' -> Status.ERROR;
            default -> throw new IllegalArgumentException("no status is written " + run);
        };
    }
}
