package dev.throughline.run;

import dev.throughline.stream.StreamEvent;

/// What is recorded of an event: its kind and one text.
///
/// | kind | text |
/// |---|---|
/// | START | the model |
/// | REASONING, TEXT, CALL_ARGUMENTS | the delta |
/// | SIGNATURE, REDACTED | the signature, the opaque data |
/// | CALL_START | the call's id, U+001F, the tool's name |
/// | CALL_END | nothing |
/// | USAGE | `{"input":n,"output":n,"cached":n,"reasoning":n}` |
/// | FINISH | the reason |
/// | FAILURE | the kind, the status and the message, with blanks between them |
/// | RAW | what the backend wrote (no event: `TokenLog.takeRaw`) |
///
/// The index of a call is the number of CALL_STARTs before it.
final class TokenText {
    private static final char UNIT_SEPARATOR = '\u001f';

    private TokenText() {}

    static TokenKind kind(StreamEvent event) {
        return switch (event) {
            case StreamEvent.Start _ -> TokenKind.START;
            case StreamEvent.ReasoningDelta _ -> TokenKind.REASONING;
            case StreamEvent.ReasoningSignature _ -> TokenKind.SIGNATURE;
            case StreamEvent.RedactedReasoning _ -> TokenKind.REDACTED;
            case StreamEvent.TextDelta _ -> TokenKind.TEXT;
            case StreamEvent.ToolCallStart _ -> TokenKind.CALL_START;
            case StreamEvent.ToolCallArgs _ -> TokenKind.CALL_ARGUMENTS;
            case StreamEvent.ToolCallEnd _ -> TokenKind.CALL_END;
            case StreamEvent.Usage _ -> TokenKind.USAGE;
            case StreamEvent.Finish _ -> TokenKind.FINISH;
            case StreamEvent.Failure _ -> TokenKind.FAILURE;
        };
    }

    static String text(StreamEvent event) {
        return switch (event) {
            case StreamEvent.Start start -> start.model();
            case StreamEvent.ReasoningDelta delta -> delta.text();
            case StreamEvent.ReasoningSignature proof -> proof.signature();
            case StreamEvent.RedactedReasoning redacted -> redacted.data();
            case StreamEvent.TextDelta delta -> delta.text();
            case StreamEvent.ToolCallStart call -> call.id() + UNIT_SEPARATOR + call.name();
            case StreamEvent.ToolCallArgs arguments -> arguments.fragment();
            case StreamEvent.ToolCallEnd _ -> "";
            case StreamEvent.Usage usage -> usage(usage);
            case StreamEvent.Finish finish -> finish.reason().name();
            case StreamEvent.Failure failure -> failure.kind() + " " + failure.status() + " " + failure.message();
        };
    }

    private static String usage(StreamEvent.Usage usage) {
        return "{\"input\":" + usage.inputTokens() + ",\"output\":" + usage.outputTokens() + ",\"cached\":"
                + usage.cachedTokens() + ",\"reasoning\":" + usage.reasoningTokens() + "}";
    }
}
