package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.run.RecordedExchange;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.JudgedItem;
import dev.throughline.verdict.ObservationJudge;
import dev.throughline.verdict.Outcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// What one request did with the items of earlier answers that it had to carry; of a request that carries more than
/// `ObservationPage.LARGEST` items, with the latest of them.
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Schema(
        description = "What one request did with the items of earlier answers that it had to carry: with the latest"
                + " 1,000 where a long conversation has more.")
record ItemPreservation(
        @Schema(description = "Items that were due.") int due,

        @Schema(description = "How many of them came back complete and unmodified.")
        int exact,

        @Schema(description = "How often each other outcome occurred.")
        Map<Outcome, Integer> outcomes) {
    /// @param earlier the answers whose items it observed
    static ItemPreservation of(RecordedExchange request, List<IssuedAnswer> earlier) {
        List<JudgedItem> due = ObservationJudge.of(List.of(request.trace()), earlier).stream()
                .filter(judged -> judged.isDue() && judged.outcome() != Outcome.TURN_ABSENT)
                .toList();
        Map<Outcome, Integer> others = new TreeMap<>();
        due.stream()
                .filter(judged -> !judged.isKept())
                .forEach(judged -> others.merge(judged.outcome(), 1, Integer::sum));
        return new ItemPreservation(
                due.size(), (int) due.stream().filter(JudgedItem::isKept).count(), others);
    }
}
