package dev.throughline.run.journal;

import dev.throughline.run.RecordedToken;
import dev.throughline.run.TokenKind;
import dev.throughline.store.StoredJson;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Maps an event to its recorded form, a kind and one text, and back.
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
/// | RAW | what the backend wrote (no event: `ExchangeJournal.takeRaw`) |
/// | SAMPLED | ids of tokens, as `SampledTokens` writes them (no event: `ExchangeJournal.takeSampled`) |
///
/// The index of a call is the number of CALL_STARTs before it.
public final class TokenCodec {
    private static final char UNIT_SEPARATOR = '\u001f';

    private TokenCodec() {}

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

    /// Decodes recorded tokens to events, without what the client did not receive.
    public static List<StreamEvent> events(List<RecordedToken> tokens) {
        List<StreamEvent> events = new ArrayList<>(tokens.size());
        int calls = 0;
        for (RecordedToken token : tokens) {
            calls += token.kind() == TokenKind.CALL_START ? 1 : 0;
            event(token.kind(), token.text(), calls - 1).ifPresent(events::add);
        }
        return events;
    }

    private static Optional<StreamEvent> event(TokenKind kind, String text, int call) {
        return switch (kind) {
            case START -> Optional.of(new StreamEvent.Start(text));
            case REASONING -> Optional.of(new StreamEvent.ReasoningDelta(text));
            case SIGNATURE -> Optional.of(new StreamEvent.ReasoningSignature(text));
            case REDACTED -> Optional.of(new StreamEvent.RedactedReasoning(text));
            case TEXT -> Optional.of(new StreamEvent.TextDelta(text));
            case CALL_START -> {
                int end = text.indexOf(UNIT_SEPARATOR);
                yield Optional.of(new StreamEvent.ToolCallStart(call, text.substring(0, end), text.substring(end + 1)));
            }
            case CALL_ARGUMENTS -> Optional.of(new StreamEvent.ToolCallArgs(call, text));
            case CALL_END -> Optional.of(new StreamEvent.ToolCallEnd(call));
            case USAGE -> Optional.of(usage(text));
            case FINISH -> Optional.of(new StreamEvent.Finish(FinishReason.valueOf(text)));
            case FAILURE, RAW, SAMPLED -> Optional.empty();
        };
    }

    private static StreamEvent.Usage usage(String text) {
        Map<?, ?> counts = StoredJson.read(text, Map.class);
        return new StreamEvent.Usage(
                count(counts, "input"), count(counts, "output"), count(counts, "cached"), count(counts, "reasoning"));
    }

    private static int count(Map<?, ?> counts, String name) {
        return counts.get(name) instanceof Number number ? number.intValue() : 0;
    }

    private static String usage(StreamEvent.Usage usage) {
        return "{\"input\":" + usage.inputTokens() + ",\"output\":" + usage.outputTokens() + ",\"cached\":"
                + usage.cachedTokens() + ",\"reasoning\":" + usage.reasoningTokens() + "}";
    }
}
