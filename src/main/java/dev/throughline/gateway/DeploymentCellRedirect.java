package dev.throughline.gateway;

import dev.throughline.run.lifecycle.DeploymentCells;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.URI;

/// Redirects requests for a run of another cell to that cell, with method and body: pages, API and dialect endpoints.
@ApplicationScoped
class DeploymentCellRedirect {
    /// After what guards the connection, before anything is read or a key is looked up.
    private static final int PRIORITY = 5_000;

    private static final int TEMPORARY_REDIRECT = 307;

    private final DeploymentCells cells;

    DeploymentCellRedirect(DeploymentCells cells) {
        this.cells = cells;
    }

    void redirect(@Observes Filters filters) {
        filters.register(this::check, PRIORITY);
    }

    private void check(RoutingContext context) {
        HttpServerRequest request = context.request();
        cells.elsewhere(request.path())
                .ifPresentOrElse(
                        cell -> request.response()
                                .setStatusCode(TEMPORARY_REDIRECT)
                                .putHeader("location", address(cell, request))
                                .end(),
                        context::next);
    }

    /// Never of the request's target as it is, which may name another host.
    private static String address(URI cell, HttpServerRequest request) {
        String base = cell.toString();
        String query = request.query() == null ? "" : "?" + request.query();
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + request.path() + query;
    }
}
