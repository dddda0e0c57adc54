package dev.throughline.matrix.api;

import dev.throughline.matrix.store.RescoreBusyException;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemResponder;
import dev.throughline.rest.ProblemType;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/// A rescoring that finds another one going on.
@Singleton
class RescoreProblemMapper {
    private final ProblemResponder answers;

    RescoreProblemMapper(ProblemResponder answers) {
        this.answers = answers;
    }

    @ServerExceptionMapper
    Response busy(RescoreBusyException e, ContainerRequestContext request) {
        return answers.of(Problem.of(ProblemType.CONFLICT, String.valueOf(e.getMessage())), request)
                .build();
    }
}
