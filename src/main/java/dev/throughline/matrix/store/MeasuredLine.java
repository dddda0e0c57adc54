package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.store.StoredText;
import dev.throughline.text.Json;

/// One measurement in a file: its run, axes, capabilities with outcomes, request shapes, seconds and how it was made.
///
/// @param run its id
/// @param tree the line without its type; named as in the API
public record MeasuredLine(String run, ObjectNode tree) {
    /// Fields derived from the others, or known to the reader.
    private static final String[] LEFT_OUT = {"cellKey", "origin"};

    private static final ObjectMapper MAPPER = Json.RECORDS
            .copy()
            .addMixIn(EvidenceRow.Rest.class, CamelCaseNames.class)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);

    @JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
    private interface CamelCaseNames {}

    static MeasuredLine of(EvidenceRow row) {
        ObjectNode tree = row.tree(MAPPER, Axis::field);
        for (String name : LEFT_OUT) {
            tree.remove(name);
        }
        return new MeasuredLine(row.runId(), tree);
    }

    /// The vote of a line that the project measured.
    /// @throws IllegalArgumentException if a field is missing or has an unknown value
    static Vote vote(JsonNode line) {
        if (!(line instanceof ObjectNode whole)) {
            throw new IllegalArgumentException("expected an object");
        }
        for (String name : LEFT_OUT) {
            whole.put(name, Origin.PROJECT.name());
        }
        try {
            CellKey key = CellKey.of(axis -> value(whole, axis));
            return new EvidenceRow(key, MAPPER.treeToValue(whole, EvidenceRow.Rest.class)).toVote();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /// Lines of older programs lack the younger axes.
    private static String value(ObjectNode line, Axis axis) {
        JsonNode value = line.path(axis.field());
        boolean isLacking = value.isMissingNode() && axis.isYounger();
        if (!isLacking && !(axis == Axis.SUITE ? value.isInt() : value.isTextual())) {
            throw new IllegalArgumentException("expected a value of " + axis.field());
        }
        // Thousands of lines have the same few values.
        return StoredText.decode(value.asText()).intern();
    }
}
