package dev.throughline.harness.bisect;

import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VersionBisectionTest {
    private final List<String> checked = new ArrayList<>();

    @Test
    void findsTheVersionInWhichTheResultChanged() {
        List<String> versions = versions(60);
        for (int change = 1; change < versions.size(); change++) {
            checked.clear();
            VersionChange found =
                    bisection(versions, change, Set.of()).changes().getFirst();

            assertThat(found.before()).isEqualTo(versions.get(change - 1));
            assertThat(found.after()).isEqualTo(versions.get(change));
            assertThat(found.was()).isEqualTo(VersionState.with(Status.PRESERVED));
            assertThat(found.is()).isEqualTo(VersionState.with(Status.BROKEN));
            assertThat(found.isExact()).isTrue();
            assertThat(checked.size()).isLessThanOrEqualTo(2 + 6);
        }
    }

    @Test
    void stepsAroundVersionsThatCannotBeJudged() {
        var random = new Random(7);
        for (int trial = 0; trial < 500; trial++) {
            checked.clear();
            int size = 3 + random.nextInt(40);
            int change = 1 + random.nextInt(size - 1);
            Set<Integer> broken = new HashSet<>();
            IntStream.range(1, size - 1).filter(_ -> random.nextInt(3) == 0).forEach(broken::add);
            List<String> versions = versions(size);

            VersionChange found = bisection(versions, change, broken).changes().getFirst();

            int before = versions.indexOf(found.before());
            int after = versions.indexOf(found.after());
            assertThat(before).isLessThan(change).isGreaterThanOrEqualTo(0);
            assertThat(after).isGreaterThanOrEqualTo(change);
            assertThat(IntStream.range(before + 1, after)).allMatch(broken::contains);
            assertThat(found.skipped().keySet()).containsExactlyElementsOf(versions.subList(before + 1, after));
            assertThat(found.skipped().values()).allMatch("does not start"::equals);
            assertThat(checked).doesNotHaveDuplicates();
            assertThat(checked.stream().filter(version -> !broken.contains(versions.indexOf(version))))
                    .hasSizeLessThanOrEqualTo(2 + 32 - Integer.numberOfLeadingZeros(size - 1));
        }
    }

    @Test
    void aVersionThatIsKnownNotToRunCostsNoCheckWhereverItLies() {
        for (int size = 3; size <= 33; size++) {
            int halvings = 32 - Integer.numberOfLeadingZeros(size - 1);
            for (int change = 1; change < size; change++) {
                for (int unfit = 1; unfit < size - 1; unfit++) {
                    checked.clear();
                    List<String> versions = versions(size);
                    String name = versions.get(unfit);
                    var bisection = new VersionBisection(
                            versions, Map.of(name, "has no program"), probe(versions, change, Set.of()));
                    VersionChange found = bisection.changes().getFirst();

                    assertThat(checked).doesNotContain(name).hasSizeLessThanOrEqualTo(halvings + 2);
                    assertThat(found.isExact()).isEqualTo(unfit != change && unfit != change - 1);
                    assertThat(bisection.notJudged())
                            .containsExactly(new BisectReport.NotJudged(name, "has no program", false));
                }
            }
        }
    }

    @Test
    void leavesTheNeighborhoodOfVersionsThatCannotBeJudged() {
        List<String> versions = versions(40);
        Set<Integer> broken = IntStream.range(15, 24).boxed().collect(Collectors.toSet());

        VersionBisection bisection = bisection(versions, 30, broken);

        assertThat(bisection.changes().getFirst().after()).isEqualTo("1.30.0");
        assertThat(bisection.notJudged()).hasSizeLessThan(4);
        assertThat(bisection.checks()).isLessThanOrEqualTo(2 + 6);
    }

    @Test
    void countsOnlyVersionsWithAResultAndNamesTheOthers() {
        List<String> versions = versions(9);

        VersionBisection bisection = bisection(versions, 8, Set.of(4));
        bisection.changes();

        assertThat(checked).hasSize(bisection.checks() + 1);
        assertThat(bisection.notJudged()).containsExactly(new BisectReport.NotJudged("1.4.0", "does not start", true));
    }

    @Test
    void paysOneCheckForEachVersionThatCannotBeJudged() {
        for (int size = 3; size <= 33; size++) {
            int halvings = 32 - Integer.numberOfLeadingZeros(size - 1);
            for (int change = 1; change < size; change++) {
                for (int unfit = 1; unfit < size - 1; unfit++) {
                    checked.clear();
                    List<String> versions = versions(size);
                    bisection(versions, change, Set.of(unfit)).changes().getFirst();

                    int lost = checked.contains(versions.get(unfit)) ? 1 : 0;
                    assertThat(checked.size() - lost)
                            .as("checks of %d versions, change at %d, %d is unfit", size, change, unfit)
                            .isLessThanOrEqualTo(halvings + 2);
                }
            }
        }
    }

    @Test
    void findsNothingBetweenEndsThatAreEqualOrCannotBeJudged() {
        List<String> versions = versions(9);

        assertThat(new VersionBisection(versions, Map.of(), _ -> VersionState.with(Status.PARTIAL)).changes())
                .isEmpty();
        assertThat(bisection(versions, 4, Set.of(0)).changes()).isEmpty();
        assertThat(bisection(versions, 4, Set.of(8)).changes()).isEmpty();
        assertThat(checked).containsOnly("1.0.0", "1.8.0");
    }

    @Test
    void followsAChangeToAThirdResult() {
        List<String> versions = versions(31);
        var bisection = new VersionBisection(versions, Map.of(), version -> {
            int minor = versions.indexOf(version);
            return VersionState.with(minor < 11 ? Status.PRESERVED : minor < 20 ? Status.PARTIAL : Status.BROKEN);
        });

        assertThat(bisection.changes())
                .extracting(change ->
                        change.before() + " " + name(change.was()) + " " + change.after() + " " + name(change.is()))
                .containsExactly("1.10.0 PRESERVED 1.11.0 PARTIAL", "1.19.0 PARTIAL 1.20.0 BROKEN");
        assertThat(bisection.checks()).isLessThan(12);
    }

    @Test
    void findsBothEdgesOfAWindowThatOpensAndCloses() {
        List<String> versions = versions(86);
        for (int size = 11; size < 60; size += 7) {
            for (int opens = 1; opens + size < 85; opens += 5) {
                checked.clear();
                int first = opens;
                int after = opens + size;
                var bisection = new VersionBisection(versions, Map.of(), version -> {
                    checked.add(version);
                    int minor = versions.indexOf(version);
                    return VersionState.with(minor >= first && minor < after ? Status.BROKEN : Status.PRESERVED);
                });

                assertThat(bisection.window())
                        .extracting(change -> change.before() + " " + change.after() + " " + name(change.is()))
                        .containsExactly(
                                versions.get(first - 1) + " " + versions.get(first) + " BROKEN",
                                versions.get(after - 1) + " " + versions.get(after) + " PRESERVED");
                assertThat(checked).hasSizeLessThanOrEqualTo(2 + 7 + 2 * 7);
            }
        }
    }

    @Test
    void seesNoWindowWhereNoVersionThatItTriesDiffers() {
        List<String> versions = versions(86);
        var bisection = new VersionBisection(versions, Map.of(), version -> {
            checked.add(version);
            return VersionState.with(Status.PRESERVED);
        });

        assertThat(bisection.window()).isEmpty();
        assertThat(checked).hasSize(2 + 7);
        assertThat(bisection(versions, 40, Set.of()).window()).isEmpty();
    }

    private VersionBisection bisection(List<String> versions, int change, Set<Integer> broken) {
        return new VersionBisection(versions, Map.of(), probe(versions, change, broken));
    }

    private Function<String, VersionState> probe(List<String> versions, int change, Set<Integer> broken) {
        return version -> {
            checked.add(version);
            int index = versions.indexOf(version);
            return broken.contains(index)
                    ? VersionState.without("does not start")
                    : VersionState.with(index < change ? Status.PRESERVED : Status.BROKEN);
        };
    }

    private static List<String> versions(int count) {
        return IntStream.range(0, count).mapToObj(minor -> "1." + minor + ".0").toList();
    }

    private static String name(VersionState state) {
        return state.result().orElseThrow() + state.loss();
    }

    @Test
    void tellsALossFromAMove() {
        var bisection = new VersionBisection(
                List.of("1", "2", "3", "4", "5", "6", "7"),
                Map.of(),
                version -> Integer.parseInt(version) < 3
                        ? VersionState.with(Status.BROKEN, "MISSING")
                        : Integer.parseInt(version) < 6
                                ? VersionState.with(Status.BROKEN, "MOVED")
                                : VersionState.with(Status.PRESERVED));

        assertThat(bisection.changes())
                .extracting(change -> change.after() + " " + name(change.is()))
                .containsExactly("3 BROKENMOVED", "6 PRESERVED");
    }
}
