package dev.throughline.trace;

import dev.throughline.trace.oracle.PlainTracer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;

/// Compares what the service finds of a request with what the plain tracer finds. How a difference is described in
/// words is not compared, only whether there is one.
final class PlainComparison {
    private PlainComparison() {}

    /// @param whole what was found by reading the whole history
    /// @param result what is recorded
    /// @param observed what is recorded of the requests before it, by number
    static void compare(
            PlainTracer.Found plain,
            TraceResult whole,
            TraceResult result,
            Map<Integer, RebuiltObservations> observed,
            String place) {
        assertThat(whole.facts().kind()).as(place).isEqualTo(plain.kind());
        assertThat(whole.facts().retryOf()).as(place).isEqualTo(plain.retryOf());
        assertThat(whole.link()).as(place).isEqualTo(plain.link());
        assertThat(result.link()).as(place).isEqualTo(plain.link());
        assertThat(whole.facts().prefix().flatMap(PrefixFacts::changed))
                .as(place)
                .isEqualTo(plain.changed());
        assertThat(plainly(whole.observations())).as(place).isEqualTo(plain.observations());
        assertThat(plainly(RebuiltObservations.of(result, observed).all()))
                .as(place)
                .isEqualTo(plain.observations());
        assertThat(whole.settled().isPresent()).as(place).isEqualTo(plain.isSettled());
        cuts(plain, result, observed, place);
    }

    /// Whether an answer is absent that the request before it had.
    private static void cuts(
            PlainTracer.Found plain, TraceResult result, Map<Integer, RebuiltObservations> observed, String place) {
        Optional<Boolean> said = result.changes().cutsHistory();
        assertThat(said.isEmpty()).as(place).isEqualTo(result.changes().isWhole());
        if (said.isPresent()) {
            var before = observed.get(plain.link().parent().orElseThrow()).byItem();
            boolean cuts = plain.observations().stream()
                    .filter(one -> !one.sighting().turnPresent())
                    .map(one -> before.get(one.item()))
                    .anyMatch(one -> one == null || one.sighting().turnPresent());
            assertThat(said).as(place).contains(cuts);
        }
    }

    private static List<Observation> plainly(List<Observation> observations) {
        return observations.stream().map(PlainComparison::plainly).toList();
    }

    private static Observation plainly(Observation one) {
        Sighting seen = one.sighting();
        return new Observation(
                one.exchange(),
                one.ordinal(),
                one.due(),
                one.scope(),
                new Sighting(
                        seen.turnPresent(),
                        seen.place(),
                        seen.text(),
                        seen.signature(),
                        seen.inOrder(),
                        seen.copies(),
                        seen.path(),
                        seen.field(),
                        seen.difference().map(_ -> PlainTracer.DIFFERS)));
    }
}
