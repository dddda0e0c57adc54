package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.backend.BackendMarkup;
import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.backend.ReasoningState;
import dev.throughline.backend.RecognizedFamily;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// The configured backends, and what this process has learned about their models. Their URLs and
/// credentials are not shown.
@Path("/api/v1/backends")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = RunPaths.SERVICE_TAG)
class BackendsResource {
    private final Backends backends;

    BackendsResource(Backends backends) {
        this.backends = backends;
    }

    @GET
    @Operation(
            operationId = "listBackends",
            summary = "List the configured backends and what was learnt of their models",
            description =
                    "Without addresses and keys. What was learnt is where the reasoning of each model's answers is.")
    @APIResponse(responseCode = "200", description = "The backends, by name.")
    public Uni<BackendList> list(
            @QueryParam("url")
                    @Parameter(description = "Only backends at this base URL", example = "http://127.0.0.1:8000/v1")
                    @Nullable
                    String url) {
        return Uni.createFrom()
                .item(() -> new BackendList(backends.names().stream()
                        .flatMap(name -> backends.find(name).stream())
                        .filter(backend -> url == null || backend.isAt(url))
                        .map(BackendEntry::of)
                        .toList()));
    }

    /// The requested backends.
    @Schema(description = "Configured backends, by name.")
    record BackendList(List<BackendEntry> backends) {}

    /// The markers of a template.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "BackendTemplate", description = "The markers that answers are parsed with, from a chat template.")
    record TemplateMarkupView(
            @Schema(required = true, description = "Name of the template.")
            String name,

            @Schema(description = "The opener of reasoning; absent if the model shows none.") @Nullable
            String reasoningOpener,

            @Schema(description = "The closer of reasoning.") @Nullable
            String reasoningCloser,

            @Schema(required = true, description = "Whether an answer starts inside reasoning, by default.")
            boolean startsInReasoning,

            @Schema(
                    description = "How calls are written; unknown: not understood, so that they stay text; absent:"
                            + " the template has none.",
                    enumeration = {
                        "json",
                        "json-list",
                        "named-json",
                        "keyed",
                        "tagged",
                        "nested",
                        "gemma",
                        "python",
                        "unknown"
                    })
            @Nullable
            String callLayout) {
        static TemplateMarkupView of(BackendMarkup found) {
            return new TemplateMarkupView(
                    found.template(),
                    found.reasoning().map(pair -> pair.open().getFirst()).orElse(null),
                    found.reasoning().map(pair -> pair.close().getFirst()).orElse(null),
                    found.startsInReasoning().test(JsonNodeFactory.instance.objectNode()),
                    found.callLayout().orElse(null));
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(description = "A configured backend.")
    record BackendEntry(
            @Schema(description = "Its name in the settings.")
            String name,

            @Schema(
                    description = "Its dialect.",
                    enumeration = {"openai-chat", "anthropic", "responses"})
            String dialect,

            @Schema(
                    description = "The configured placement of its reasoning.",
                    enumeration = {"auto", "parsed", "inline", "prefilled"})
            String reasoningIn,

            @Schema(description = "What was learnt of its models; empty unless `reasoningIn` is `auto`.")
            List<ModelReasoning> models,

            @Schema(description = "The markers of its model's template; absent if its settings name none.") @Nullable
            TemplateMarkupView template) {
        static BackendEntry of(HttpBackend backend) {
            return new BackendEntry(
                    backend.name(),
                    backend.settings().dialect().id(),
                    backend.settings().reasoningIn().id(),
                    backend.modelReasoningStates().learnt().entrySet().stream()
                            .map(each -> ModelReasoning.of(each, backend))
                            .toList(),
                    backend.markup().map(TemplateMarkupView::of).orElse(null));
        }
    }

    /// One model.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(description = "Placement of a model's reasoning, learnt from its answers, and its family.")
    record ModelReasoning(
            @Schema(description = "Its name at the backend.")
            String model,

            @Schema(enumeration = {"unseen", "parsed", "likely-prefilled", "prefilled", "absent"})
            String reasoningState,

            @Schema(description = "The described family whose markers its answers are parsed with; absent for none.")
            @Nullable
            String family,

            @Schema(
                    description = "What the family was recognized by.",
                    enumeration = {"setting", "name", "markup"})
            @Nullable
            String recognizedBy) {
        static ModelReasoning of(Map.Entry<String, ReasoningState> learnt, HttpBackend backend) {
            Optional<RecognizedFamily> family = backend.family(learnt.getKey());
            return new ModelReasoning(
                    learnt.getKey(),
                    learnt.getValue().id(),
                    family.map(found -> found.markers().family().id()).orElse(null),
                    family.map(found -> found.basis().id()).orElse(null));
        }
    }
}
