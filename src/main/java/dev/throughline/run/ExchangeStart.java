package dev.throughline.run;

import dev.throughline.conversation.Dialect;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.repair.Repair;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is written down about an exchange before its answer begins.
///
/// @param path the request's path below the base URL, without query
/// @param client the User-Agent, shortened and free of control characters; no proof of anything
/// @param backend empty for an exchange with the stub, and for a count of tokens
/// @param dropped JSON pointers of what the translation for its backend does not carry
/// @param body the request as it came, its credentials replaced
public record ExchangeStart(
        RunId run,
        Instant received,
        Dialect dialect,
        String method,
        String path,
        String client,
        boolean stream,
        String answerKey,
        byte[] body,
        TraceResult tracing,
        List<PlantedItem> items,
        String contentHash,
        List<Repair> repairs,
        List<String> dropped,
        Optional<SelectedBackend> backend,
        boolean faulty) {}
