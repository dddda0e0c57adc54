package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.throughline.matrix.CellIdDigest;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.rest.SettingName;
import dev.throughline.store.StoredText;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A row of `evidence`, as JSON with the column names. The last three are not read if only votes are
/// needed.
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record EvidenceRow(
        String runId,
        Origin origin,
        String cellKey,
        int suite,
        String scenario,
        String policy,
        String streaming,
        String client,
        String clientVersion,
        String variant,
        String sdk,
        String reasoningField,
        String model,
        String gateway,
        String gatewayVersion,
        String backend,
        String backendVersion,
        String template,
        String dialectIn,
        String dialectOut,
        Instant sealed,
        int exchanges,
        Map<Capability, CapabilityVerdict> capabilities,
        double seconds,
        @Nullable JsonNode shapes,
        @Nullable JsonNode how) {
    /// The columns of a vote.
    static final String VOTE = "run_id, origin, cell_key, " + KeyColumns.NAMES + ", sealed, exchanges, capabilities";

    private static final TypeReference<EvidenceRow> TYPE = new TypeReference<>() {};

    static EvidenceRow read(String json) {
        return MatrixJsonb.read(json, TYPE);
    }

    static EvidenceRow of(Measurement measured) {
        Vote vote = measured.vote();
        CellKey key = vote.key();
        return new EvidenceRow(
                vote.run(),
                vote.origin(),
                CellIdDigest.of(key),
                key.suite(),
                StoredText.encode(key.scenario()),
                SettingName.of(key.policy()),
                SettingName.of(key.streaming()),
                product(key.client()),
                version(key.client()),
                StoredText.encode(key.variant()),
                StoredText.encode(key.sdk()),
                StoredText.encode(key.reasoningField()),
                StoredText.encode(key.model()),
                product(key.gateway()),
                version(key.gateway()),
                product(key.backend()),
                version(key.backend()),
                StoredText.encode(key.template()),
                key.dialectIn().id(),
                key.dialectOut().id(),
                vote.sealed(),
                vote.exchanges(),
                vote.capabilities(),
                measured.seconds(),
                measured.shapes(),
                measured.how());
    }

    Vote toVote() {
        return new Vote(runId, origin, key(), sealed, exchanges, capabilities);
    }

    CellKey key() {
        return new CellKey(
                suite,
                StoredText.decode(scenario),
                KeyColumns.policy(policy),
                KeyColumns.streaming(streaming),
                versioned(client, clientVersion),
                StoredText.decode(variant),
                StoredText.decode(sdk),
                StoredText.decode(reasoningField),
                StoredText.decode(model),
                versioned(gateway, gatewayVersion),
                versioned(backend, backendVersion),
                StoredText.decode(template),
                KeyColumns.dialect(dialectIn),
                KeyColumns.dialect(dialectOut));
    }

    private static Optional<Versioned> versioned(String product, String version) {
        return product.isEmpty()
                ? Optional.empty()
                : Optional.of(new Versioned(StoredText.decode(product), StoredText.decode(version)));
    }

    private static String product(Optional<Versioned> versioned) {
        return versioned.map(Versioned::product).map(StoredText::encode).orElse("");
    }

    private static String version(Optional<Versioned> versioned) {
        return versioned.map(Versioned::version).map(StoredText::encode).orElse("");
    }
}
