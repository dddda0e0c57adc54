package dev.throughline.matrix.store;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.CellIdDigest;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.store.StoredText;
import dev.throughline.text.Json;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.SuiteVersion;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A row of `evidence`, as JSON with the column names.
record EvidenceRow(CellKey key, Rest rest) {
    private static final Function<String, JsonNode> TREE = MatrixJsonb.reader(new TypeReference<>() {});

    /// The columns beside the axes.
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record Rest(
            String runId,
            Origin origin,
            String cellKey,
            Instant sealed,
            int exchanges,
            Map<Capability, CapabilityVerdict> capabilities,
            double seconds,
            @Nullable JsonNode shapes,
            @Nullable JsonNode how) {}

    static EvidenceRow read(String json) {
        JsonNode row = TREE.apply(json);
        CellKey key = KeyColumns.read(column -> row.path(column).asText());
        try {
            return new EvidenceRow(key, Json.RECORDS.treeToValue(row, Rest.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("JSON in a row of the matrix is no evidence", e);
        }
    }

    static EvidenceRow of(Measurement measured) {
        Vote vote = measured.vote();
        return new EvidenceRow(
                vote.key(),
                new Rest(
                        vote.run(),
                        vote.origin(),
                        CellIdDigest.of(vote.key()),
                        vote.sealed(),
                        vote.exchanges(),
                        vote.capabilities(),
                        measured.seconds(),
                        measured.shapes(),
                        measured.how()));
    }

    String runId() {
        return rest.runId();
    }

    Vote toVote() {
        JsonNode how = rest.how();
        String suite = how == null ? null : how.path("suite").textValue();
        return new Vote(
                runId(),
                rest.origin(),
                key,
                SuiteVersion.minor(suite),
                rest.sealed(),
                rest.exchanges(),
                rest.capabilities());
    }

    @JsonValue
    ObjectNode tree() {
        return tree(Json.RECORDS, Axis::column);
    }

    /// @param mapper writes the columns beside the axes
    /// @param name that of an axis
    ObjectNode tree(ObjectMapper mapper, Function<Axis, String> name) {
        ObjectNode tree = mapper.valueToTree(rest);
        for (Axis axis : Axis.values()) {
            if (axis == Axis.SUITE) {
                tree.put(name.apply(axis), key.suite());
            } else {
                tree.put(name.apply(axis), StoredText.encode(axis.of(key)));
            }
        }
        return tree;
    }
}
