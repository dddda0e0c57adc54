package dev.throughline.gateway.admission;

/// The part of a path that identifies the run: the base URL before the endpoint.
public sealed interface RunAddress {
    /// `/` and `/v1`: the deployment's default run.
    record Default() implements RunAddress {}

    /// `/stub`: the default stub run.
    record Stub() implements RunAddress {}

    /// `/proxy/{backend}`: the default run of a configured backend.
    record Proxy(String backend) implements RunAddress {}

    /// `/r/{run}`: the run with this id, or the one that replaced it at a reset.
    record ById(String run) implements RunAddress {}

    /// The base with a name in braces for each variable part.
    default String template() {
        return switch (this) {
            case Default() -> "";
            case Stub() -> "/stub";
            case Proxy _ -> "/proxy/{backend}";
            case ById _ -> "/r/{run}";
        };
    }

    /// The base as written in a path, without a trailing slash.
    default String path() {
        return switch (this) {
            case Default() -> "";
            case Stub() -> "/stub";
            case Proxy(String backend) -> "/proxy/" + backend;
            case ById(String run) -> "/r/" + run;
        };
    }
}
