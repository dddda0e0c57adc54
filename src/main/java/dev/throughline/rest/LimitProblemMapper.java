package dev.throughline.rest;

import dev.throughline.access.Denial;
import dev.throughline.access.DenialHeaders;
import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/// Answers that a key has used up a limit that is known only where the work is done.
@Singleton
public class LimitProblemMapper {
    private final ProblemResponder answers;

    LimitProblemMapper(ProblemResponder answers) {
        this.answers = answers;
    }

    /// Ends a request.
    public static void raise(Denial denial) {
        throw new Reached(denial);
    }

    @ServerExceptionMapper
    Response answer(Reached e, ContainerRequestContext request, HttpServerResponse response) {
        DenialHeaders.put(e.denial, response);
        return answers.of(Problem.of(ProblemType.LIMIT_REACHED, e.denial.message()), request)
                .build();
    }

    /// Carries a denial to its answer.
    static final class Reached extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Denial denial;

        private Reached(Denial denial) {
            super(denial.message(), null, false, false);
            this.denial = denial;
        }
    }
}
