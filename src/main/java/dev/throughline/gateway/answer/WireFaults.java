package dev.throughline.gateway.answer;

import dev.throughline.stub.InjectedFault;
import dev.throughline.stub.InjectedFault.Kind;
import dev.throughline.stub.StubSettings;
import java.util.List;
import java.util.OptionalInt;

/// Faults that are injected between the encoder and the socket.
///
/// @param slice bytes of a write; 0 for whole writes
/// @param dropAfter events after which the connection is dropped
/// @param malformedAfter events after which a frame with broken JSON is written
public record WireFaults(
        int slice,
        OptionalInt dropAfter,
        boolean dropsInsideCharacter,
        OptionalInt malformedAfter,
        boolean leavesEndOut,
        boolean sendsEmptyBody,
        boolean hangs) {
    public static final WireFaults NONE = of(List.of());

    /// The faults that a run's stub applies to one of its exchanges.
    public static WireFaults of(StubSettings stub, int number) {
        return of(stub.faults().stream()
                .filter(injectedFault -> injectedFault.appliesTo(number))
                .toList());
    }

    static WireFaults of(List<InjectedFault> faults) {
        return new WireFaults(
                amount(faults, Kind.SLICE).orElse(0),
                amount(faults, Kind.DROP_AFTER),
                has(faults, Kind.DROP_INSIDE_CHARACTER),
                amount(faults, Kind.MALFORMED_EVENT),
                has(faults, Kind.MISSING_END),
                has(faults, Kind.EMPTY_BODY),
                has(faults, Kind.HANG));
    }

    /// Whether nothing goes wrong here.
    public boolean isNone() {
        return slice <= 0
                && dropAfter.isEmpty()
                && malformedAfter.isEmpty()
                && !(dropsInsideCharacter || leavesEndOut || sendsEmptyBody || hangs);
    }

    private static boolean has(List<InjectedFault> faults, Kind kind) {
        return faults.stream().anyMatch(injectedFault -> injectedFault.kind() == kind);
    }

    private static OptionalInt amount(List<InjectedFault> faults, Kind kind) {
        return faults.stream()
                .filter(injectedFault -> injectedFault.kind() == kind)
                .mapToInt(InjectedFault::amount)
                .findFirst();
    }
}
