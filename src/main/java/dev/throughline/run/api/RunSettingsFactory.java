package dev.throughline.run.api;

import dev.throughline.backend.StubRunBackends;
import dev.throughline.conversation.Dialect;
import dev.throughline.rest.Problem;
import dev.throughline.rest.QuotedValue;
import dev.throughline.rest.SettingName;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.stub.InjectedFault;
import dev.throughline.stub.StubIssuer;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.vendor.RuleBook;
import dev.throughline.wire.ReasoningField;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

import static java.util.Objects.requireNonNullElse;

/// Applies the defaults to a valid order for a run, and checks what depends on more than one of its fields.
final class RunSettingsFactory {
    private static final int DEFAULT_REQUESTS = 1_000;
    private static final Duration DEFAULT_IDLE = Duration.ofMinutes(30);
    private static final StubSettings STUB = StubSettings.defaults();

    private RunSettingsFactory() {}

    /// The settings, or a problem that names the first invalid field.
    /// @param backends names of the configured backends
    /// @param standard the default backend, if one is set
    /// @param book the vendors as which a stub can answer
    static RunSettings settings(NewRun order, List<String> backends, Optional<String> standard, RuleBook book) {
        RunMode mode = requireNonNullElse(order.mode(), RunMode.STUB);
        return new RunSettings(
                requireNonNullElse(order.label(), ""),
                mode,
                backend(order, mode, backends, standard),
                Optional.ofNullable(order.client()).map(RunSettingsFactory::client),
                requireNonNullElse(order.policy(), ThinkingPolicy.PRESERVED),
                stub(order, mode, book),
                requireNonNullElse(order.maxRequests(), DEFAULT_REQUESTS),
                requireNonNullElse(order.idleTimeout(), DEFAULT_IDLE),
                gateway(order.gateway(), mode),
                Optional.ofNullable(order.tolerate()),
                Optional.empty());
    }

    private static Optional<RunSettings.Gateway> gateway(NewRun.@Nullable NewGateway gateway, RunMode mode) {
        if (gateway != null && mode == RunMode.PROXY) {
            throw Problem.inField(
                            "/gateway",
                            "a proxy run is the gateway itself; declare the gateway in the stub run behind it.")
                    .exception();
        }
        return Optional.ofNullable(gateway)
                .map(found -> new RunSettings.Gateway(
                        Objects.requireNonNull(found.name()), Objects.requireNonNull(found.version())));
    }

    private static Optional<String> backend(
            NewRun order, RunMode mode, List<String> backends, Optional<String> standard) {
        return switch (mode) {
            case PROXY ->
                Optional.of(standard.filter(_ -> order.backend() == null).orElseGet(() -> configured(order, backends)));
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
                : "there is no backend " + QuotedValue.of(name) + "; ";
        String known =
                backends.isEmpty() ? "none is configured." : "configured are " + String.join(", ", backends) + ".";
        throw Problem.inField("/backend", found + known).allowing(backends).exception();
    }

    private static RunSettings.Client client(NewRun.NewClient client) {
        return new RunSettings.Client(
                Objects.requireNonNull(client.name()),
                Objects.requireNonNull(client.version()),
                Optional.ofNullable(client.variant()),
                packages(client),
                Optional.ofNullable(client.dialect()),
                Optional.ofNullable(client.model()));
    }

    private static List<String> packages(NewRun.NewClient client) {
        return requireNonNullElse(client.packages(), List.<@Nullable String>of()).stream()
                .map(Objects::requireNonNull)
                .toList();
    }

    private static StubSettings stub(NewRun order, RunMode mode, RuleBook book) {
        List<InjectedFault> faults = faults(requireNonNullElse(order.faults(), List.of()));
        if (mode == RunMode.PROXY && !faults.isEmpty()) {
            throw Problem.inField("/faults", "only a stub run has faults; a proxy run passes on its backend's answers.")
                    .exception();
        }
        Optional<String> vendor = Optional.ofNullable(order.vendor());
        vendor.ifPresent(name -> check(name, mode, book));
        return new StubSettings(
                requireNonNullElse(order.scenario(), STUB.scenario()),
                requireNonNullElse(order.output(), STUB.output()),
                requireNonNullElse(order.reasoningField(), reasoningField(vendor, book)),
                requireNonNullElse(order.tokens(), STUB.tokens()),
                requireNonNullElse(order.pace(), STUB.pace()),
                requireNonNullElse(order.redacted(), STUB.redacted()),
                faults,
                requireNonNullElse(order.seed(), STUB.seed()),
                vendor);
    }

    /// The field in which a vendor's answers have their thoughts.
    private static ReasoningField reasoningField(Optional<String> vendor, RuleBook book) {
        return vendor.flatMap(book::profile)
                .filter(profile -> profile.forms().contains(Dialect.OPENAI_CHAT.id()))
                .map(profile -> profile.gives().getOrDefault("form", ""))
                .flatMap(form -> SettingName.find(ReasoningField.class, form))
                .orElse(STUB.reasoningField());
    }

    private static void check(String vendor, RunMode mode, RuleBook book) {
        if (mode == RunMode.PROXY) {
            throw Problem.inField("/vendor", "only the stub answers as a vendor; a proxy run has a backend.")
                    .exception();
        }
        if (book.profile(vendor).filter(StubIssuer::isPlayed).isEmpty()) {
            List<String> known = StubIssuer.played(book);
            throw Problem.inField(
                            "/vendor",
                            "the stub does not answer as " + QuotedValue.of(vendor) + "; it answers as "
                                    + String.join(", ", known) + ".")
                    .allowing(known)
                    .exception();
        }
    }

    private static List<InjectedFault> faults(List<NewRun.@Nullable NewFault> faults) {
        var read = new ArrayList<InjectedFault>();
        for (NewRun.@Nullable NewFault fault : faults) {
            read.add(fault("/faults/" + read.size(), Objects.requireNonNull(fault)));
        }
        return read;
    }

    private static InjectedFault fault(String pointer, NewRun.NewFault fault) {
        InjectedFault.Kind kind = Objects.requireNonNull(fault.kind());
        int amount = requireNonNullElse(fault.amount(), usualAmount(kind));
        int least = kind == InjectedFault.Kind.STATUS_429 ? -1 : 0;
        if (amount < least) {
            throw Problem.inField(
                            pointer + "/amount", "a number from " + least + " was expected, found " + amount + ".")
                    .exception();
        }
        return new InjectedFault(
                kind, fault.exchange() == null ? OptionalInt.empty() : OptionalInt.of(fault.exchange()), amount);
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
