package dev.throughline.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.trace.Category;
import dev.throughline.trace.Preservation.State;
import dev.throughline.trace.repair.Repair;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The figures of a report about the exchanges of a run, beside its verdict. Its size does not grow with the run.
///
/// @param exchanges that were recorded
/// @param main requests that are part of a conversation
/// @param kwargs main requests whose `chat_template_kwargs` set a thinking parameter
/// @param params the thinking parameters of main requests, by JSON pointer and value
/// @param issued the kinds of items that answers contained
/// @param issuesSignatures whether any reasoning was issued with a signature
/// @param anomalies of answers, by kind
/// @param repairs messages into which reasoning was restored
/// @param repairedBlocks how many blocks that were
/// @param repairedBy how the answers of the repaired messages were found
/// @param preservation the first requests that had to carry reasoning, in proxy runs
public record RunTally(
        int exchanges,
        int main,
        int kwargs,
        List<Param> params,
        Set<Category> issued,
        boolean issuesSignatures,
        Map<String, Long> anomalies,
        int repairs,
        int repairedBlocks,
        Map<Repair.By, Long> repairedBy,
        List<Preserved> preservation) {
    public RunTally {
        params = List.copyOf(params);
        issued = Set.copyOf(issued);
        anomalies = Map.copyOf(anomalies);
        repairedBy = Map.copyOf(repairedBy);
        preservation = List.copyOf(preservation);
    }

    /// A thinking parameter with one of its values.
    /// @param pointer JSON pointer in the request body
    /// @param count how many main requests sent it
    public record Param(String pointer, JsonNode value, int count) {}

    /// How one request treated the reasoning of earlier answers.
    /// @param turns user turns, from 1: all for EXACT, those affected for the others
    public record Preserved(int exchange, State state, List<Integer> turns) {
        public Preserved {
            turns = List.copyOf(turns);
        }
    }
}
