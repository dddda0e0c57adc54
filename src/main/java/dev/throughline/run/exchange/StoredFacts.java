package dev.throughline.run.exchange;

/// Reads the facts of a request from a row of `exchange`. The hash of its body is stored only in `body_hash`.
public final class StoredFacts {
    /// The JSON of `RequestFacts`, as SQL over the columns of `exchange`.
    public static final String JSON = "cast(facts as jsonb) || jsonb_build_object('bodyHash', body_hash)";

    private StoredFacts() {}
}
