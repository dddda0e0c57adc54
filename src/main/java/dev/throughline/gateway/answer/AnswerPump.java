package dev.throughline.gateway.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.http.BackendHead;
import dev.throughline.backend.http.BackendSink;
import dev.throughline.filter.AnswerFilter;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.AnswerSigning;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The answer of a backend on its way through the filters to the client; knows frame by frame whether anything was
/// changed. Lives on the request's event loop.
public final class AnswerPump implements BackendSink {
    private final DialectRequest dialectRequest;
    private final Answer answer;
    private final AnswerMemoryLimiter gathered;
    private final EventSink next;
    private final @Nullable AnswerFilter filter;
    private final @Nullable SourceOutlet source;
    private final BackendCodec codec;
    private final AnswerReasoningDetails details;
    private final Supplier<String> callIds;
    private final Consumer<StreamEvent> toNext;
    private final @Nullable ModelNameRewrite model;
    private final AnswerSigning signing;
    private final List<StreamEvent> read = new ArrayList<>();
    private int passed;
    /// Pieces of text that were passed on, whatever they are part of.
    private long texts;

    private boolean isSame = true;
    private boolean isTurnEnded;
    private boolean hasCall;
    private String given = "";

    /// @param filter absent for a model that needs none
    /// @param source the outlet, when the client speaks the backend's dialect
    /// @param codec of the backend
    /// @param details gets the backend's own form of the reasoning
    /// @param gathered bounds what is kept of it in memory
    /// @param callIds makes ids for calls that came without one
    /// @param model the name that the client asked for, where the backend knows the model by another
    /// @param signing signs reasoning in the frames that come
    /// @param thinking puts what becomes of reasoning between the filter and the sink it is given
    public AnswerPump(
            DialectRequest dialectRequest,
            Answer answer,
            AnswerMemoryLimiter gathered,
            Optional<AnswerFilter> filter,
            Optional<SourceOutlet> source,
            BackendCodec codec,
            AnswerReasoningDetails details,
            Supplier<String> callIds,
            Optional<ModelNameRewrite> model,
            AnswerSigning signing,
            java.util.function.UnaryOperator<EventSink> thinking) {
        this.dialectRequest = dialectRequest;
        this.answer = answer;
        this.gathered = gathered;
        this.filter = filter.orElse(null);
        this.source = source.orElse(null);
        this.codec = codec;
        this.details = details;
        this.callIds = callIds;
        this.model = model.orElse(null);
        this.signing = signing;
        this.next = thinking.apply(this::passOn);
        this.toNext = next::on;
    }

    @Override
    public StreamDecoder decoder() {
        StreamDecoder decoder = source == null ? codec.streamDecoder() : source.decoder();
        details.from(decoder.reasoningDetails());
        return decoder;
    }

    @Override
    public void opened(BackendHead head) {
        BackendResponseHeaders.copy(head, dialectRequest.response());
    }

    @Override
    public void arrived(SseFrame frame, Consumer<SseFrame> out) {
        signing.on(frame, model == null || source == null ? out : signed -> out.accept(model.in(signed)));
    }

    @Override
    public void frame(SseFrame frame) {
        begin();
        if (source != null) {
            source.frame(frame);
        }
    }

    @Override
    public void kept(byte[] part) {
        gathered.keep(part);
    }

    @Override
    public void partial(int bytes) {
        gathered.keepFrame(bytes);
    }

    @Override
    public void sent() {
        dialectRequest.bodyUsed();
    }

    @Override
    public void whole(ObjectNode body, byte[] bytes) {
        begin();
        details.from(codec.reasoningDetails(body));
        if (source != null) {
            byte[] signed = signing.whole(body) ? StrictJson.write(body) : bytes;
            source.whole(body, model == null ? signed : model.in(body, signed));
        }
    }

    private void begin() {
        read.clear();
        passed = 0;
        isSame = true;
    }

    @Override
    public void frameOver() {
        boolean isUnchanged = isSame && passed == read.size();
        if (source != null) {
            source.frameOver(isUnchanged);
        }
    }

    @Override
    public void refused(BackendHead head, byte[] body) {
        BackendResponseHeaders.copy(head, dialectRequest.response());
        if (source != null) {
            source.refused(body);
        }
    }

    @Override
    public void on(StreamEvent event) {
        if (isTurnEnded) {
            return;
        }
        read.add(event);
        if (event instanceof Failure && source instanceof RelayOutlet relay) {
            relay.failing();
        }
        AnswerFilter glm = filter;
        if (glm == null) {
            next.on(event);
            return;
        }
        long before = texts;
        glm.on(event, toNext);
        text(event).filter(text -> texts != before + 1 || !text.equals(given)).ifPresent(answer::raw);
        if (glm.isTurnOver() && !event.isTerminal()) {
            endTurn(glm);
        }
    }

    /// Whether nothing more is wanted of the backend.
    public boolean isTurnEnded() {
        return isTurnEnded;
    }

    /// The model began to write the next message: the rest is not wanted.
    private void endTurn(AnswerFilter glm) {
        isTurnEnded = true;
        answer.cancelSource();
        glm.on(new Finish(FinishReason.STOP), toNext);
    }

    private void passOn(StreamEvent came) {
        StreamEvent event = identified(came);
        isSame = isSame && passed < read.size() && read.get(passed) == event;
        passed++;
        Optional<String> text = text(event);
        if (text.isPresent()) {
            texts++;
            given = text.get();
        }
        hasCall |= event instanceof ToolCallStart;
        gathered.on(source == null ? called(event) : event);
    }

    /// A call without an id could not be answered; bytes that pass as they came are left alone.
    private StreamEvent identified(StreamEvent event) {
        boolean isRead = source == null || filter != null;
        return isRead && event instanceof ToolCallStart(int index, String id, String name) && id.isEmpty()
                ? new ToolCallStart(index, callIds.get(), name)
                : event;
    }

    /// Servers that end a turn of calls with `stop` (OpenAI for a forced call) are understood by clients of their own
    /// dialect only.
    private StreamEvent called(StreamEvent event) {
        boolean isStop = event instanceof Finish(FinishReason reason, var _) && reason == FinishReason.STOP;
        return isStop && hasCall ? new Finish(FinishReason.TOOL_CALLS) : event;
    }

    private static Optional<String> text(StreamEvent event) {
        return switch (event) {
            case TextDelta(String text) -> Optional.of(text);
            case ReasoningDelta(String text) -> Optional.of(text);
            case ToolCallArgs(int _, String fragment) -> Optional.of(fragment);
            case Start _,
                    ReasoningSignature _,
                    RedactedReasoning _,
                    ToolCallStart _,
                    ToolCallEnd _,
                    Usage _,
                    Finish _,
                    Failure _ -> Optional.empty();
        };
    }
}
