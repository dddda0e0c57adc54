package dev.throughline.rest;

import jakarta.inject.Singleton;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/// Converts every early failure of an API request to problem+json.
@Singleton
class ProblemMappers {
    private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

    private final ProblemResponder answers;

    ProblemMappers(ProblemResponder answers) {
        this.answers = answers;
    }

    @ServerExceptionMapper
    Response problem(ProblemException e, ContainerRequestContext request) {
        Response.ResponseBuilder answer = answers.of(e.problem(), request);
        int status = e.problem().status();
        if (status == Response.Status.SERVICE_UNAVAILABLE.getStatusCode()
                || status == Response.Status.TOO_MANY_REQUESTS.getStatusCode()) {
            answer.header(HttpHeaders.RETRY_AFTER, 5);
        }
        return answer.build();
    }

    /// Rejected by the HTTP layer: unknown path, wrong method, wrong type; or a problem that it passed on.
    @ServerExceptionMapper
    Response refused(WebApplicationException e, ContainerRequestContext request) {
        Optional<ProblemException> known = DatabaseConnectionLoss.causes(e)
                .filter(ProblemException.class::isInstance)
                .map(ProblemException.class::cast)
                .findFirst();
        if (known.isPresent()) {
            return problem(known.get(), request);
        }
        int status = e.getResponse().getStatus();
        if (status < 400) {
            return e.getResponse();
        }
        Problem problem = Problem.of(ProblemType.ofStatus(status), detail(status, request))
                .withStatus(status);
        return answers.of(problem, request).build();
    }

    /// The database answers others.
    private Response overloaded(TimeoutException e, ContainerRequestContext request) {
        LOG.warnf("overloaded: %s", e.getMessage());
        return answers.of(Problem.of(ProblemType.OVERLOADED, "Retry later."), request)
                .header(HttpHeaders.RETRY_AFTER, 15)
                .build();
    }

    private Response unreachable(IOException e, ContainerRequestContext request) {
        LOG.warnf("the database is unavailable: %s", e.getMessage());
        return answers.of(Problem.of(ProblemType.UNAVAILABLE, "Retry in a few seconds."), request)
                .header(HttpHeaders.RETRY_AFTER, 5)
                .build();
    }

    /// Internal errors, and a lost database connection inside whatever exception. The log has the stack
    /// trace, the response does not.
    @ServerExceptionMapper
    Response failed(Throwable e, ContainerRequestContext request) {
        Optional<IOException> lost = DatabaseConnectionLoss.in(e);
        if (lost.isPresent()) {
            return unreachable(lost.get(), request);
        }
        Optional<TimeoutException> late = DatabaseConnectionLoss.causes(e)
                .filter(TimeoutException.class::isInstance)
                .map(TimeoutException.class::cast)
                .findFirst();
        if (late.isPresent()) {
            return overloaded(late.get(), request);
        }
        LOG.errorf(e, "%s %s failed", request.getMethod(), request.getUriInfo().getPath());
        return answers.of(Problem.of(ProblemType.INTERNAL, "See the service's log for the cause."), request)
                .build();
    }

    /// Describes what the HTTP layer rejected.
    private static String detail(int status, ContainerRequestContext request) {
        return switch (status) {
            case 404 -> "There is no resource at " + line(request) + ". /openapi describes the API, /docs shows it.";
            case 405 -> line(request) + " is not supported; the Allow header lists what is.";
            case 406 ->
                "The Accept header requests " + request.getHeaderString("Accept")
                        + ", which this resource does not offer; /openapi lists what it does.";
            case 413 -> "The request body exceeds the limit of this resource.";
            case 415 -> "A body of type application/json was expected, found " + type(request) + ".";
            default -> line(request) + " was refused with status " + status + ".";
        };
    }

    private static String line(ContainerRequestContext request) {
        return request.getMethod() + " " + request.getUriInfo().getRequestUri().getRawPath();
    }

    private static String type(ContainerRequestContext request) {
        return request.getMediaType() == null ? "none" : request.getMediaType().toString();
    }
}
