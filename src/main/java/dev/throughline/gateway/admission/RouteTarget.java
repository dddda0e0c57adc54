package dev.throughline.gateway.admission;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The target of a request: its run and its endpoint.
///
/// Clients disagree on whether a base URL ends with `/v1`, and some repeat it or double a slash: any number
/// of leading `v1` segments and empty segments is treated as one, and `openai` before them, which Groq's SDKs append.
public record RouteTarget(RunAddress base, DialectEndpoint endpoint) {
    /// The path with a name in braces for each variable part: `/r/{run}/v1/messages`.
    public String route() {
        return base.template() + "/v1/" + endpoint.label();
    }

    /// The target of a path, empty when the path is not for this gateway.
    /// @param passed the endpoints that are passed on to backends
    public static Optional<RouteTarget> of(String path, PassedEndpoints passed) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/")) {
            if (!segment.isEmpty()) {
                segments.add(segment);
            }
        }
        String first = segments.isEmpty() ? "" : segments.getFirst();
        return switch (first) {
            case "stub" -> Optional.of(below(new RunAddress.Stub(), segments, 1, passed));
            case "proxy" -> named(segments).map(name -> below(new RunAddress.Proxy(name), segments, 2, passed));
            case "r" -> named(segments).map(name -> below(new RunAddress.ById(name), segments, 2, passed));
            case "v1" -> Optional.of(below(new RunAddress.Default(), segments, 0, passed));
            default ->
                Optional.of(below(new RunAddress.Default(), segments, 0, passed))
                        .filter(routeTarget -> !(routeTarget.endpoint instanceof DialectEndpoint.Unknown));
        };
    }

    private static Optional<String> named(List<String> segments) {
        return segments.size() < 2 ? Optional.empty() : Optional.of(segments.get(1));
    }

    private static RouteTarget below(RunAddress runAddress, List<String> segments, int from, PassedEndpoints passed) {
        boolean isGroq = segments.size() > from + 1
                && segments.get(from).equals("openai")
                && segments.get(from + 1).equals("v1");
        int start = isGroq ? from + 1 : from;
        while (start < segments.size() && segments.get(start).equals("v1")) {
            start++;
        }
        List<String> named = segments.subList(start, segments.size());
        DialectEndpoint dialectEndpoint = DialectEndpoint.of(named);
        if (!(dialectEndpoint instanceof DialectEndpoint.Unknown)) {
            return new RouteTarget(runAddress, dialectEndpoint);
        }
        // Paths that begin with neither a base nor `v1` belong to the service itself.
        boolean isBare = runAddress instanceof RunAddress.Default && start == from;
        return new RouteTarget(
                runAddress,
                passed.find(named, isBare)
                        .<DialectEndpoint>map(found -> new DialectEndpoint.Passed(found.entry(), found.path()))
                        .orElse(dialectEndpoint));
    }
}
