package dev.throughline.rest;

import jakarta.inject.Singleton;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
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

    /// Describes input that Bean Validation refused. Of several violations, the first by location is reported.
    static final class ViolationProblem {
        private ViolationProblem() {}

        static Problem of(Set<? extends ConstraintViolation<?>> violations) {
            ConstraintViolation<?> first = violations.stream()
                    .min(Comparator.comparing(ViolationProblem::pointer))
                    .orElseThrow();
            String pointer = pointer(first);
            if (pointer.isEmpty()) {
                return ofParameter(first);
            }
            return isQuery(first)
                    ? Problem.inParameter(pointer.split("/")[1], first.getMessage())
                    : Problem.inField(pointer, first.getMessage());
        }

        /// The location below the validated parameter of the resource's method.
        private static String pointer(ConstraintViolation<?> violation) {
            return StreamSupport.stream(violation.getPropertyPath().spliterator(), false)
                    .map(ViolationProblem::step)
                    .collect(Collectors.joining());
        }

        private static String step(Path.Node node) {
            String index = node.getIndex() == null ? "" : "/" + node.getIndex();
            return node.getKind() == ElementKind.PROPERTY ? index + "/" + node.getName() : index;
        }

        /// A parameter of the resource's method: the body if it must not be null, otherwise one of the query.
        private static Problem ofParameter(ConstraintViolation<?> violation) {
            if (violation.getConstraintDescriptor().getAnnotation() instanceof NotNull) {
                return Problem.of(ProblemType.MALFORMED_JSON, "The request body is empty; a JSON object was expected.");
            }
            String name = StreamSupport.stream(violation.getPropertyPath().spliterator(), false)
                    .filter(node -> node.getKind() == ElementKind.PARAMETER)
                    .map(Path.Node::getName)
                    .findFirst()
                    .orElseThrow();
            return Problem.inParameter(name, violation.getMessage());
        }

        private static boolean isQuery(ConstraintViolation<?> violation) {
            return Arrays.stream(violation.getLeafBean().getClass().getDeclaredFields())
                    .anyMatch(field -> field.isAnnotationPresent(QueryParam.class));
        }
    }
}
