package dev.throughline.run.api;

import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemResponder;
import dev.throughline.rest.ProblemType;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.lifecycle.AnswersInFlightException;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/// Maps refusals by the run store to problems: a run that was deleted between look-up and use, or that
/// cannot be deleted yet.
@Singleton
class RunProblemMapper {
    private final ProblemResponder answers;

    RunProblemMapper(ProblemResponder answers) {
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
}
