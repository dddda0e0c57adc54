package dev.throughline.matrix.use;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The question whether a version of a client preserves reasoning, with everything that narrows it.
///
/// @param dialect the client's dialect; empty for each that was measured
/// @param capabilities the capabilities required, at least one
/// @param variant a setting of the recipe; empty for the default
/// @param model the model id that the client is configured with; empty for each that was measured
/// @param backend the backend; empty for the stub, that is for the client by itself
/// @param maxAge maximum age of a measurement; empty for any age
/// @param minConfidence minimum confidence of the answer
/// @param gateway the gateway between client and backend; empty for none
/// @param countsTraffic whether cells of live traffic count
public record UseQuestion(
        Versioned client,
        Optional<Dialect> dialect,
        List<Capability> capabilities,
        String variant,
        Optional<String> model,
        Optional<Versioned> backend,
        ThinkingPolicy policy,
        Optional<Duration> maxAge,
        Cell.Confidence minConfidence,
        Optional<UseGateway> gateway,
        boolean countsTraffic) {
    public UseQuestion {
        if (capabilities.isEmpty()) {
            throw new IllegalArgumentException("expected at least one capability, found none");
        }
        capabilities = List.copyOf(capabilities);
    }

    private UseQuestion with(Versioned otherClient, Optional<UseGateway> otherGateway) {
        return new UseQuestion(
                otherClient,
                dialect,
                capabilities,
                variant,
                model,
                backend,
                policy,
                maxAge,
                minConfidence,
                otherGateway,
                countsTraffic);
    }

    /// The same about another version of the client.
    public UseQuestion withVersion(String version) {
        return with(new Versioned(client.product(), version), gateway);
    }

    /// The same with a gateway without a version resolved to its newest one among cells of the client.
    UseQuestion withNewestGateway(List<Cell> cells) {
        return with(
                client,
                gateway.map(asked -> asked.newestOf(cells.stream()
                        .filter(cell ->
                                cell.key().client().map(Versioned::product).equals(Optional.of(client.product())))
                        .toList())));
    }

    private boolean isThroughGateway(CellKey key) {
        return gateway.map(asked -> key.gateway().filter(asked::means).isPresent())
                .orElseGet(() -> key.gateway().isEmpty());
    }

    /// Whether a cell is about the client, in any version, and matches all other axes except the
    /// variant, the packages, the reasoning field and the backend.
    boolean concernsClient(Cell cell, Capability capability) {
        CellKey key = cell.key();
        return cell.capability() == capability
                && key.client()
                        .map(Versioned::product)
                        .filter(client.product()::equals)
                        .isPresent()
                && isThroughGateway(key)
                && key.policy() == policy
                && dialect.map(key.dialectIn()::equals).orElse(true)
                && model.map(key.model()::equals).orElse(true);
    }

    /// Whether a cell counts: one of live traffic does only on request, and what a client kept against a vendor's
    /// stub says nothing, since a refusal ends the conversation.
    boolean counts(Cell cell) {
        return (countsTraffic || !cell.key().isTraffic())
                && (cell.key().vendor().isEmpty() || cell.capability() == Capability.ACCEPTED);
    }

    /// Whether a cell is live traffic of the client itself, over any gateway and backend, that does not count.
    boolean isTrafficBeside(Cell cell, Capability capability) {
        return !counts(cell)
                && cell.capability() == capability
                && cell.key().client().equals(Optional.of(client))
                && dialect.map(cell.key().dialectIn()::equals).orElse(true)
                && model.map(cell.key().model()::equals).orElse(true);
    }

    /// Whether a cell has the variant that is asked about, and reasoning where it is by default. A vendor has its own
    /// field.
    boolean isUsual(Cell cell) {
        return cell.key().variant().equals(variant)
                && (cell.key().reasoningField().isEmpty()
                        || !cell.key().vendor().isEmpty());
    }

    /// Whether a cell is about the backend by itself, in any version.
    boolean concernsBackend(Cell cell, Capability capability) {
        CellKey key = cell.key();
        return cell.capability() == capability
                && key.client().isEmpty()
                && key.gateway().isEmpty()
                && key.backend().map(Versioned::product).equals(backend.map(Versioned::product))
                && dialect.map(key.dialectOut()::equals).orElse(true);
    }
}
