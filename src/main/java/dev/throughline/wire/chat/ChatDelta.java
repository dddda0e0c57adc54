package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.ReasoningDetails;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Decodes the deltas of choice 0 and keeps what determines an answer's end.
///
/// Reasoning may be in `reasoning_content`, `reasoning`, `reasoning_text` or `reasoning_details`; the same
/// text in two of them counts once.
final class ChatDelta {
    private final ChatCallAssembler calls = new ChatCallAssembler();
    private final ChatEventSequencer chatEventSequencer = new ChatEventSequencer(calls);
    private final ReasoningDetails issued = new ReasoningDetails();
    private final MirroredReasoning mirrored = new MirroredReasoning();
    private final ChatReasoningFields fields = new ChatReasoningFields();
    private Optional<FinishReason> reason = Optional.empty();
    private Optional<String> stopSequence = Optional.empty();
    private Optional<Failure> failure = Optional.empty();
    private Optional<Usage> usage = Optional.empty();

    /// The kind of a chunk's text.
    enum Kind {
        TEXT,
        REASONING,
        ARGUMENTS
    }

    /// A chunk that carries a single text.
    /// @param field the name of its field
    record Single(Kind kind, String field, String text) {}

    /// Why the answer ended, as its calls show it.
    FinishReason end(FinishReason said) {
        return ChatFinish.of(said, calls.count(), calls.isCut());
    }

    /// Number of calls that have begun.
    int calls() {
        return calls.count();
    }

    Optional<FinishReason> reason() {
        return reason;
    }

    /// The stop sequence that ended the answer, if the server reports it.
    Optional<String> stopSequence() {
        return stopSequence;
    }

    /// The error, if the answer ended without being complete.
    Optional<Failure> failure() {
        return failure;
    }

    Optional<Usage> usage() {
        return usage;
    }

    /// The details received so far.
    ReasoningDetails issued() {
        return issued;
    }

    /// Where the reasoning received so far was.
    ChatReasoningFields fields() {
        return fields;
    }

    /// Decodes a chunk.
    /// @return its text, if it carries one and nothing else that changes
    Optional<Single> read(JsonNode chunk, Consumer<? super StreamEvent> out) {
        boolean isPlain = true;
        if (chunk.path("usage").isObject()) {
            usage = Optional.of(ChatUsage.read(chunk.path("usage")));
            isPlain = false;
        }
        Optional<Single> single = Optional.empty();
        for (JsonNode choice : chunk.path("choices")) {
            if (choice.path("index").asInt() == 0) {
                single = choice(choice, out);
            }
        }
        return isPlain && chunk.path("choices").size() == 1 ? single : Optional.empty();
    }

    /// Takes a text of the same kind as in an earlier chunk of the same pattern.
    void again(Kind kind, String text, Consumer<? super StreamEvent> out) {
        if (!text.isEmpty()) {
            switch (kind) {
                case TEXT -> chatEventSequencer.say(new TextDelta(text), out);
                case REASONING -> {
                    mirrored.plain(text);
                    chatEventSequencer.say(new ReasoningDelta(text), out);
                }
                case ARGUMENTS -> calls.more(text, out);
            }
        }
    }

    /// Ends what is open.
    void end(Consumer<? super StreamEvent> out) {
        calls.end(out);
        chatEventSequencer.release(out);
    }

    private Optional<Single> choice(JsonNode choice, Consumer<? super StreamEvent> out) {
        JsonNode delta = choice.path("delta");
        Consumer<StreamEvent> sequenced = chatEventSequencer.into(out);
        List<String> carriers = ChatReasoningFields.in(delta);
        fields.add(carriers);
        boolean hasDetails = carriers.contains(ChatReasoningBlocks.DETAILS);
        issued.add(ChatCallExtras.in(delta));
        Optional<Single> reasoning = Optional.empty();
        if (hasDetails) {
            issued.add(delta.path(ChatReasoningBlocks.DETAILS));
            boolean isMirror = carriers.size() == 1
                    && mirrored.repeats(ChatAnswerReasoning.text(delta.path(ChatReasoningBlocks.DETAILS)));
            ChatAnswerReasoning.decode(delta, isMirror ? withoutText(sequenced) : sequenced);
        } else {
            reasoning = reasoning(delta, carriers, sequenced);
            reasoning.ifPresent(single -> mirrored.plain(single.text()));
        }
        Optional<Single> content = content(delta, sequenced);
        Optional<Single> arguments = calls.read(delta, out);
        JsonNode why = choice.path("finish_reason");
        if (why.isTextual()) {
            reason = Optional.of(ChatFinish.reason(why.textValue()));
            stopSequence = ChatFinish.stopSequence(choice);
            failure = ChatFinish.givenUp(why.textValue());
            return Optional.empty();
        }
        List<Single> all = List.of(reasoning, content, arguments).stream()
                .flatMap(Optional::stream)
                .toList();
        return all.size() == 1 && !hasDetails ? Optional.of(all.getFirst()) : Optional.empty();
    }

    private static Consumer<StreamEvent> withoutText(Consumer<StreamEvent> out) {
        return event -> {
            if (!(event instanceof ReasoningDelta)) {
                out.accept(event);
            }
        };
    }

    /// The reasoning that came in a separate field: a server may send it again as details, in later chunks.
    private static final class MirroredReasoning {
        /// Characters that are kept; details of a longer text are not compared.
        private static final int MOST = 256 * 1024;

        private final StringBuilder plain = new StringBuilder();
        private int repeated;

        void plain(String text) {
            if (plain.length() + text.length() <= MOST) {
                plain.append(text);
            }
        }

        /// Whether the text of details is the next of what came; it is taken then.
        boolean repeats(String text) {
            boolean isNext = !text.isEmpty()
                    && repeated + text.length() <= plain.length()
                    && plain.substring(repeated, repeated + text.length()).equals(text);
            repeated += isNext ? text.length() : 0;
            return isNext;
        }
    }

    private static Optional<Single> reasoning(
            JsonNode delta, List<String> carriers, Consumer<? super StreamEvent> out) {
        if (carriers.isEmpty()) {
            return Optional.empty();
        }
        String field = carriers.getFirst();
        String text = delta.path(field).textValue();
        out.accept(new ReasoningDelta(text));
        return carriers.size() == 1 ? Optional.of(new Single(Kind.REASONING, field, text)) : Optional.empty();
    }

    static void details(JsonNode details, Consumer<? super StreamEvent> out) {
        details.forEach(detail -> detail(detail, out));
    }

    static void detail(JsonNode detail, Consumer<? super StreamEvent> out) {
        switch (detail.path("type").asText("reasoning.text")) {
            case "reasoning.encrypted" ->
                out.accept(new RedactedReasoning(detail.path("data").asText("")));
            case "reasoning.summary" -> detail(detail, "summary", out);
            default -> detail(detail, "text", out);
        }
    }

    private static void detail(JsonNode detail, String field, Consumer<? super StreamEvent> out) {
        String text = detail.path(field).asText("");
        if (!text.isEmpty()) {
            out.accept(new ReasoningDelta(text));
        }
        String signature = detail.path("signature").asText("");
        if (!signature.isEmpty()) {
            out.accept(new ReasoningSignature(signature));
        }
    }

    private static Optional<Single> content(JsonNode delta, Consumer<? super StreamEvent> out) {
        for (String field : List.of("content", "refusal")) {
            JsonNode content = delta.path(field);
            if (content.isTextual() && !content.textValue().isEmpty()) {
                out.accept(new TextDelta(content.textValue()));
                return Optional.of(new Single(Kind.TEXT, field, content.textValue()));
            }
            for (JsonNode part : content) {
                part(part, out);
            }
        }
        return Optional.empty();
    }

    /// A part of content in the form of an array.
    static void part(JsonNode part, Consumer<? super StreamEvent> out) {
        if (part.path("type").asText().equals("thinking")) {
            JsonNode thinking = part.path("thinking");
            if (thinking.isTextual()) {
                out.accept(new ReasoningDelta(thinking.textValue()));
            }
            thinking.forEach(
                    piece -> out.accept(new ReasoningDelta(piece.path("text").asText(""))));
        } else if (part.path("text").isTextual()) {
            out.accept(new TextDelta(part.path("text").textValue()));
        }
    }
}
