package dev.throughline.rest;

import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/// Refuses query parameters that the requested resource of the API does not declare: silently ignoring a
/// filter would give a wrong answer.
@Singleton
class DeclaredQueryFilter {
    private static final String API = "/api/";
    private static final String PAGE = "/matrix";

    private final Map<Method, DeclaredQuery> declared = new ConcurrentHashMap<>();

    @ServerRequestFilter
    void check(ResourceInfo resource, ContainerRequestContext request) {
        // Unlike the request URI, the path is known of a request without a Host header as well.
        String path = request.getUriInfo().getPath();
        if (path.startsWith(API) || path.equals(PAGE) || path.startsWith(PAGE + "/")) {
            declared.computeIfAbsent(resource.getResourceMethod(), DeclaredQuery::of)
                    .check(request.getUriInfo().getQueryParameters());
        }
    }
}
