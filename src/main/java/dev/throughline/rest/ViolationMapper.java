package dev.throughline.rest;

import jakarta.inject.Singleton;
import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/// Maps input that Bean Validation refused to a problem.
@Singleton
class ViolationMapper {
    private final ProblemResponder answers;

    ViolationMapper(ProblemResponder answers) {
        this.answers = answers;
    }

    @ServerExceptionMapper
    Response invalid(ConstraintViolationException e, ContainerRequestContext request) {
        return answers.of(ViolationProblem.of(e.getConstraintViolations()), request)
                .build();
    }
}
