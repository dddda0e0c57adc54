package dev.throughline.harness.recipe;

import java.util.List;
import java.util.Optional;

/// A check through the service as a proxy: the client connects to a proxy run, and the stub run behind it is judged.
///
/// @param output how the stub behind the proxy writes its answers, as `POST /runs` names it
public record ProxyRoute(String output) {
    /// A server without parsers: `<think>` and `<tool_call>` in the content.
    public static final String RAW = "raw-glm-4.5";

    /// As a vendor answers.
    private static final String NATIVE = "native";

    /// The output forms of a stub behind the proxy.
    public static final List<String> OUTPUTS = List.of(RAW, "raw-glm-4.7", NATIVE);

    public ProxyRoute {
        if (!OUTPUTS.contains(output)) {
            throw new IllegalArgumentException(
                    "one of " + String.join(", ", OUTPUTS) + " was expected, found " + output);
        }
    }

    /// @param output empty for the usual one
    /// @param vendor as which the stub answers; its answers have no other form than its own
    public static ProxyRoute of(Optional<String> output, Optional<String> vendor) {
        return new ProxyRoute(vendor.map(_ -> NATIVE).or(() -> output).orElse(RAW));
    }

    @Override
    public String toString() {
        return "through the proxy, " + output;
    }
}
