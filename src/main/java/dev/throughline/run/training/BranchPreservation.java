package dev.throughline.run.training;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.OutcomeRules;
import java.util.List;
import java.util.Locale;

/// The fate of the reasoning that had to be returned in the requests of a branch.
///
/// @param due number of reasoning blocks that had to be returned
/// @param lost those that were not returned complete, unmodified and in order, each with the first request that lost
///     it
record BranchPreservation(int due, List<LostBlock> lost) {
    static final BranchPreservation NOTHING_DUE = new BranchPreservation(0, List.of());

    /// @param exchange number of the exchange that produced it
    /// @param request number of the exchange whose request did not carry it
    record LostBlock(int exchange, int request, Outcome outcome) {}

    static BranchPreservation of(List<DueReasoning> due) {
        List<LostBlock> lost = due.stream()
                .map(one -> new LostBlock(
                        one.observation().exchange(),
                        one.observer(),
                        OutcomeRules.of(one.item(), one.observation(), false).outcome()))
                .filter(one -> one.outcome() != Outcome.EXACT && one.outcome() != Outcome.REFERENCED)
                .toList();
        return new BranchPreservation(due.size(), lost);
    }

    boolean isLost() {
        return !lost.isEmpty();
    }

    void write(ObjectNode out) {
        out.put("status", isLost() ? "lost" : due > 0 ? "exact" : "not-exercised");
        out.put("due", due).put("exact", due - lost.size());
        ArrayNode blocks = out.putArray("lost");
        lost.forEach(one -> blocks.addObject()
                .put("exchange", one.exchange())
                .put("request", one.request())
                .put("outcome", one.outcome().name().toLowerCase(Locale.ROOT)));
    }

    /// Reasoning that had to be returned and its outcome: the first request that did not carry it exactly, or
    /// any request if all did.
    ///
    /// @param observer number of that request
    record DueReasoning(int observer, PlantedItem item, Observation observation) {}
}
