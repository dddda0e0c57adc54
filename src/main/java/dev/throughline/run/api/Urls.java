package dev.throughline.run.api;

import dev.throughline.run.RunId;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// The URLs of a run; absolute, on the host named by the request.
@Schema(description = "Absolute URLs to paste, on the host of the request.")
record Urls(
        @Schema(description = "Base URL for OpenAI chat and Responses clients.")
        String openai,

        @Schema(description = "Base URL for Anthropic clients.")
        String anthropic,

        @Schema(description = "The report as JSON.") String report,
        @Schema(description = "The report for people.") String page) {

    static Urls of(RunId run, UriInfo request) {
        String host = request.getBaseUri().toString().replaceFirst("/+$", "");
        String base = host + "/r/" + run;
        String report = host + RunPaths.RUNS + "/" + run + "/report";
        return new Urls(base + "/v1", base, report, report + "?format=html");
    }
}
