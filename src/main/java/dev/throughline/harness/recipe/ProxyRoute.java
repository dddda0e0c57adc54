package dev.throughline.harness.recipe;

import java.util.List;

/// A check through the service as a proxy: the client connects to a proxy run, and the stub run behind it is judged.
///
/// @param output how the stub behind the proxy writes its answers, as `POST /runs` names it
public record ProxyRoute(String output) {
    /// A server without parsers: `<think>` and `<tool_call>` in the content.
    public static final String RAW = "raw-glm-4.5";

    /// The output forms of a stub behind the proxy.
    public static final List<String> OUTPUTS = List.of(RAW, "raw-glm-4.7", "native");

    public ProxyRoute {
        if (!OUTPUTS.contains(output)) {
            throw new IllegalArgumentException(
                    "one of " + String.join(", ", OUTPUTS) + " was expected, found " + output);
        }
    }

    @Override
    public String toString() {
        return "through the proxy, " + output;
    }
}
