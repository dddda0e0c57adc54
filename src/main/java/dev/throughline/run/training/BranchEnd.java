package dev.throughline.run.training;

import dev.throughline.run.SelectedBackend;
import dev.throughline.trace.RequestFacts;
import java.time.Instant;
import java.util.Optional;

/// The last exchange of a branch of a conversation.
///
/// @param client the User-Agent as it is recorded; no proof of anything
/// @param repairs messages into which reasoning was put back before the backend got the request
/// @param body the request as it is recorded, its credentials replaced; empty where it was removed
public record BranchEnd(
        int number,
        int conversation,
        Instant received,
        RequestFacts facts,
        String client,
        Optional<SelectedBackend> backend,
        int repairs,
        Optional<byte[]> body) {}
