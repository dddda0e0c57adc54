package dev.throughline.run.api;

import dev.throughline.run.RunId;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// Where to go with a run; absolute, on the host that the request named.
@Schema(description = "Absolute URLs on the host of the request.")
record Urls(
        @Schema(description = "Base URL for OpenAI chat and Responses clients.")
        String openai,

        @Schema(description = "Base URL for Anthropic clients.")
        String anthropic,

        @Schema(description = "The report as JSON.") String report,

        @Schema(description = "The page of the run, for a browser.")
        String page) {
    static Urls of(RunId run, UriInfo request) {
        String host = request.getBaseUri().toString().replaceFirst("/+$", "");
        String base = host + "/r/" + run;
        String report = host + RunPaths.RUNS + "/" + run + "/report";
        return new Urls(base + "/v1", base, report, host + "/runs/" + run);
    }
}
