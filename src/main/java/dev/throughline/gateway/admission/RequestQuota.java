package dev.throughline.gateway.admission;

import dev.throughline.access.AccessControl;
import dev.throughline.access.AccessControl.RunAccess;
import dev.throughline.access.Caller;
import dev.throughline.access.Denial;
import dev.throughline.access.Scope;
import dev.throughline.run.Run;
import jakarta.inject.Singleton;
import java.util.Optional;

/// Checks and charges the limits of a request on a dialect endpoint in two steps: at the entry, before its
/// body is read, and at its run. A run's id in the path is equivalent to a key; a caller without a key uses
/// the limits of the key that opened the run.
@Singleton
public class RequestQuota {
    private final AccessControl accessControl;

    RequestQuota(AccessControl accessControl) {
        this.accessControl = accessControl;
    }

    /// Why a request is rejected before anything is known about its run.
    public static Optional<Denial> atEntry(DialectRequest dialectRequest) {
        Caller caller = dialectRequest.caller();
        if (dialectRequest.routeTarget().endpoint() instanceof DialectEndpoint.Root) {
            return Optional.empty();
        }
        return switch (dialectRequest.routeTarget().base()) {
            case RunAddress.ById _ -> caller.spendRequest();
            case RunAddress.Default _, RunAddress.Stub _, RunAddress.Proxy _ ->
                caller.needs(Scope.RUN).or(caller::spendRequest);
        };
    }

    /// Why a request is not admitted to its run; otherwise it is charged, and its stream counted until it
    /// ends.
    Optional<Denial> take(DialectRequest dialectRequest, Run run) {
        return switch (accessControl.passage(dialectRequest.caller(), run.owner(), run.isPublished())) {
            case RunAccess.Barred(Denial denial) -> Optional.of(denial);
            case RunAccess.Free(Caller payer) -> pay(dialectRequest, payer);
        };
    }

    // A request whose run was replaced is checked again, for the same payer.
    private static Optional<Denial> pay(DialectRequest dialectRequest, Caller payer) {
        if (dialectRequest.hasPaid()) {
            return Optional.empty();
        }
        boolean hasPaidAtEntry = payer.equals(dialectRequest.caller());
        dialectRequest.identified(payer);
        Optional<Denial> denial = hasPaidAtEntry
                ? stream(dialectRequest, payer)
                : payer.spendRequest().or(() -> stream(dialectRequest, payer));
        if (denial.isEmpty()) {
            dialectRequest.paid();
        }
        return denial;
    }

    private static Optional<Denial> stream(DialectRequest dialectRequest, Caller payer) {
        DialectEndpoint dialectEndpoint = dialectRequest.routeTarget().endpoint();
        if (!(dialectEndpoint instanceof DialectEndpoint.Generate
                || dialectEndpoint instanceof DialectEndpoint.Passed)) {
            return Optional.empty();
        }
        Optional<Denial> denial = payer.beginStream();
        if (denial.isEmpty()) {
            dialectRequest.whenOver(payer::endStream);
        }
        return denial;
    }
}
