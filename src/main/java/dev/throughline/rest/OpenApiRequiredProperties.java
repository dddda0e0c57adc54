package dev.throughline.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/// Marks what responses always have as required, so that generated types say so: the components of records that are
/// neither nullable nor left out while empty. Schemas of requests stay as they are.
final class OpenApiRequiredProperties {
    private static final DotName NULLABLE = DotName.createSimple(Nullable.class);
    private static final DotName OPTIONAL = DotName.createSimple(Optional.class);
    private static final DotName INCLUDE = DotName.createSimple(JsonInclude.class);
    private static final DotName PROPERTY = DotName.createSimple(JsonProperty.class);
    private static final DotName UNWRAPPED = DotName.createSimple(JsonUnwrapped.class);
    private static final DotName SCHEMA =
            DotName.createSimple(org.eclipse.microprofile.openapi.annotations.media.Schema.class);

    private final Map<String, Schema> schemas;
    private final IndexView classes;
    private final Map<String, Map<DotName, ClassInfo>> records = new HashMap<>();

    private OpenApiRequiredProperties(Map<String, Schema> schemas, IndexView classes) {
        this.schemas = schemas;
        this.classes = classes;
        for (ClassInfo found : classes.getKnownClasses()) {
            if (found.isRecord() && found.name().toString().startsWith("dev.throughline.")) {
                records.computeIfAbsent(name(found), _ -> new HashMap<>()).put(found.name(), found);
            }
        }
    }

    static void add(OpenAPI document, IndexView classes) {
        Map<String, Schema> schemas = document.getComponents().getSchemas();
        var required = new OpenApiRequiredProperties(schemas, classes);
        List<Operation> operations = document.getPaths().getPathItems().values().stream()
                .flatMap(item -> item.getOperations().values().stream())
                .toList();
        Set<String> sent = new HashSet<>();
        Set<String> answered = new HashSet<>();
        for (Operation operation : operations) {
            Stream.ofNullable(operation.getRequestBody()).forEach(body -> required.reach(body.getContent(), sent));
            operation
                    .getResponses()
                    .getAPIResponses()
                    .values()
                    .forEach(one -> required.reach(one.getContent(), answered));
        }
        answered.removeAll(sent);
        answered.forEach(required::complete);
    }

    private static String name(ClassInfo found) {
        return Optional.ofNullable(found.declaredAnnotation(SCHEMA))
                .map(schema -> schema.value("name"))
                .map(value -> value.asString())
                .orElseGet(found::simpleName);
    }

    private void reach(@Nullable Content content, Set<String> names) {
        if (content != null) {
            content.getMediaTypes().values().forEach(media -> reach(media.getSchema(), names));
        }
    }

    private void reach(@Nullable Schema schema, Set<String> names) {
        if (schema == null) {
            return;
        }
        if (schema.getRef() != null) {
            String name = schema.getRef().substring(schema.getRef().lastIndexOf('/') + 1);
            if (names.add(name)) {
                reach(schemas.get(name), names);
            }
        }
        Stream.of(schema.getAllOf(), schema.getOneOf(), schema.getAnyOf())
                .filter(Objects::nonNull)
                .flatMap(Collection::stream)
                .forEach(part -> reach(part, names));
        Stream.ofNullable(schema.getProperties())
                .flatMap(all -> all.values().stream())
                .forEach(part -> reach(part, names));
        reach(schema.getItems(), names);
        reach(schema.getAdditionalPropertiesSchema(), names);
    }

    /// Among records with equal names, the one with all properties counts.
    private void complete(String name) {
        Schema schema = schemas.get(name);
        if (schema == null || schema.getProperties() == null) {
            return;
        }
        Set<String> properties = schema.getProperties().keySet();
        Collection<ClassInfo> named = records.getOrDefault(name, Map.of()).values();
        List<ClassInfo> matching = named.stream()
                .filter(found -> named.size() == 1
                        || fields(found)
                                .map(OpenApiRequiredProperties::property)
                                .toList()
                                .containsAll(properties))
                .toList();
        if (matching.size() == 1) {
            fields(matching.getFirst())
                    .filter(OpenApiRequiredProperties::isAlwaysThere)
                    .map(OpenApiRequiredProperties::property)
                    .filter(properties::contains)
                    .filter(property -> schema.getRequired() == null
                            || !schema.getRequired().contains(property))
                    .forEach(schema::addRequired);
        }
    }

    /// The properties of a record, which carry the annotations of its components; of one that is unwrapped, its own.
    private Stream<FieldInfo> fields(ClassInfo found) {
        return found.recordComponents().stream()
                .map(component -> found.field(component.name()))
                .flatMap(field -> field.hasAnnotation(UNWRAPPED)
                        ? Stream.ofNullable(classes.getClassByName(field.type().name()))
                                .flatMap(this::fields)
                        : Stream.of(field));
    }

    private static boolean isAlwaysThere(FieldInfo field) {
        return !field.type().hasAnnotation(NULLABLE)
                && !field.type().name().equals(OPTIONAL)
                && Stream.of(field.annotation(INCLUDE), field.declaringClass().declaredAnnotation(INCLUDE))
                        .filter(Objects::nonNull)
                        .noneMatch(include -> include.value().asEnum().equals("NON_EMPTY"));
    }

    private static String property(FieldInfo field) {
        return Optional.ofNullable(field.annotation(PROPERTY))
                .map(AnnotationInstance::value)
                .map(value -> value.asString())
                .orElseGet(field::name);
    }
}
