package dev.throughline.gateway.route;

/// The part of a path that names the run: what stands before the endpoint in a base URL.
public sealed interface RunAddress {

    /// `/` and `/v1`: the deployment's default run.
    record Default() implements RunAddress {}

    /// `/stub`: the default stub run.
    record Stub() implements RunAddress {}

    /// `/proxy/{backend}`: the default run of a configured backend.
    record Proxy(String backend) implements RunAddress {}

    /// `/r/{run}`: the run with this id, or what a reset put in its place.
    record ById(String run) implements RunAddress {}

    /// The base with a name in braces for what varies.
    default String template() {
        return switch (this) {
            case Default() -> "";
            case Stub() -> "/stub";
            case Proxy _ -> "/proxy/{backend}";
            case ById _ -> "/r/{run}";
        };
    }

    /// The base as it stands in a path, without a slash at the end.
    default String path() {
        return switch (this) {
            case Default() -> "";
            case Stub() -> "/stub";
            case Proxy(String backend) -> "/proxy/" + backend;
            case ById(String run) -> "/r/" + run;
        };
    }
}
