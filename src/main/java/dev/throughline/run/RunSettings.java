package dev.throughline.run;

import dev.throughline.stub.StubSettings;
import dev.throughline.trace.Policy;
import java.time.Duration;
import java.util.Optional;

/// What a run was opened with.
///
/// @param label a person's name for it, may be empty
/// @param backend the configured backend of a proxy run
/// @param client what the opener declares to be tested (a User-Agent is no proof)
/// @param maxRequests requests after which the run answers with an error, so that a client in a loop comes to an end
/// @param idleTimeout time without a request after which the run is sealed
public record RunSettings(
        String label,
        RunMode mode,
        Optional<String> backend,
        Optional<Client> client,
        Policy policy,
        StubSettings stub,
        int maxRequests,
        Duration idleTimeout) {

    /// A client by name and version, with the recipe variant where there is one.
    public record Client(String name, String version, Optional<String> variant) {}
}
