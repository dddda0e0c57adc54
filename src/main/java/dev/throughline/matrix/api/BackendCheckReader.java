package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.version.Product;
import dev.throughline.rest.BodyFields;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Creates measurements from the body of `POST /backend-checks`, one for each dialect. An invalid field
/// fails the request with its pointer.
///
/// A measurement from a check has no client, the scenario `probe`, the policy `preserved` (the check asks
/// the backend to keep reasoning if it must be asked), and both kinds of streaming.
final class BackendCheckReader {
    private static final int LONGEST_NAME = 100;
    private static final int MOST_REQUESTS = 1_000_000;
    private static final Set<Status> FOUND =
            Set.of(Status.PRESERVED, Status.PARTIAL, Status.BROKEN, Status.INCONCLUSIVE);
    private static final Set<String> PROOFS = Set.of("APPLY_TEMPLATE", "TOKENIZE", "USAGE", "COUNT_TOKENS", "NONE");

    private final NewBackendCheck check;
    private final Instant now;
    private final RunId id;

    private BackendCheckReader(NewBackendCheck check, Instant now) {
        this.check = check;
        this.now = now;
        this.id = RunId.next(now);
    }

    static List<Measurement> read(NewBackendCheck check, List<Product> known, Instant now) {
        return new BackendCheckReader(check, now).read(known);
    }

    private List<Measurement> read(List<Product> known) {
        NewBackendCheck.Backend backend = present("/backend", check.backend());
        var product = new Versioned(
                BodyFields.required("/backend/name", backend.name(), LONGEST_NAME),
                BodyFields.required("/backend/version", backend.version(), LONGEST_NAME));
        requireBackend(product, known);
        List<NewBackendCheck.@Nullable Checked> dialects = present("/dialects", check.dialects());
        if (dialects.isEmpty() || dialects.size() > Dialect.values().length) {
            throw Problem.inField("/dialects", "one to three were expected, found " + dialects.size() + ".")
                    .exception();
        }
        List<Measurement> measured = new ArrayList<>();
        Set<Dialect> seen = new HashSet<>();
        for (int i = 0; i < dialects.size(); i++) {
            String at = "/dialects/" + i;
            NewBackendCheck.Checked checked = present(at, dialects.get(i));
            Dialect dialect = dialect(at + "/dialect", checked.dialect());
            if (!seen.add(dialect)) {
                throw Problem.inField(at + "/dialect", "each dialect once was expected.")
                        .exception();
            }
            measured.add(measurement(at, checked, product, dialect));
        }
        return measured;
    }

    private Measurement measurement(String at, NewBackendCheck.Checked checked, Versioned product, Dialect dialect) {
        int requests = BodyFields.within("/requests", check.requests(), 0, MOST_REQUESTS)
                .orElse(0);
        var vote = new Vote(
                id + "-" + dialect.id(),
                Vote.Origin.HERE,
                key(product, dialect),
                now,
                requests,
                Map.of(Capability.THINK, verdict(at + "/think", checked.think())));
        return new Measurement(vote, seconds(), JsonNodeFactory.instance.arrayNode(), how(at, checked));
    }

    private CellKey key(Versioned product, Dialect dialect) {
        return new CellKey(
                Integer.parseInt(SuiteVersion.VERSION.substring(0, SuiteVersion.VERSION.indexOf('.'))),
                "probe",
                ThinkingPolicy.PRESERVED,
                CellKey.Streaming.MIXED,
                Optional.empty(),
                "",
                BodyFields.text("/model", check.model(), 2 * LONGEST_NAME).orElse(""),
                Optional.empty(),
                Optional.of(product),
                template(),
                dialect,
                dialect);
    }

    private String template() {
        String text =
                BodyFields.text("/template", check.template(), LONGEST_NAME).orElse("");
        if (!text.matches("(?:[0-9a-f]{64})?")) {
            throw Problem.inField("/template", "a SHA-256 in hexadecimal was expected.")
                    .exception();
        }
        return text;
    }

    private double seconds() {
        Double seconds = check.seconds();
        if (seconds != null && !(seconds >= 0 && seconds < MOST_REQUESTS)) {
            throw Problem.inField("/seconds", "a time of 0 or more was expected.")
                    .exception();
        }
        return seconds == null ? 0 : seconds;
    }

    private static CapabilityVerdict verdict(String at, NewBackendCheck.@Nullable Think think) {
        NewBackendCheck.Think found = present(at, think);
        Status within = status(at + "/withinTurn", found.withinTurn());
        Status across = status(at + "/acrossTurns", found.acrossTurns());
        Status status = status(at + "/status", found.status());
        List<Status> scopes = Stream.of(within, across)
                .filter(scope -> scope != Status.INCONCLUSIVE)
                .toList();
        int exact =
                (int) scopes.stream().filter(scope -> scope == Status.PRESERVED).count();
        return new CapabilityVerdict(status, within, across, scopes.size(), exact, Map.of());
    }

    private static ObjectNode how(String at, NewBackendCheck.Checked checked) {
        ObjectNode how = JsonNodeFactory.instance.objectNode().put("command", "check backend");
        BodyFields.text(at + "/proof", checked.proof(), LONGEST_NAME)
                .filter(PROOFS::contains)
                .ifPresent(proof -> how.put("proof", proof));
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
        int denominator = BodyFields.within(at + "/denominator", counter.denominator(), 1, MOST_REQUESTS)
                .orElseThrow(() -> missing(at + "/denominator"));
        int numerator = BodyFields.within(at + "/numerator", counter.numerator(), 0, denominator)
                .orElseThrow(() -> missing(at + "/numerator"));
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
        if (!product.product().matches("[a-z0-9][a-z0-9._@/-]{0,99}")) {
            throw Problem.inField("/backend/name", "lower case letters, digits and . _ @ / - were expected.")
                    .exception();
        }
    }

    private static Dialect dialect(String at, @Nullable String name) {
        return BodyFields.setting(at, Dialect.class, BodyFields.required(at, name, LONGEST_NAME))
                .orElseThrow();
    }

    private static Status status(String at, @Nullable String name) {
        String wanted = BodyFields.required(at, name, LONGEST_NAME).toUpperCase(Locale.ROOT);
        return FOUND.stream()
                .filter(status -> status.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> Problem.inField(at, "PRESERVED, PARTIAL, BROKEN or INCONCLUSIVE was expected.")
                        .exception());
    }

    private static <T> T present(String at, @Nullable T value) {
        if (value == null) {
            throw missing(at);
        }
        return value;
    }

    private static ProblemException missing(String at) {
        return Problem.inField(at, "a value was expected, found nothing.").exception();
    }
}
