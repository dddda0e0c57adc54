package dev.throughline.rest;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/// Reads and discards the body of a request whose resource method takes none. Nobody else would read it, so that a
/// resource that takes long would look like a client that sends too slowly, and lose its connection.
@Singleton
class UnusedBodyFilter {
    private static final List<Class<? extends Annotation>> ELSEWHERE = List.of(
            PathParam.class, QueryParam.class, HeaderParam.class, CookieParam.class, BeanParam.class, Context.class);

    private final CurrentVertxRequest current;
    private final Map<Method, Boolean> takesBody = new ConcurrentHashMap<>();

    UnusedBodyFilter(CurrentVertxRequest current) {
        this.current = current;
    }

    @ServerRequestFilter
    void discard(ResourceInfo resource) {
        if (!takesBody.computeIfAbsent(resource.getResourceMethod(), UnusedBodyFilter::takesBody)) {
            HttpServerRequest request = current.getCurrent().request();
            if (!request.isEnded()) {
                request.handler(_ -> {});
                request.resume();
            }
        }
    }

    /// Whether a parameter is neither from the address nor from the head of a request.
    private static boolean takesBody(Method resource) {
        return !Arrays.stream(resource.getParameters()).allMatch(UnusedBodyFilter::isElsewhere);
    }

    private static boolean isElsewhere(Parameter parameter) {
        return ELSEWHERE.stream().anyMatch(parameter::isAnnotationPresent);
    }
}
