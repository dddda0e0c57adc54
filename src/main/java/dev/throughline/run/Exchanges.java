package dev.throughline.run;

import dev.throughline.trace.Clues;
import dev.throughline.verdict.RunEvidence;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/// The exchanges of runs: admitted, begun, ended, read.
@ApplicationScoped
public class Exchanges {

    /// Gives a request its number and finds what it may refer to, in one transaction.
    public Uni<Admission> admit(Run run, Clues clues) {
        throw new UnsupportedOperationException();
    }

    /// Writes down an exchange with its observations and with what its answer will plant, before its first byte is
    /// sent.
    public Uni<Void> begin(int number, ExchangeStart start) {
        throw new UnsupportedOperationException();
    }

    /// Writes down how an exchange ended.
    public Uni<Void> end(RunId run, int number, ExchangeEnd end) {
        throw new UnsupportedOperationException();
    }

    /// Everything that a verdict over a run rests on.
    public Uni<RunEvidence> evidence(Run run) {
        throw new UnsupportedOperationException();
    }

    /// The exchanges of a run by number.
    public Uni<List<RecordedExchange>> list(RunId run, int after, int limit) {
        throw new UnsupportedOperationException();
    }

    public Uni<Optional<RecordedExchange>> find(RunId run, int number) {
        throw new UnsupportedOperationException();
    }

    /// The request body as it came.
    public Uni<Optional<byte[]>> body(RunId run, int number) {
        throw new UnsupportedOperationException();
    }

    /// The recorded tokens of an exchange, in order, read in slices.
    public Multi<RecordedToken> tokens(RunId run, int number) {
        throw new UnsupportedOperationException();
    }
}
