package dev.throughline.run;

import jakarta.enterprise.context.ApplicationScoped;

/// Writes the events of all exchanges to the database in bounded batches, several exchanges in one commit.
@ApplicationScoped
public class Journal {

    /// Opens the slice of one exchange; to be called and used on the exchange's event loop.
    public TokenLog open(RunId run, int number) {
        throw new UnsupportedOperationException();
    }
}
