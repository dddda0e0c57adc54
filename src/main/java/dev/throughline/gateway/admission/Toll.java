package dev.throughline.gateway.admission;

import dev.throughline.access.Access;
import dev.throughline.access.Caller;
import dev.throughline.access.Denial;
import dev.throughline.access.Passage;
import dev.throughline.access.Scope;
import dev.throughline.gateway.route.Base;
import dev.throughline.gateway.route.Endpoint;
import dev.throughline.run.Run;
import jakarta.inject.Singleton;
import java.util.Optional;

/// What a request on a dialect endpoint needs and uses up, in two steps: at the entry, before its body is read, and at
/// its run. A run's id in the path is as good as a key; who shows none uses up the limits of the key that opened it.
@Singleton
public class Toll {
    private final Access access;

    Toll(Access access) {
        this.access = access;
    }

    /// Why a request is not let in before anything is known of its run.
    public static Optional<Denial> atEntry(Call call) {
        Caller caller = call.caller();
        if (call.target().endpoint() instanceof Endpoint.Root) {
            return Optional.empty();
        }
        return switch (call.target().base()) {
            case Base.ById _ -> caller.spendRequest();
            case Base.Default _, Base.Stub _, Base.Proxy _ ->
                caller.needs(Scope.RUN).or(caller::spendRequest);
        };
    }

    /// Why a request is not let into its run; else it is paid for, and its stream counted until it is over.
    Optional<Denial> take(Call call, Run run) {
        return switch (access.passage(call.caller(), run.owner(), run.isPublished())) {
            case Passage.Barred(Denial denial) -> Optional.of(denial);
            case Passage.Free(Caller payer) -> pay(call, payer);
        };
    }

    // A request that finds its run replaced comes here again, for the same payer.
    private static Optional<Denial> pay(Call call, Caller payer) {
        if (call.hasPaid()) {
            return Optional.empty();
        }
        boolean hasPaidAtEntry = payer.equals(call.caller());
        call.identified(payer);
        Optional<Denial> denial =
                hasPaidAtEntry ? stream(call, payer) : payer.spendRequest().or(() -> stream(call, payer));
        if (denial.isEmpty()) {
            call.paid();
        }
        return denial;
    }

    private static Optional<Denial> stream(Call call, Caller payer) {
        Endpoint endpoint = call.target().endpoint();
        if (!(endpoint instanceof Endpoint.Generate || endpoint instanceof Endpoint.Passed)) {
            return Optional.empty();
        }
        Optional<Denial> denial = payer.beginStream();
        if (denial.isEmpty()) {
            call.whenOver(payer::endStream);
        }
        return denial;
    }
}
