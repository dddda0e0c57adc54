package dev.throughline.run.api;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/// Rejects a request whose path names no run before its resource is called.
@Singleton
class KnownRunFilter {
    private final RunLookup runLookup;

    KnownRunFilter(RunLookup runLookup) {
        this.runLookup = runLookup;
    }

    /// An empty result lets the request pass.
    @RequiresKnownRun
    @ServerRequestFilter
    public Uni<Response> pass(ContainerRequestContext request) {
        String id = request.getUriInfo().getPathParameters().getFirst("run");
        return runLookup.run(id).replaceWith(Uni.createFrom().nullItem());
    }
}
