package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.ClientSpec;
import java.time.Duration;

/// The result of one check of a list.
public sealed interface CheckOutcome {
    /// The client that was checked, and its configuration.
    ClientSpec spec();

    /// A client with a verdict.
    /// @param report the run's report
    /// @param kept whether the run already existed; `took` is zero then
    record Judged(ClientSpec spec, JsonNode report, boolean kept, Duration took) implements CheckOutcome {
        public String run() {
            return report.path("run").asText();
        }

        public String verdict() {
            return report.path("verdict").asText();
        }

        /// The status of a capability in a scope.
        /// @param scope `withinTurn` or `acrossTurns`, `status` for both
        public String status(String capability, String scope) {
            return report.path("capabilities").path(capability).path(scope).asText();
        }
    }

    /// A client that is known not to have the setting, and was not tested.
    /// @param reason completes "client@version …"
    record Unsupported(ClientSpec spec, String reason) implements CheckOutcome {}

    /// A client whose check was inconclusive.
    record Failed(ClientSpec spec, String reason, Duration took) implements CheckOutcome {}
}
