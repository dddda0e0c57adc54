package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// An answer as sent by a backend that does not parse: all of it is text, with the model's own markup.
final class RawEvents {
    private final AnswerScript script;
    private final StubSettings settings;
    private final Conversation request;
    private final RandomGenerator random;

    RawEvents(AnswerScript script, StubSettings settings, Conversation request, RandomGenerator random) {
        this.script = script;
        this.settings = settings;
        this.request = request;
        this.random = random;
    }

    List<StreamEvent> list() {
        List<String> pieces =
                DeltaSplitter.anywhere(RawLayout.of(settings.output()).write(script.blocks()), random);
        var usageCounter = new UsageCounter(request);
        usageCounter.output(pieces.size());
        List<StreamEvent> events = new ArrayList<>(pieces.size() + 3);
        events.add(new Start(request.model()));
        pieces.forEach(piece -> events.add(new TextDelta(piece)));
        events.add(usageCounter.usage());
        FinishReason reason = script.reason() == FinishReason.TOOL_CALLS ? FinishReason.STOP : script.reason();
        events.add(new Finish(reason));
        return events;
    }
}
