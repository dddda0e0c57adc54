package dev.throughline.run.exchange;

/// The facts of a request in a row of `exchange`: the hash of the body has a column of its own and is in no other.
public final class StoredFacts {
    /// The JSON of `RequestFacts`, as SQL over the columns of `exchange`.
    public static final String JSON = "facts || jsonb_build_object('bodyHash', body_hash)";

    private StoredFacts() {}
}
