package dev.throughline.run.report;

import dev.throughline.rest.SettingName;
import dev.throughline.run.Run;
import dev.throughline.run.RunTally;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// The work of a proxy between a client and a real backend.
///
/// The verdict of a run judges what the client sent before anything was restored: a repair does not make a client
/// pass.
///
/// @param backend the configured name
/// @param anomalies number of occurrences of each kind in the answers
/// @param preservation one entry per request that was required to return reasoning, of the first 10,000 of the run
@Schema(
        description = "What the proxy did between the client and the backend. The verdict judges what the client sent,"
                + " before anything was restored.")
public record ProxyTally(
        @Schema(description = "Name of the configured backend.")
        String backend,

        @Schema(description = "How often each kind of anomaly occurred in the answers.")
        Map<String, Long> anomalies,

        RepairTally repairs,

        @Schema(description = "One entry per request that had to carry, or did carry, reasoning of earlier answers.")
        List<RequestPreservation> preservation) {
    public ProxyTally {
        anomalies = Collections.unmodifiableMap(new TreeMap<>(anomalies));
        preservation = List.copyOf(preservation);
    }

    static ProxyTally of(Run run, RunTally tally) {
        return new ProxyTally(
                run.settings().backend().orElse(""),
                tally.anomalies(),
                RepairTally.of(tally),
                tally.preservation().stream().map(RequestPreservation::of).toList());
    }

    /// Reasoning that was restored into requests.
    /// @param count messages that got reasoning restored
    /// @param by how their answers were found
    @Schema(description = "Reasoning that clients dropped or changed and that was restored.")
    public record RepairTally(
            @Schema(description = "Messages with restored reasoning.")
            int count,

            @Schema(description = "Number of reasoning blocks restored.")
            int blocks,

            @Schema(description = "How often their answers were found by call-id, by content-hash and by signature.")
            Map<String, Long> by) {
        public RepairTally {
            by = Collections.unmodifiableMap(new TreeMap<>(by));
        }

        static RepairTally of(RunTally tally) {
            Map<String, Long> by = new TreeMap<>();
            tally.repairedBy().forEach((found, count) -> by.put(SettingName.of(found), count));
            return new RepairTally(tally.repairs(), tally.repairedBlocks(), by);
        }
    }

    /// One request's treatment of the reasoning of earlier answers; matches its `x-throughline-preservation` header.
    /// @param turns user turns, from 1: all for `exact`, those affected for `modified` and `missing`
    @Schema(description = "What one request did with the reasoning of earlier answers, before anything was restored.")
    public record RequestPreservation(
            @Schema(description = "Number of the exchange whose request it is.")
            int exchange,

            @Schema(enumeration = {"exact", "modified", "missing"})
            String state,

            @Schema(description = "User turns: all that were checked for exact, else those affected.")
            List<Integer> turns) {
        public RequestPreservation {
            turns = List.copyOf(turns);
        }

        static RequestPreservation of(RunTally.Preserved found) {
            return new RequestPreservation(found.exchange(), found.state().word(), found.turns());
        }
    }
}
