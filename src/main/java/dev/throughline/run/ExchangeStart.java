package dev.throughline.run;

import dev.throughline.conversation.Dialect;
import dev.throughline.text.BodyDigest;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.repair.Repair;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The record of an exchange before anything of its answer.
///
/// @param path the request's path below the base URL, without the query
/// @param client the User-Agent, shortened and free of control characters; not verified
/// @param backend empty for an exchange with the stub, and for token counting
/// @param dropped JSON pointers to the fields that the translation for its backend omits
/// @param body the request as received, with its credentials replaced
/// @param digest of this body, with the ends of its history as far as they are known
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
        boolean faulty,
        BodyDigest digest) {}
