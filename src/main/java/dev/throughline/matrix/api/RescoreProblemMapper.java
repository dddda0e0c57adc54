package dev.throughline.matrix.api;

import dev.throughline.matrix.store.RescoreBusyException;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemResponder;
import dev.throughline.rest.ProblemType;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/// Maps a rescoring that is refused because another one is in progress.
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
