package dev.throughline.rest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.media.MediaType;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.RecordComponentInfo;
import org.jspecify.annotations.Nullable;

/// Declares the fields that every response has as required, so that generated types need no check for them: those of
/// records that are in no request, unless they may be null or are left out. In requests every field may be missing.
final class RequiredResponseFields {
    private static final String COMPONENTS = "#/components/schemas/";
    private static final DotName SCHEMA =
            DotName.createSimple("org.eclipse.microprofile.openapi.annotations.media.Schema");
    private static final DotName NULLABLE = DotName.createSimple("org.jspecify.annotations.Nullable");
    private static final DotName INCLUDE = DotName.createSimple("com.fasterxml.jackson.annotation.JsonInclude");
    private static final DotName PROPERTY = DotName.createSimple("com.fasterxml.jackson.annotation.JsonProperty");
    private static final DotName OPTIONAL = DotName.createSimple(Optional.class.getName());

    private RequiredResponseFields() {}

    static void declare(OpenAPI document, IndexView classes) {
        if (document.getComponents() == null || document.getComponents().getSchemas() == null) {
            return;
        }
        Map<String, Schema> schemas = document.getComponents().getSchemas();
        Set<String> requested = requested(document, schemas);
        Map<String, List<ClassInfo>> records = records(classes);
        schemas.forEach((name, schema) -> {
            List<ClassInfo> found = records.getOrDefault(name, List.of());
            if (found.size() == 1 && !requested.contains(name) && schema.getProperties() != null) {
                List<String> required = required(found.getFirst()).stream()
                        .filter(schema.getProperties()::containsKey)
                        .sorted()
                        .toList();
                schema.setRequired(required.isEmpty() ? null : required);
            }
        });
    }

    /// Names of the schemas that requests contain.
    private static Set<String> requested(OpenAPI document, Map<String, Schema> schemas) {
        Deque<Schema> open = new ArrayDeque<>();
        document.getPaths().getPathItems().values().stream()
                .flatMap(path -> path.getOperations().values().stream())
                .flatMap(RequiredResponseFields::bodies)
                .forEach(open::add);
        Set<String> names = new HashSet<>();
        while (!open.isEmpty()) {
            Schema schema = open.pop();
            String reference = schema.getRef();
            if (reference == null) {
                open.addAll(parts(schema));
            } else if (names.add(reference.replace(COMPONENTS, ""))) {
                Stream.ofNullable(schemas.get(reference.replace(COMPONENTS, "")))
                        .forEach(open::add);
            }
        }
        return names;
    }

    private static Stream<Schema> bodies(Operation operation) {
        return Stream.ofNullable(operation.getRequestBody())
                .flatMap(body -> Stream.ofNullable(body.getContent()))
                .flatMap(content -> content.getMediaTypes().values().stream())
                .map(MediaType::getSchema)
                .flatMap(Stream::ofNullable);
    }

    private static List<Schema> parts(Schema schema) {
        List<Schema> parts = new ArrayList<>();
        Stream.of(schema.getItems(), schema.getAdditionalPropertiesSchema())
                .flatMap(Stream::ofNullable)
                .forEach(parts::add);
        Stream.ofNullable(schema.getProperties()).map(Map::values).forEach(parts::addAll);
        Stream.of(schema.getAllOf(), schema.getAnyOf(), schema.getOneOf())
                .flatMap(Stream::ofNullable)
                .forEach(parts::addAll);
        return parts;
    }

    /// By the names of their schemas.
    private static Map<String, List<ClassInfo>> records(IndexView classes) {
        Map<String, List<ClassInfo>> records = new HashMap<>();
        classes.getKnownClasses().stream()
                .filter(ClassInfo::isRecord)
                .forEach(type -> records.computeIfAbsent(
                                text(type.declaredAnnotation(SCHEMA), "name").orElseGet(type::simpleName),
                                _ -> new ArrayList<>())
                        .add(type));
        return records;
    }

    private static Collection<String> required(ClassInfo type) {
        boolean isWhole = Optional.ofNullable(type.declaredAnnotation(INCLUDE))
                .map(annotation -> annotation.value().asEnum().equals("NON_NULL"))
                .orElse(true);
        if (!isWhole) {
            return List.of();
        }
        return type.recordComponents().stream()
                .filter(component -> !component.type().hasAnnotation(NULLABLE)
                        && !component.type().name().equals(OPTIONAL)
                        && !hasAnnotation(type, component, INCLUDE))
                .map(component -> name(type, component))
                .toList();
    }

    private static String name(ClassInfo type, RecordComponentInfo component) {
        FieldInfo field = type.field(component.name());
        return text(field == null ? null : field.annotation(PROPERTY), "value").orElseGet(component::name);
    }

    private static boolean hasAnnotation(ClassInfo type, RecordComponentInfo component, DotName annotation) {
        FieldInfo field = type.field(component.name());
        return field != null && field.hasAnnotation(annotation);
    }

    private static Optional<String> text(@Nullable AnnotationInstance found, String member) {
        return Optional.ofNullable(found)
                .map(annotation -> annotation.value(member))
                .map(AnnotationValue::asString)
                .filter(text -> !text.isEmpty());
    }
}
