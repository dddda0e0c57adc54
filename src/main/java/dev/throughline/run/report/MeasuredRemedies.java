package dev.throughline.run.report;

import dev.throughline.conversation.Dialect;
import dev.throughline.run.RunSettings.Client;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds versions and variants of a client that were measured to preserve what a run lost. Implemented by the
/// package of the matrix, which this one does not know.
public interface MeasuredRemedies {
    /// The losses of a run's client.
    ///
    /// @param scenario of a run on the stub; of another every measured one counts
    /// @param capabilities at least one
    /// @param dialect the one in which it was lost, empty if it is not known
    /// @param field where a chat answer carried the lost reasoning, as in a cell's key
    record Loss(
            Client client,
            ThinkingPolicy policy,
            Optional<String> scenario,
            Set<Capability> capabilities,
            Optional<Dialect> dialect,
            String field) {
        public Loss {
            capabilities = Set.copyOf(capabilities);
        }
    }

    /// @param kept a sentence that the client itself was measured to keep what was lost, so that the requests are to
    ///     be changed and not the client; empty if it was not
    /// @param remedies other versions and variants; none if the client keeps it
    record Found(Optional<String> kept, List<Remedy> remedies) {
        public static final Found NOTHING = new Found(Optional.empty(), List.of());

        public Found {
            remedies = List.copyOf(remedies);
        }
    }

    Uni<Found> of(Loss loss);
}
