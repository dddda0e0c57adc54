package dev.throughline.trace;

import java.util.Set;

/// The keys by which a request's references to earlier exchanges of its run are looked up in the database.
///
/// @param tokens written trace tokens
/// @param callIds ids of calls and results
/// @param contentHashes hashes of assistant messages, as `TracedExchange.contentHash`
/// @param answerKeys from ids of answers and their items (`previous_response_id`, `item_reference`)
/// @param bodyHash hash of the request itself
public record LookupKeys(
        Set<String> tokens, Set<String> callIds, Set<String> contentHashes, Set<String> answerKeys, String bodyHash) {
    public LookupKeys {
        tokens = Set.copyOf(tokens);
        callIds = Set.copyOf(callIds);
        contentHashes = Set.copyOf(contentHashes);
        answerKeys = Set.copyOf(answerKeys);
    }
}
