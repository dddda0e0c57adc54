package dev.throughline.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey.Versioned;
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

    public CellBuilder variant(String variant) {
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

    public CellBuilder loading(String packages) {
        return with(key.with(Axis.SDK, packages));
    }

    public CellBuilder offered(String reasoningField) {
        return with(new CellKey(
                key.suite(),
                key.scenario(),
                key.policy(),
                key.streaming(),
                key.client(),
                key.variant(),
                key.sdk(),
                reasoningField,
                key.model(),
                key.gateway(),
                key.backend(),
                key.template(),
                key.dialectIn(),
                key.dialectOut()));
    }

    public CellBuilder model(String model) {
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

    public CellBuilder policy(ThinkingPolicy thinkingPolicy) {
        return with(new CellKey(
                key.suite(),
                key.scenario(),
                thinkingPolicy,
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

    public CellBuilder through(String gateway) {
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

    public CellBuilder at(String backend) {
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

    public CellBuilder speaking(Dialect dialect) {
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
                last,
                last);
    }

    private CellBuilder with(CellKey other) {
        return new CellBuilder(other, capability, status, flags, votes, last);
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
                Optional.empty(),
                backend,
                "",
                Dialect.OPENAI_CHAT,
                Dialect.OPENAI_CHAT);
    }
}
