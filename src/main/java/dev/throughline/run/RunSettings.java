package dev.throughline.run;

import dev.throughline.backend.StubRunBackends;
import dev.throughline.conversation.Dialect;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Tolerance;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The settings with which a run was opened.
///
/// @param label a human-readable name, may be empty
/// @param backend the backend of a proxy run: a configured one, or the stub of another run (`run:ID`,
///     `run:ID@PROFILE` if it answers as a vendor)
/// @param client the client under test as declared by the opener; in a run of live traffic the one that its
///     headers name, which is not verified
/// @param maxRequests number of requests after which the run answers with an error, so that a looping client stops
/// @param idleTimeout time without a request after which the run is sealed; zero for never
/// @param gateway the proxy between the client and this run's stub as declared by the opener; empty for none
/// @param tolerate what the client may lose without failing the run; empty for nothing
/// @param traffic the live traffic that it records; empty for a run that was opened on purpose
public record RunSettings(
        String label,
        RunMode mode,
        Optional<String> backend,
        Optional<Client> client,
        ThinkingPolicy policy,
        StubSettings stub,
        int maxRequests,
        Duration idleTimeout,
        Optional<Gateway> gateway,
        Optional<Tolerance> tolerate,
        Optional<LiveTraffic> traffic) {
    /// A run that was opened on purpose, with no proxy between it and its client.
    public RunSettings(
            String label,
            RunMode mode,
            Optional<String> backend,
            Optional<Client> client,
            ThinkingPolicy policy,
            StubSettings stub,
            int maxRequests,
            Duration idleTimeout) {
        this(
                label,
                mode,
                backend,
                client,
                policy,
                stub,
                maxRequests,
                idleTimeout,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /// The run whose stub answers this proxy run; empty for a configured backend and for a stub run.
    public Optional<String> stubRun() {
        return backend.flatMap(StubRunBackends::run);
    }

    /// The same settings with another name of the backend.
    public RunSettings behind(String name) {
        return with(Optional.of(name), client, maxRequests, traffic);
    }

    /// The same settings for the live traffic of a client on a base URL.
    /// @param requests number of requests after which another run takes over
    public RunSettings live(Client sender, LiveTraffic live, int requests) {
        return with(backend, Optional.of(sender), requests, Optional.of(live));
    }

    private RunSettings with(Optional<String> name, Optional<Client> sender, int requests, Optional<LiveTraffic> live) {
        return new RunSettings(label, mode, name, sender, policy, stub, requests, idleTimeout, gateway, tolerate, live);
    }

    /// A proxy's name and version.
    public record Gateway(String name, String version) {}

    /// A client's name and version, with its configuration as far as the opener declares it.
    /// @param variant a setting of its recipe
    /// @param packages the packages that it loads, as resolved, each as `name@version`; in order of their names
    /// @param dialect the protocol that it is configured to use; the recorded requests show the one it used
    /// @param model the model id that it is configured with; a client's behavior can depend on it
    public record Client(
            String name,
            String version,
            Optional<String> variant,
            @Nullable List<String> packages,
            Optional<Dialect> dialect,
            Optional<String> model) {
        public Client {
            packages = packages == null ? List.of() : packages.stream().sorted().toList();
        }

        /// A client whose packages are not known.
        public Client(
                String name,
                String version,
                Optional<String> variant,
                Optional<Dialect> dialect,
                Optional<String> model) {
            this(name, version, variant, List.of(), dialect, model);
        }

        /// Never null: what was stored without packages has none.
        @Override
        public List<String> packages() {
            return Objects.requireNonNull(packages);
        }
    }

    /// The key of a run of live traffic: the requests of one client and key on a default URL in one day.
    ///
    /// @param base `stub`, or `proxy/` and the name of a backend
    /// @param day in UTC
    public record LiveTraffic(String base, LocalDate day) {
        public LiveTraffic dayBefore() {
            return new LiveTraffic(base, day.minusDays(1));
        }
    }
}
