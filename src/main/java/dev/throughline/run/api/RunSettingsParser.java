package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.backend.StubRunBackends;
import dev.throughline.conversation.Dialect;
import dev.throughline.rest.BodyFields;
import dev.throughline.rest.Problem;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.stub.InjectedFault;
import dev.throughline.stub.Scenario;
import dev.throughline.stub.StubOutputForm;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.wire.ReasoningField;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Validates the settings of a new run and applies the defaults.
final class RunSettingsParser {
    private static final int MAX_LABEL = 200;
    private static final int MAX_NAME = 100;
    private static final int MAX_TOKENS = 1_000_000;
    private static final int MAX_REQUESTS = 1_000_000;
    private static final int DEFAULT_REQUESTS = 1_000;
    private static final int MAX_FAULTS = 100;
    private static final Duration MAX_PACE = Duration.ofMinutes(1);
    private static final Duration DEFAULT_IDLE = Duration.ofMinutes(30);
    private static final Duration MAX_IDLE = Duration.ofDays(7);
    private static final StubSettings STUB = StubSettings.defaults();

    private RunSettingsParser() {}

    /// The settings, or a problem that names the first invalid field.
    /// @param backends names of the configured backends
    static RunSettings settings(NewRun order, List<String> backends) {
        RunMode mode = BodyFields.setting("/mode", RunMode.class, order.mode()).orElse(RunMode.STUB);
        return new RunSettings(
                BodyFields.text("/label", order.label(), MAX_LABEL).orElse(""),
                mode,
                backend(order, mode, backends),
                client(order.client()),
                BodyFields.setting("/policy", ThinkingPolicy.class, order.policy())
                        .orElse(ThinkingPolicy.PRESERVED),
                stub(order, mode),
                BodyFields.within("/maxRequests", order.maxRequests(), 1, MAX_REQUESTS)
                        .orElse(DEFAULT_REQUESTS),
                idleTimeout(order.idleTimeout()),
                gateway(order.gateway(), mode));
    }

    private static Optional<RunSettings.Gateway> gateway(NewRun.@Nullable NewGateway gateway, RunMode mode) {
        if (gateway == null) {
            return Optional.empty();
        }
        if (mode == RunMode.PROXY) {
            throw Problem.inField(
                            "/gateway",
                            "a proxy run is the gateway itself; declare the gateway in the stub" + " run behind it.")
                    .exception();
        }
        return Optional.of(new RunSettings.Gateway(
                BodyFields.required("/gateway/name", gateway.name(), MAX_NAME),
                BodyFields.required("/gateway/version", gateway.version(), MAX_NAME)));
    }

    private static Duration idleTimeout(@Nullable JsonNode asked) {
        String pointer = "/idleTimeout";
        return BodyFields.duration(pointer, asked, Duration.ZERO, MAX_IDLE)
                .filter(Duration::isZero)
                .or(() -> BodyFields.duration(pointer, asked, Duration.ofSeconds(1), MAX_IDLE))
                .orElse(DEFAULT_IDLE);
    }

    private static Optional<String> backend(NewRun order, RunMode mode, List<String> backends) {
        return switch (mode) {
            case PROXY -> Optional.of(configured(order, backends));
            case STUB -> {
                if (order.backend() != null) {
                    throw Problem.inField("/backend", "a stub run has no backend; leave it out.")
                            .exception();
                }
                yield Optional.empty();
            }
        };
    }

    private static String configured(NewRun order, List<String> backends) {
        String name = order.backend();
        if (name != null
                && (backends.contains(name) || StubRunBackends.run(name).isPresent())) {
            return name;
        }
        String found = name == null
                ? "the name of a configured backend was expected; "
                : "there is no backend " + BodyFields.shown(name) + "; ";
        String known =
                backends.isEmpty() ? "none is configured." : "configured are " + String.join(", ", backends) + ".";
        throw Problem.inField("/backend", found + known).allowing(backends).exception();
    }

    private static Optional<RunSettings.Client> client(NewRun.@Nullable NewClient client) {
        if (client == null) {
            return Optional.empty();
        }
        return Optional.of(new RunSettings.Client(
                BodyFields.required("/client/name", client.name(), MAX_NAME),
                BodyFields.required("/client/version", client.version(), MAX_NAME),
                BodyFields.text("/client/variant", client.variant(), MAX_NAME),
                BodyFields.setting("/client/dialect", Dialect.class, client.dialect()),
                BodyFields.text("/client/model", client.model(), MAX_NAME)));
    }

    private static StubSettings stub(NewRun order, RunMode mode) {
        List<InjectedFault> faults = faults(order.faults());
        if (mode == RunMode.PROXY && !faults.isEmpty()) {
            throw Problem.inField("/faults", "only a stub run has faults; a proxy run passes on its backend's answers.")
                    .exception();
        }
        return new StubSettings(
                BodyFields.setting("/scenario", Scenario.class, order.scenario())
                        .orElse(STUB.scenario()),
                BodyFields.setting("/output", StubOutputForm.class, order.output())
                        .orElse(STUB.output()),
                BodyFields.setting("/reasoningField", ReasoningField.class, order.reasoningField())
                        .orElse(STUB.reasoningField()),
                BodyFields.within("/tokens", order.tokens(), 1, MAX_TOKENS).orElse(STUB.tokens()),
                BodyFields.duration("/pace", order.pace(), Duration.ZERO, MAX_PACE)
                        .orElse(STUB.pace()),
                order.redacted() == null ? STUB.redacted() : order.redacted(),
                faults,
                order.seed() == null ? STUB.seed() : order.seed());
    }

    private static List<InjectedFault> faults(@Nullable List<NewRun.@Nullable NewFault> faults) {
        if (faults == null) {
            return List.of();
        }
        if (faults.size() > MAX_FAULTS) {
            throw Problem.inField("/faults", "at most " + MAX_FAULTS + " were expected, found " + faults.size() + ".")
                    .exception();
        }
        var read = new ArrayList<InjectedFault>();
        for (NewRun.@Nullable NewFault fault : faults) {
            read.add(fault("/faults/" + read.size(), fault));
        }
        return read;
    }

    private static InjectedFault fault(String pointer, NewRun.@Nullable NewFault fault) {
        if (fault == null) {
            throw Problem.inField(pointer, "an object was expected, found null.")
                    .exception();
        }
        InjectedFault.Kind kind = BodyFields.setting(
                        pointer + "/kind",
                        InjectedFault.Kind.class,
                        BodyFields.required(pointer + "/kind", fault.kind(), MAX_NAME))
                .orElseThrow();
        Optional<Integer> exchange = BodyFields.within(pointer + "/exchange", fault.exchange(), 1, MAX_REQUESTS);
        Optional<Integer> amount = BodyFields.within(
                pointer + "/amount", fault.amount(), kind == InjectedFault.Kind.STATUS_429 ? -1 : 0, Integer.MAX_VALUE);
        return new InjectedFault(
                kind,
                exchange.map(OptionalInt::of).orElseGet(OptionalInt::empty),
                amount.orElseGet(() -> usualAmount(kind)));
    }

    private static int usualAmount(InjectedFault.Kind kind) {
        return switch (kind) {
            case DELAY_FIRST_BYTE -> 1_000;
            case DELAY_CHUNKS -> 100;
            case SLICE -> 1;
            case DROP_AFTER, MALFORMED_EVENT, ERROR_EVENT -> 3;
            case STATUS_429 -> -1;
            case DROP_INSIDE_CHARACTER, MISSING_END, STATUS_500, STATUS_529, EMPTY_BODY, HANG -> 0;
        };
    }
}
