package dev.throughline.rest;

import dev.throughline.access.Denial;
import dev.throughline.access.DenialHeaders;
import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/// Responds that a key has exhausted a limit that is checked inside a resource.
@Singleton
public class LimitProblemMapper {
    private final ProblemResponder answers;

    LimitProblemMapper(ProblemResponder answers) {
        this.answers = answers;
    }

    /// Fails a request.
    public static void raise(Denial denial) {
        throw new Reached(denial);
    }

    @ServerExceptionMapper
    Response answer(Reached e, ContainerRequestContext request, HttpServerResponse response) {
        DenialHeaders.put(e.denial, response);
        return answers.of(Problem.of(ProblemType.LIMIT_REACHED, e.denial.message()), request)
                .build();
    }

    /// Carries a denial to its response.
    static final class Reached extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Denial denial;

        private Reached(Denial denial) {
            super(denial.message(), null, false, false);
            this.denial = denial;
        }
    }
}
