package dev.throughline.prompt;

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
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

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
}
