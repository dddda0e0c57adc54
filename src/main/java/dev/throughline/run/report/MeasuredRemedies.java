package dev.throughline.run.report;

import dev.throughline.run.RunSettings.Client;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Set;

/// Finds versions and variants of a client that were measured to preserve what a run lost. Implemented by the
/// package of the matrix, which this one does not know.
public interface MeasuredRemedies {
    /// @param lost at least one capability
    /// @return empty if none was measured
    Uni<List<Remedy>> of(Client client, Set<Capability> lost, ThinkingPolicy policy);
}
