package dev.throughline.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.trace.Policy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Builds cells for tests; what is not named is the same in all of them.
public record Measured(
        CellKey key, Capability capability, Status status, Set<Cell.Flag> flags, int votes, Instant last) {
    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /// THINK of a client in openai-chat, measured three times, yesterday, against the stub.
    public static Measured client(String label, Status status) {
        return new Measured(
                key(Optional.of(versioned(label)), Optional.empty()),
                Capability.THINK,
                status,
                Set.of(),
                3,
                NOW.minusSeconds(86_400));
    }

    /// THINK of a backend by itself.
    public static Measured backend(String label, Status status) {
        return new Measured(
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

    public Measured of(Capability other) {
        return new Measured(key, other, status, flags, votes, last);
    }

    public Measured votes(int number) {
        return new Measured(key, capability, status, flags, number, last);
    }

    public Measured flag(Cell.Flag flag) {
        return new Measured(key, capability, status, Set.of(flag), votes, last);
    }

    Measured last(Instant when) {
        return new Measured(key, capability, status, flags, votes, when);
    }

    public Measured variant(String variant) {
        return with(new CellKey(
                key.suite(),
                key.scenario(),
                key.policy(),
                key.streaming(),
                key.client(),
                variant,
                key.model(),
                key.gateway(),
                key.backend(),
                key.template(),
                key.dialectIn(),
                key.dialectOut()));
    }

    public Measured model(String model) {
        return with(new CellKey(
                key.suite(),
                key.scenario(),
                key.policy(),
                key.streaming(),
                key.client(),
                key.variant(),
                model,
                key.gateway(),
                key.backend(),
                key.template(),
                key.dialectIn(),
                key.dialectOut()));
    }

    public Measured policy(Policy policy) {
        return with(new CellKey(
                key.suite(),
                key.scenario(),
                policy,
                key.streaming(),
                key.client(),
                key.variant(),
                key.model(),
                key.gateway(),
                key.backend(),
                key.template(),
                key.dialectIn(),
                key.dialectOut()));
    }

    public Measured through(String gateway) {
        return with(new CellKey(
                key.suite(),
                key.scenario(),
                key.policy(),
                key.streaming(),
                key.client(),
                key.variant(),
                key.model(),
                Optional.of(versioned(gateway)),
                key.backend(),
                key.template(),
                key.dialectIn(),
                key.dialectOut()));
    }

    public Measured at(String backend) {
        return with(new CellKey(
                key.suite(),
                key.scenario(),
                key.policy(),
                key.streaming(),
                key.client(),
                key.variant(),
                key.model(),
                key.gateway(),
                Optional.of(versioned(backend)),
                key.template(),
                key.dialectIn(),
                key.dialectOut()));
    }

    public Measured speaking(Dialect dialect) {
        return with(new CellKey(
                key.suite(),
                key.scenario(),
                key.policy(),
                key.streaming(),
                key.client(),
                key.variant(),
                key.model(),
                key.gateway(),
                key.backend(),
                key.template(),
                dialect,
                dialect));
    }

    Cell cell() {
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
                last,
                last);
    }

    private Measured with(CellKey other) {
        return new Measured(other, capability, status, flags, votes, last);
    }

    private static CellKey key(Optional<Versioned> client, Optional<Versioned> backend) {
        return new CellKey(
                1,
                "tools",
                Policy.PRESERVED,
                CellKey.Streaming.STREAM,
                client,
                "",
                "",
                Optional.empty(),
                backend,
                "",
                Dialect.OPENAI_CHAT,
                Dialect.OPENAI_CHAT);
    }
}
