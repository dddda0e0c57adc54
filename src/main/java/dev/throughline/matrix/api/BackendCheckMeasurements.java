package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.Vote;
import dev.throughline.rest.Problem;
import dev.throughline.run.RunId;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.SuiteVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

/// Creates measurements from a valid backend check, one for each dialect.
///
/// A measurement from a check has no client, the scenario `probe`, the policy `preserved` (the check asks
/// the backend to keep reasoning if it must be asked), and both kinds of streaming.
final class BackendCheckMeasurements {
    private static final Set<String> PROOFS = Set.of("APPLY_TEMPLATE", "TOKENIZE", "USAGE", "COUNT_TOKENS", "NONE");

    private final NewBackendCheck check;
    private final Instant now;
    private final RunId id;

    private BackendCheckMeasurements(NewBackendCheck check, Instant now) {
        this.check = check;
        this.now = now;
        this.id = RunId.next(now);
    }

    /// An invalid field fails the request with its pointer.
    static List<Measurement> of(NewBackendCheck check, List<Product> known, Instant now) {
        return new BackendCheckMeasurements(check, now).all(known);
    }

    private List<Measurement> all(List<Product> known) {
        NewBackendCheck.Backend backend = requireNonNull(check.backend());
        var product = new Versioned(requireNonNull(backend.name()), requireNonNull(backend.version()));
        requireBackend(product, known);
        List<Measurement> measured = new ArrayList<>();
        Set<Dialect> seen = new HashSet<>();
        for (NewBackendCheck.Checked checked : requireNonNull(check.dialects())) {
            String at = "/dialects/" + measured.size();
            Dialect dialect = requireNonNull(requireNonNull(checked).dialect());
            if (!seen.add(dialect)) {
                throw Problem.inField(at + "/dialect", "each dialect once was expected.")
                        .exception();
            }
            measured.add(measurement(at, checked, product, dialect));
        }
        return measured;
    }

    private Measurement measurement(String at, NewBackendCheck.Checked checked, Versioned product, Dialect dialect) {
        var vote = new Vote(
                id + "-" + dialect.id(),
                Vote.Origin.HERE,
                key(product, dialect),
                0,
                now,
                requireNonNullElse(check.requests(), 0),
                Map.of(Capability.THINK, verdict(requireNonNull(checked.think()))));
        return new Measurement(
                vote, requireNonNullElse(check.seconds(), 0.0), JsonNodeFactory.instance.arrayNode(), how(at, checked));
    }

    private CellKey key(Versioned product, Dialect dialect) {
        return new CellKey(
                Integer.parseInt(SuiteVersion.VERSION.substring(0, SuiteVersion.VERSION.indexOf('.'))),
                "probe",
                ThinkingPolicy.PRESERVED,
                CellKey.Streaming.MIXED,
                Optional.empty(),
                "",
                "",
                "",
                requireNonNullElse(check.model(), ""),
                Optional.empty(),
                Optional.of(product),
                requireNonNullElse(check.template(), ""),
                dialect,
                dialect,
                "");
    }

    private static CapabilityVerdict verdict(NewBackendCheck.Think think) {
        Status within = requireNonNull(think.withinTurn());
        Status across = requireNonNull(think.acrossTurns());
        List<Status> scopes = Stream.of(within, across)
                .filter(scope -> scope != Status.INCONCLUSIVE)
                .toList();
        int exact =
                (int) scopes.stream().filter(scope -> scope == Status.PRESERVED).count();
        return new CapabilityVerdict(requireNonNull(think.status()), within, across, scopes.size(), exact, Map.of());
    }

    private static ObjectNode how(String at, NewBackendCheck.Checked checked) {
        ObjectNode how = JsonNodeFactory.instance.objectNode().put("command", "check backend");
        Optional.ofNullable(checked.proof()).filter(PROOFS::contains).ifPresent(proof -> how.put("proof", proof));
        NewBackendCheck.Quality quality = checked.quality();
        if (quality != null) {
            ObjectNode counters = how.putObject("quality");
            counter(at + "/quality/tool_call_f1", "tool_call_f1", quality.tool_call_f1(), counters);
            counter(at + "/quality/schema_accuracy", "schema_accuracy", quality.schema_accuracy(), counters);
        }
        return how;
    }

    private static void counter(
            String at, String name, NewBackendCheck.@Nullable Counter counter, ObjectNode counters) {
        if (counter == null) {
            counters.putNull(name);
            return;
        }
        int numerator = requireNonNull(counter.numerator());
        int denominator = requireNonNull(counter.denominator());
        if (numerator > denominator) {
            throw Problem.inField(
                            at + "/numerator",
                            "a number from 0 to " + denominator + " was expected, found " + numerator + ".")
                    .exception();
        }
        counters.putObject(name).put("numerator", numerator).put("denominator", denominator);
    }

    private static void requireBackend(Versioned product, List<Product> known) {
        known.stream()
                .filter(one -> one.id().equals(product.product()) && one.kind() != Product.Kind.BACKEND)
                .findFirst()
                .ifPresent(one -> {
                    throw Problem.inField("/backend/name", one.id() + " is not a backend.")
                            .exception();
                });
    }
}
