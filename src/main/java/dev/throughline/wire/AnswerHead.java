package dev.throughline.wire;

import java.time.Instant;
import java.util.Optional;

/// Facts about an answer that an encoder needs besides its events.
///
/// @param key what the answer's ids are made of, `[a-z0-9]+`. The answer's id is `chatcmpl-KEY`, `msg_KEY` or
///     `resp_KEY`; in the Responses dialect the item at output index n is `rs_KEY_n`, `msg_KEY_n` or `fc_KEY_n`.
/// @param includeUsage whether an OpenAI stream ends with a usage chunk
/// @param reasoningField where an OpenAI chat answer carries reasoning
/// @param inputEstimate estimated tokens of the request, used until the backend reports its count; 0 if
///     unknown
/// @param tools what a Responses client calls the functions that the answer calls
/// @param previousResponse echoed by the Responses dialect; empty for none
/// @param details what a chat client gets beside the reasoning of a backend of another dialect
/// @param isSummaryOnly whether a Responses answer has readable reasoning in `summary` only, not in `content` as well
public record AnswerHead(
        String key,
        String model,
        Instant created,
        boolean includeUsage,
        ReasoningField reasoningField,
        String previousResponse,
        int inputEstimate,
        ClientTools tools,
        Optional<ReasoningDetailsBuilder> details,
        boolean isSummaryOnly) {
    /// A head without an estimate.
    public AnswerHead(
            String key,
            String model,
            Instant created,
            boolean includeUsage,
            ReasoningField reasoningField,
            String previousResponse) {
        this(
                key,
                model,
                created,
                includeUsage,
                reasoningField,
                previousResponse,
                0,
                ClientTools.NONE,
                Optional.empty(),
                false);
    }

    /// The same head with an estimate of the request's tokens.
    public AnswerHead withInputEstimate(int tokens) {
        return with(reasoningField, tokens, tools, details, isSummaryOnly);
    }

    /// The same head for reasoning in another field.
    public AnswerHead withReasoningField(ReasoningField field) {
        return with(field, inputEstimate, tools, details, isSummaryOnly);
    }

    /// The same head for a client with tools that the backend knows as functions.
    public AnswerHead withTools(ClientTools others) {
        return with(reasoningField, inputEstimate, others, details, isSummaryOnly);
    }

    /// The same head for an answer whose reasoning a chat client gets as details too.
    public AnswerHead withDetails(Optional<ReasoningDetailsBuilder> others) {
        return with(reasoningField, inputEstimate, tools, others, isSummaryOnly);
    }

    /// The same head for an answer whose readable reasoning is in `summary` only, or in `content` as well.
    public AnswerHead withSummaryOnly(boolean isOnly) {
        return with(reasoningField, inputEstimate, tools, details, isOnly);
    }

    private AnswerHead with(
            ReasoningField field,
            int tokens,
            ClientTools known,
            Optional<ReasoningDetailsBuilder> beside,
            boolean isOnly) {
        return new AnswerHead(
                key, model, created, includeUsage, field, previousResponse, tokens, known, beside, isOnly);
    }
}
