package dev.throughline.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/// Responds to a request with a problem: as a page if it is for a page, else as problem+json whatever it accepts.
@Singleton
public class ProblemResponder {
    private static final String RUN = "run";

    private final ObjectMapper mapper;
    private final CurrentVertxRequest currentRequest;
    private final String version;

    ProblemResponder(
            ObjectMapper mapper,
            CurrentVertxRequest currentRequest,
            @ConfigProperty(name = "quarkus.application.version") String version) {
        this.mapper = mapper;
        this.currentRequest = currentRequest;
        this.version = version;
    }

    /// The response, with the request's path and the run of the path filled in.
    public Response.ResponseBuilder of(Problem problem, ContainerRequestContext request) {
        @Nullable
        String run =
                problem.run() == null ? request.getUriInfo().getPathParameters().getFirst(RUN) : problem.run();
        Problem placed =
                problem.about(run).at(request.getUriInfo().getRequestUri().getRawPath());
        Response.ResponseBuilder response = Response.status(problem.status());
        if (HtmlRequest.isOne(placed.instance(), request.getHeaderString(HttpHeaders.ACCEPT))) {
            PagePolicy.put(currentRequest.getCurrent().response());
            return response.type(PagePolicy.HTML).entity(template(placed));
        }
        return response.type(Problem.MEDIA_TYPE).entity(write(placed));
    }

    /// Responds with a page outside of JAX-RS.
    public void page(Problem problem, RoutingContext context) {
        PagePolicy.put(context.response());
        context.response()
                .setStatusCode(problem.status())
                .putHeader("content-type", PagePolicy.HTML)
                .end(template(problem.at(context.request().path())).render());
    }

    private TemplateInstance template(Problem problem) {
        return ProblemTemplates.problem(PageFrame.plain(version), problem);
    }

    /// Responds with JSON outside of JAX-RS.
    public void json(Problem problem, RoutingContext context) {
        context.response()
                .setStatusCode(problem.status())
                .putHeader("content-type", Problem.MEDIA_TYPE)
                .end(Buffer.buffer(write(problem.at(context.request().path()))));
    }

    private byte[] write(Problem problem) {
        try {
            return mapper.writeValueAsBytes(problem);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem document could not be written", e);
        }
    }

    /// The page of a problem.
    @CheckedTemplate(basePath = "pages")
    static final class ProblemTemplates {
        private ProblemTemplates() {}

        static native TemplateInstance problem(PageFrame frame, Problem problem);
    }
}
