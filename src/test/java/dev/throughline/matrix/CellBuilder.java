package dev.throughline.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.rest.SettingName;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Builds cells for tests; what is not named is the same in all of them.
public record CellBuilder(
        CellKey key, Capability capability, Status status, Set<Cell.Flag> flags, int votes, Instant last) {
    public static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /// THINK of a client in openai-chat, measured three times, yesterday, against the stub.
    public static CellBuilder client(String label, Status status) {
        return new CellBuilder(
                key(Optional.of(versioned(label)), Optional.empty()),
                Capability.THINK,
                status,
                Set.of(),
                3,
                NOW.minusSeconds(86_400));
    }

    /// THINK of a backend by itself.
    public static CellBuilder backend(String label, Status status) {
        return new CellBuilder(
                key(Optional.empty(), Optional.of(versioned(label))),
                Capability.THINK,
                status,
                Set.of(),
                3,
                NOW.minusSeconds(86_400));
    }

    static Versioned versioned(String label) {
        int at = label.indexOf('@');
        return new Versioned(label.substring(0, at), label.substring(at + 1));
    }

    public CellBuilder of(Capability other) {
        return new CellBuilder(key, other, status, flags, votes, last);
    }

    public CellBuilder votes(int number) {
        return new CellBuilder(key, capability, status, flags, number, last);
    }

    public CellBuilder flag(Cell.Flag flag) {
        return new CellBuilder(key, capability, status, Set.of(flag), votes, last);
    }

    public CellBuilder last(Instant when) {
        return new CellBuilder(key, capability, status, flags, votes, when);
    }

    public CellBuilder in(String scenario) {
        return with(Axis.SCENARIO, scenario);
    }

    public CellBuilder variant(String variant) {
        return with(Axis.VARIANT, variant);
    }

    public CellBuilder loading(String packages) {
        return with(Axis.SDK, packages);
    }

    public CellBuilder offered(String reasoningField) {
        return with(Axis.REASONING_FIELD, reasoningField);
    }

    public CellBuilder model(String model) {
        return with(Axis.MODEL, model);
    }

    public CellBuilder policy(ThinkingPolicy thinkingPolicy) {
        return with(Axis.POLICY, SettingName.of(thinkingPolicy));
    }

    public CellBuilder through(String gateway) {
        Versioned through = versioned(gateway);
        return with(Axis.GATEWAY, through.product()).with(Axis.GATEWAY_VERSION, through.version());
    }

    public CellBuilder at(String backend) {
        Versioned at = versioned(backend);
        return with(Axis.BACKEND, at.product()).with(Axis.BACKEND_VERSION, at.version());
    }

    public CellBuilder speaking(Dialect dialect) {
        return with(Axis.DIALECT_IN, dialect.id()).with(Axis.DIALECT_OUT, dialect.id());
    }

    public Cell cell() {
        return new Cell(
                key + "/" + capability,
                key,
                capability,
                status,
                status,
                status,
                flags,
                votes > 2 ? Cell.Confidence.MEDIUM : Cell.Confidence.LOW,
                Map.of(status, Math.max(votes, 1)),
                votes,
                "run",
                Vote.Origin.HERE,
                last,
                last);
    }

    private CellBuilder with(Axis axis, String value) {
        return new CellBuilder(key.with(axis, value), capability, status, flags, votes, last);
    }

    private static CellKey key(Optional<Versioned> client, Optional<Versioned> backend) {
        return new CellKey(
                1,
                "tools",
                ThinkingPolicy.PRESERVED,
                CellKey.Streaming.STREAM,
                client,
                "",
                "",
                "",
                "",
                Optional.empty(),
                backend,
                "",
                Dialect.OPENAI_CHAT,
                Dialect.OPENAI_CHAT,
                "");
    }
}
