package dev.throughline.run;

import dev.throughline.backend.StubRunBackends;
import dev.throughline.conversation.Dialect;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import java.time.Duration;
import java.util.Optional;

/// What a run was opened with.
///
/// @param label a person's name for it, may be empty
/// @param backend the backend of a proxy run: a configured one, or the stub of another run (`run:ID`)
/// @param client what the opener declares to be tested (a User-Agent is no proof)
/// @param maxRequests requests after which the run answers with an error, so that a client in a loop comes to an end
/// @param idleTimeout time without a request after which the run is sealed; zero for never
/// @param gateway what the opener declares to stand between the client and this run's stub; empty for nothing
public record RunSettings(
        String label,
        RunMode mode,
        Optional<String> backend,
        Optional<Client> client,
        ThinkingPolicy policy,
        StubSettings stub,
        int maxRequests,
        Duration idleTimeout,
        Optional<Gateway> gateway) {

    /// A run with nothing between it and its client.
    public RunSettings(
            String label,
            RunMode mode,
            Optional<String> backend,
            Optional<Client> client,
            ThinkingPolicy policy,
            StubSettings stub,
            int maxRequests,
            Duration idleTimeout) {
        this(label, mode, backend, client, policy, stub, maxRequests, idleTimeout, Optional.empty());
    }

    /// The run whose stub answers this proxy run; empty where a configured backend does, and for a stub run.
    public Optional<String> stubRun() {
        return backend.flatMap(StubRunBackends::run);
    }

    /// A proxy by name and version.
    public record Gateway(String name, String version) {}

    /// A client by name and version, with how it was set up as far as the opener says it.
    /// @param variant a setting of its recipe
    /// @param dialect the protocol that it is told to speak; the recorded requests show what it spoke
    /// @param model the model id that it is told; a client's answer can depend on it
    public record Client(
            String name, String version, Optional<String> variant, Optional<Dialect> dialect, Optional<String> model) {}
}
