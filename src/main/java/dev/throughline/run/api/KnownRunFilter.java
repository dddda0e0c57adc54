package dev.throughline.run.api;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
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

    /// Marks a resource whose run must exist before it is called. Needed for server-sent events: Quarkus REST sends
    /// their
    /// headers before the first event, too early for a failure of the stream to become a problem response.
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface RequiresKnownRun {}
}
