package dev.throughline.prompt;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.render.PrefixCause;
import dev.throughline.render.PrefixComparison;
import dev.throughline.render.TemplateBoundary;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QuotedValue;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// The service's named templates.
@Path(PromptPaths.TEMPLATES)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = PromptPaths.TAG)
@Blocking
class TemplatesResource {
    private final TemplateLibrary library;

    TemplatesResource(TemplateLibrary library) {
        this.library = library;
    }

    @GET
    @Operation(
            operationId = "listTemplates",
            summary = "List the chat templates that are known by name",
            description = "Those that come with the service and those of the configuration; `source` says which."
                    + " The text is in `GET /api/v1/templates/{template}`.")
    @APIResponse(responseCode = "200", description = "The templates in alphabetical order.")
    public List<TemplateView> list() {
        return library.names().stream()
                .map(name -> TemplateProblemFactory.in("", () -> library.find(name)))
                .flatMap(found -> found.stream().map(TemplateView::listed))
                .toList();
    }

    @GET
    @Path("/{template}")
    @Operation(
            operationId = "getTemplate",
            summary = "Get a chat template with its text",
            description = "The Jinja text, the options that it reads and the fingerprints by which a backend's"
                    + " template is recognized.")
    @APIResponse(responseCode = "200", description = "The template.")
    public TemplateView get(@Parameter(description = "Name of the template.") @PathParam("template") String name) {
        return TemplateProblemFactory.in("", () -> library.find(name))
                .map(TemplateView::whole)
                .orElseThrow(() -> Problem.of(
                                ProblemType.NOT_FOUND,
                                "There is no template " + QuotedValue.of(name)
                                        + "; `allowed` lists the available ones.")
                        .allowing(library.names())
                        .exception());
    }

    /// A named template.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "Template", description = "A template that is available by name.")
    record TemplateView(
            @Schema(required = true, examples = "glm-4.7") String name,

            @Schema(
                    required = true,
                    description = "own: written for this service after the published one; configured: a"
                            + " file named in the settings.",
                    enumeration = {"own", "configured"})
            String source,

            @Schema(required = true, description = "The names that it reads from the context.")
            List<String> options,

            @Schema(required = true) PromptView.FingerprintsView fingerprints,

            @Schema(
                    description =
                            "What it does to the prompt between consecutive requests; if one template was requested.")
            @Nullable
            List<BoundaryView> boundaries,

            @Schema(description = "Its text, if one template was requested.") @Nullable
            String text) {
        /// The template's output at one kind of boundary.
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(name = "BoundaryTrial", description = "What a template does at one kind of boundary.")
        record BoundaryView(
                @Schema(required = true) TemplateBoundary boundary,

                @Schema(description = "The option that was tried; absent for the defaults.") @Nullable
                String option,

                @Schema(description = "Whether the prompt continues the previous one; absent if the template fails.")
                @Nullable
                Boolean stable,

                @Schema(description = "Why it does not.") @Nullable
                PrefixCause cause) {
            static BoundaryView of(TemplateBoundary.Trial trial) {
                return new BoundaryView(
                        trial.boundary(),
                        trial.option().isEmpty() ? null : trial.option(),
                        trial.comparison().map(PrefixComparison::isStable).orElse(null),
                        trial.comparison()
                                .flatMap(PrefixComparison::divergence)
                                .map(PrefixComparison.Divergence::cause)
                                .orElse(null));
            }
        }

        static TemplateView listed(NamedTemplate template) {
            return of(template, null, null);
        }

        static TemplateView whole(NamedTemplate template) {
            return of(
                    template,
                    TemplateBoundary.tryAll(template.template()).stream()
                            .map(BoundaryView::of)
                            .toList(),
                    template.template().source());
        }

        private static TemplateView of(
                NamedTemplate template, @Nullable List<BoundaryView> boundaries, @Nullable String text) {
            return new TemplateView(
                    template.name(),
                    template.isOwn() ? "own" : "configured",
                    List.copyOf(template.template().options()),
                    PromptView.FingerprintsView.of(template.fingerprints()),
                    boundaries,
                    text);
        }
    }
}
