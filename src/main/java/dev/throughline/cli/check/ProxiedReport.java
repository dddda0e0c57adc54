package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.harness.ServiceClient;
import java.io.PrintWriter;

/// The two reports of a check through the proxy: what the client returned to the proxy, and how much of it
/// reached the backend. The second determines the verdict.
///
/// @param stub the run of the stub behind the proxy
/// @param proxy the proxy run in front of it
record ProxiedReport(ServiceClient service, String stub, String proxy) {

    /// Prints both; as JSON, the stub's report contains the proxy's in its field `proxy`.
    /// @return the exit code
    int print(boolean asJson, ColorOption color, PrintWriter out) {
        ObjectNode reached = read(stub);
        if (asJson) {
            out.println(reached.set("proxy", read(proxy)).toString());
        } else {
            out.println("WHAT THE CLIENT GAVE BACK TO THE PROXY");
            out.println(color.paint(service.report(proxy, "text")).stripTrailing());
            out.println();
            out.println("WHAT REACHED THE BACKEND THROUGH THE PROXY");
            out.println(color.paint(service.report(stub, "text")).stripTrailing());
        }
        out.flush();
        return ExitCode.of(reached.path("verdict").asText());
    }

    private ObjectNode read(String run) {
        return (ObjectNode) service.report(run);
    }
}
