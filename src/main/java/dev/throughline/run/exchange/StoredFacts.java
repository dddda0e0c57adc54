package dev.throughline.run.exchange;

/// Reads the facts of a request from a row of `exchange`. The hash of its body is stored only in `body_hash`.
public final class StoredFacts {
    /// The text of the JSON object of `RequestFacts`, as SQL over the columns of `exchange`.
    public static final String JSON =
            "concat('{\"bodyHash\":', to_json(body_hash), ',', substr(cast(facts as text), 2))";

    private StoredFacts() {}
}
