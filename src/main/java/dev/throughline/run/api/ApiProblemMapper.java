package dev.throughline.run.api;

import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemResponder;
import dev.throughline.rest.ProblemType;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.lifecycle.RunStore.AnswersInFlightException;
import jakarta.inject.Singleton;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/// Maps refusals to problems: a run that was deleted between look-up and use, one that cannot be deleted yet, and a
/// method that a path does not support.
@Singleton
class ApiProblemMapper {
    private final ProblemResponder answers;

    ApiProblemMapper(ProblemResponder answers) {
        this.answers = answers;
    }

    @ServerExceptionMapper
    Response gone(UnknownRunException e, ContainerRequestContext request) {
        String id = request.getUriInfo().getPathParameters().getFirst("run");
        return answers.of(RunLookup.noRun(id).problem(), request).build();
    }

    @ServerExceptionMapper
    Response inFlight(AnswersInFlightException e, ContainerRequestContext request) {
        String id = request.getUriInfo().getPathParameters().getFirst("run");
        return answers.of(
                        Problem.of(ProblemType.CONFLICT, String.valueOf(e.getMessage()))
                                .about(id),
                        request)
                .build();
    }

    /// Adds the `Allow` header, which RFC 9110 (15.5.6) requires and Quarkus REST omits.
    @ServerExceptionMapper
    Response refused(NotAllowedException e, ContainerRequestContext request) {
        String path = request.getUriInfo().getRequestUri().getRawPath();
        List<String> allowed = allowed(path);
        String methods = String.join(", ", allowed);
        Problem problem = Problem.of(
                        ProblemType.METHOD_NOT_ALLOWED,
                        "%s supports %s, not %s.".formatted(path, methods, request.getMethod()))
                .allowing(allowed);
        return answers.of(problem, request).header(HttpHeaders.ALLOW, methods).build();
    }

    private static List<String> allowed(String path) {
        if (path.matches(RunPaths.RUNS + "/?")) {
            return List.of("GET", "HEAD", "POST");
        }
        if (path.matches(RunPaths.RUNS + "/[^/]+/?")) {
            return List.of("GET", "HEAD", "DELETE");
        }
        return path.matches(".*/(seal|publish|unpublish|pin|unpin)/?") ? List.of("POST") : List.of("GET", "HEAD");
    }
}
