package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.rest.SettingName;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunState;
import dev.throughline.run.report.ReportedClient;
import dev.throughline.stub.InjectedFault;
import dev.throughline.stub.StubSettings;
import dev.throughline.verdict.Verdict;
import jakarta.ws.rs.core.UriInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A run as shown by the API: its settings, its state and its links.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Run", description = "A recorded session of one client: its settings and its state.")
record RunView(
        @Schema(description = "Unguessable and time-ordered. Anyone who knows it may use the run's endpoints.")
        String id,

        RunState state,

        @Schema(description = "The verdict when it was sealed; absent before.") @Nullable
        Verdict verdict,

        String label,
        @Schema(description = "stub or proxy") String mode,
        @Nullable String backend,
        @Nullable ReportedClient client,

        @Schema(description = "The gateway between the client and the stub, as declared by the opener.") @Nullable
        GatewayView gateway,

        String policy,
        String scenario,
        String output,
        String reasoningField,

        @Schema(description = "The profile of the rule book that the stub obeys; absent for none.") @Nullable
        String vendor,

        @Schema(description = "What does not fail it: trimmed; absent for nothing.") @Nullable
        String tolerate,

        int tokens,
        @Schema(description = "ISO-8601 duration") String pace,
        boolean redacted,
        List<FaultView> faults,
        long seed,
        int maxRequests,

        @Schema(description = "ISO-8601 duration; PT0S for never")
        String idleTimeout,

        @Schema(description = "Number of requests received.")
        int exchanges,

        Instant created,
        @Nullable Instant sealed,

        @Schema(description = "Whether other keys may read it.")
        boolean published,

        @Schema(description = "Whether it is exempt from retention.")
        boolean pinned,

        @Schema(
                description = "Why it was sealed before its client was done: `idle`, or the reason given when it was"
                        + " sealed; absent if it was sealed normally.")
        @Nullable
        String sealReason,

        @Schema(description = "What retention has removed from it: `contents` (request bodies and tokens), or nothing.")
        List<String> removed,

        Urls urls) {
    /// @param verdict stored when it was sealed; empty for an open run
    static RunView of(Run run, Optional<Verdict> verdict, UriInfo request) {
        RunSettings settings = run.settings();
        StubSettings stub = settings.stub();
        return new RunView(
                run.id().value(),
                run.state(),
                verdict.orElse(null),
                settings.label(),
                SettingName.of(settings.mode()),
                settings.backend().orElse(null),
                settings.client().map(ReportedClient::of).orElse(null),
                settings.gateway()
                        .map(gateway -> new GatewayView(gateway.name(), gateway.version()))
                        .orElse(null),
                SettingName.of(settings.policy()),
                SettingName.of(stub.scenario()),
                SettingName.of(stub.output()),
                SettingName.of(stub.reasoningField()),
                stub.vendor().orElse(null),
                settings.tolerate().map(SettingName::of).orElse(null),
                stub.tokens(),
                stub.pace().toString(),
                stub.redacted(),
                stub.faults().stream().map(FaultView::of).toList(),
                stub.seed(),
                settings.maxRequests(),
                settings.idleTimeout().toString(),
                run.exchanges(),
                run.created(),
                run.sealed().orElse(null),
                run.isPublished(),
                run.isPinned(),
                run.sealReason().orElse(null),
                run.hasContents() ? List.of() : List.of("contents"),
                Urls.of(run.id(), request));
    }

    /// A proxy's name and version.
    @Schema(name = "Gateway", description = "A proxy at a version.")
    record GatewayView(String name, String version) {}

    /// A scripted fault.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "Fault", description = "One injected fault; exchange is absent if it applies to all.")
    record FaultView(String kind, @Nullable Integer exchange, int amount) {
        static FaultView of(InjectedFault injectedFault) {
            return new FaultView(
                    SettingName.of(injectedFault.kind()),
                    injectedFault.exchange().isPresent()
                            ? injectedFault.exchange().getAsInt()
                            : null,
                    injectedFault.amount());
        }
    }

    /// The addresses of a run; absolute, on the host that the request named.
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
}
