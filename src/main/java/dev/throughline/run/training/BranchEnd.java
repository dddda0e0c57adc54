package dev.throughline.run.training;

import dev.throughline.run.SelectedBackend;
import dev.throughline.trace.RequestFacts;
import java.time.Instant;
import java.util.Optional;

/// The last exchange of a branch of a conversation.
///
/// @param client the recorded User-Agent; not verified
/// @param repairs messages into which reasoning was restored before the backend received the request
/// @param body the recorded request, with its credentials replaced; empty if it was removed
public record BranchEnd(
        int number,
        int conversation,
        Instant received,
        RequestFacts facts,
        String client,
        Optional<SelectedBackend> backend,
        int repairs,
        Optional<byte[]> body) {}
