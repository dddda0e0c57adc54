package dev.throughline.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/// Responds to an API request with a problem, whatever media type it accepts.
@Singleton
public class ProblemResponder {
    private static final String RUN = "run";

    private final ObjectMapper mapper;

    ProblemResponder(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /// The response, with the request's path and the run of the path filled in.
    public Response.ResponseBuilder of(Problem problem, ContainerRequestContext request) {
        @Nullable
        String run =
                problem.run() == null ? request.getUriInfo().getPathParameters().getFirst(RUN) : problem.run();
        Problem placed =
                problem.about(run).at(request.getUriInfo().getRequestUri().getRawPath());
        return Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(write(placed));
    }

    /// The body of a response outside of JAX-RS.
    /// @param path the request's path
    public byte[] json(Problem problem, String path) {
        return write(problem.at(path));
    }

    private byte[] write(Problem problem) {
        try {
            return mapper.writeValueAsBytes(problem);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem document could not be written", e);
        }
    }
}
