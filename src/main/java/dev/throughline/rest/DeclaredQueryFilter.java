package dev.throughline.rest;

import jakarta.inject.Singleton;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
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

    /// The query parameters that a resource method declares, by itself and in its bean parameters.
    ///
    /// @param names whether each of them may be repeated
    record DeclaredQuery(Map<String, Boolean> names) {
        static DeclaredQuery of(Method resource) {
            Map<String, Boolean> names = new LinkedHashMap<>();
            Arrays.stream(resource.getParameters()).forEach(parameter -> add(names, parameter, parameter.getType()));
            return new DeclaredQuery(names);
        }

        private static void add(Map<String, Boolean> names, AnnotatedElement element, Class<?> type) {
            if (element.isAnnotationPresent(QueryParam.class)) {
                names.put(element.getAnnotation(QueryParam.class).value(), Collection.class.isAssignableFrom(type));
            } else if (element.isAnnotationPresent(BeanParam.class)) {
                for (Field field : type.getDeclaredFields()) {
                    add(names, field, field.getType());
                }
            }
        }

        /// Fails with a problem for the first parameter that is unknown, or repeated and may not be.
        void check(Map<String, List<String>> query) {
            query.forEach((name, values) -> {
                if (!names.containsKey(name)) {
                    throw unknown(name).exception();
                }
                if (values.size() > 1 && !names.get(name)) {
                    throw Problem.inParameter(name, "one value was expected, found " + values.size() + ".")
                            .exception();
                }
            });
        }

        private Problem unknown(String name) {
            List<String> known = List.copyOf(names.keySet());
            String choices = known.isEmpty() ? "none is known here." : "known are " + String.join(", ", known) + ".";
            return Problem.inParameter(QuotedValue.unquoted(name), "there is no such parameter; " + choices)
                    .allowing(known);
        }
    }
}
