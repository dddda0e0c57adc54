package dev.throughline.gateway.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.run.RecordedAnswer;
import dev.throughline.run.RunId;
import dev.throughline.run.exchange.AnswerSize;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.exchange.SizedWorkExecutor;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.WireException;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Rebuilds a conversation that a request only refers to (`previous_response_id`, `item_reference`,
/// `thread`) from the earlier requests as received and the answers as sent, including reasoning, byte for
/// byte.
///
/// Looks in the runs of the key that opened the request's run. An expanded history may be as large as a sent one. One
/// instance per request; not thread-safe.
public final class HeldHistory {
    private static final Pattern ID = Pattern.compile("(?:resp|rs|msg|fc)_([a-z0-9]{1,64})(?:_[0-9]{1,6})?");
    private static final String REFERENCE = "item_reference";
    /// Maximum number of earlier answers that one request may lead back to.
    private static final int LONGEST_CHAIN = 2_000;
    /// Assumed size of an event of an answer.
    private static final int EVENT_BYTES = 16;
    /// Heap overhead of an event besides its text.
    private static final int PER_EVENT = 96;

    private final ExchangeStore exchangeStore;
    private final RunId run;
    private final DialectCodec codec;
    private final HeldForm form;
    private final long maxBytes;
    private final SizedWorkExecutor work;
    private final Memory memory;
    private final List<HeldAnswer> chain = new ArrayList<>();
    private final List<HeldAnswer> named = new ArrayList<>();
    private Optional<String> next = Optional.empty();
    private Optional<Failure> failure = Optional.empty();
    private long bytes;

    /// @param codec the codec of the requests' dialect, Anthropic or Responses
    /// @param maxBytes maximum total size of the requests and answers
    /// @param work runs the decoding of large answers
    /// @param memory reserves memory before anything is read
    public HeldHistory(
            ExchangeStore exchangeStore,
            RunId run,
            DialectCodec codec,
            long maxBytes,
            SizedWorkExecutor work,
            Memory memory) {
        this.exchangeStore = exchangeStore;
        this.run = run;
        this.codec = codec;
        this.form = codec.dialect() == Dialect.ANTHROPIC ? new HeldForm.Anthropic() : new HeldForm.Responses();
        this.maxBytes = maxBytes;
        this.work = work;
        this.memory = memory;
    }

    /// Reserves memory.
    @FunctionalInterface
    public interface Memory {
        /// Completes when the bytes are reserved, or with the reason why they are not.
        Uni<Optional<Failure>> reserve(long bytes);
    }

    /// A recorded answer.
    /// @param request the request that it answers
    /// @param answer the answer as a single body
    private record HeldAnswer(ObjectNode request, ObjectNode answer) {}

    /// Whether a request refers to anything held by the server.
    public static boolean isNamedIn(Conversation request) {
        return request.previousResponse().isPresent()
                || request.messages().stream().map(Message::parts).anyMatch(HeldHistory::hasReference);
    }

    private static boolean hasReference(List<Part> parts) {
        return parts.stream().anyMatch(Part.Reference.class::isInstance);
    }

    /// The whole request.
    public Uni<HeldExpansion> expand(ObjectNode request) {
        next = form.previous(request);
        return chain().chain(() -> references(request))
                .chain(() -> work.work(bytes, () -> expansion(request)))
                .onFailure(HeldRefusedException.class)
                .recoverWithItem(refused -> new HeldExpansion.Unknown(refused.failure()));
    }

    private HeldExpansion expansion(ObjectNode request) {
        return failure.<HeldExpansion>map(HeldExpansion.Unknown::new).orElseGet(() -> resolved(request));
    }

    /// Deletes the answer with this id; false if it is not held. Fails with `HeldRefusedException`.
    public Uni<Boolean> delete(String id) {
        return answer(id)
                .chain(found -> found.isEmpty()
                        ? Uni.createFrom().item(false)
                        : exchangeStore.deleteAnswer(run, key(id).orElseThrow()));
    }

    /// Bytes of the requests and answers read so far.
    public long bytes() {
        return bytes;
    }

    /// The answer with this id as a single body; empty if it is not held. Fails with
    /// `HeldRefusedException`.
    public Uni<Optional<ObjectNode>> answer(String id) {
        return find(id, Long.MAX_VALUE).map(found -> found.map(HeldAnswer::answer));
    }

    /// The content of the request behind an answer, with all that it continued; empty for an answer that is
    /// not held. Fails with `HeldRefusedException`.
    public Uni<Optional<ArrayNode>> input(String id) {
        return find(id, Long.MAX_VALUE)
                .chain(found -> found.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : expand(found.get().request()).map(expansion -> switch (expansion) {
                            case HeldExpansion.Expanded(ObjectNode body) ->
                                Optional.of(body.path("input") instanceof ArrayNode items ? items : items(body));
                            case HeldExpansion.Unknown _ ->
                                Optional.of(items(found.get().request()));
                        }));
    }

    private ArrayNode items(ObjectNode request) {
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        form.addRequest(request, items);
        return items;
    }

    /// The key in one of our ids.
    public static Optional<String> key(String id) {
        Matcher matcher = ID.matcher(id);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private Uni<Void> chain() {
        return next.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.createFrom()
                        .deferred(this::link)
                        .repeat()
                        .whilst(isMore -> isMore)
                        .collect()
                        .last()
                        .replaceWithVoid();
    }

    /// Reads the previous answer.
    private Uni<Boolean> link() {
        String id = next.orElseThrow();
        return find(id).map(found -> {
            if (found.isEmpty() || chain.size() == LONGEST_CHAIN) {
                failure = failure.or(() -> Optional.of(form.unknown(id)));
                return false;
            }
            chain.addFirst(found.get());
            next = form.previous(found.get().request());
            return next.isPresent() && failure.isEmpty();
        });
    }

    private Uni<Optional<HeldAnswer>> find(String id) {
        return find(id, maxBytes - bytes);
    }

    private Uni<Optional<HeldAnswer>> find(String id, long most) {
        Optional<String> key = key(id);
        if (key.isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        return exchangeStore
                .answerSize(run, key.get())
                .chain(size -> size.bytes() > most ? refused(tooLarge()) : reserve(weight(size)))
                .chain(() -> exchangeStore.answer(run, key.get()))
                .call(found -> work.work(size(found), () -> valuesWeight(found)).chain(this::reserve))
                .chain(found -> work.work(size(found), () -> found.flatMap(this::held)));
    }

    private static long weight(AnswerSize size) {
        return JsonWeight.least(size.bytes()) + PER_EVENT * size.events();
    }

    /// Heap use of the values in a request besides its length.
    private static long valuesWeight(Optional<RecordedAnswer> found) {
        return found.map(RecordedAnswer::request)
                .map(request -> {
                    var weight = new JsonWeight();
                    weight.add(request, 0, request.length);
                    return weight.heapBytes() - JsonWeight.least(request.length);
                })
                .orElse(0L);
    }

    private Uni<Void> reserve(long more) {
        return more == 0
                ? Uni.createFrom().voidItem()
                : memory.reserve(more)
                        .chain(refusal -> refusal.map(HeldHistory::refused)
                                .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    private static Uni<Void> refused(Failure why) {
        return Uni.createFrom().failure(new HeldRefusedException(why));
    }

    private Failure tooLarge() {
        return Failure.of(
                FailureKind.TOO_LARGE,
                "The referenced conversation exceeds the size limit of a request (" + maxBytes + " bytes).");
    }

    private static long size(Optional<RecordedAnswer> found) {
        return found.map(answer -> answer.request().length
                        + (long) EVENT_BYTES * answer.events().size())
                .orElse(0L);
    }

    private Optional<HeldAnswer> held(RecordedAnswer recorded) {
        try {
            ObjectNode request = StrictJson.parse(recorded.request());
            boolean isStored =
                    !request.path("store").isBoolean() || request.path("store").booleanValue();
            if (recorded.dialect() != codec.dialect() || !isStored) {
                return Optional.empty();
            }
            byte[] answer = body(recorded, request);
            bytes += recorded.request().length + (long) answer.length;
            if (bytes > maxBytes) {
                failure = Optional.of(tooLarge());
            }
            return StrictJson.object(answer).map(body -> new HeldAnswer(request, body));
        } catch (WireException _) {
            return Optional.empty();
        }
    }

    private byte[] body(RecordedAnswer recorded, ObjectNode request) {
        WholeEncoder encoder = codec.wholeEncoder(new AnswerHead(
                recorded.key(),
                request.path("model").asText(""),
                recorded.received(),
                true,
                ReasoningField.REASONING_CONTENT,
                form.previous(request).orElse("")));
        recorded.events().forEach(encoder::on);
        return encoder.body();
    }

    /// Reads the answers whose items are referred to individually.
    private Uni<Void> references(ObjectNode request) {
        Set<String> ids = new LinkedHashSet<>();
        chain.forEach(one -> collect(one.request(), ids));
        collect(request, ids);
        if (ids.isEmpty() || failure.isPresent()) {
            return Uni.createFrom().voidItem();
        }
        var remaining = new ArrayList<>(ids);
        return Uni.createFrom()
                .deferred(() -> find(remaining.removeLast()).map(found -> {
                    found.ifPresent(named::add);
                    return !remaining.isEmpty() && failure.isEmpty();
                }))
                .repeat()
                .whilst(isMore -> isMore)
                .collect()
                .last()
                .replaceWithVoid();
    }

    /// One id for each answer whose items are referred to.
    private static void collect(ObjectNode request, Set<String> ids) {
        for (JsonNode item : request.path("input")) {
            referenced(item).flatMap(HeldHistory::key).ifPresent(key -> ids.add("resp_" + key));
        }
    }

    private static Optional<String> referenced(JsonNode item) {
        boolean isReference = item.path("type").asText("").equals(REFERENCE)
                || !item.has("type") && !item.has("role") && item.path("id").isTextual();
        return isReference ? Optional.of(item.path("id").asText("")) : Optional.empty();
    }

    private HeldExpansion resolved(ObjectNode request) {
        ArrayNode history = JsonNodeFactory.instance.arrayNode();
        for (HeldAnswer one : chain) {
            form.addRequest(one.request(), history);
            form.addAnswer(one.answer(), history);
        }
        form.addRequest(request, history);
        Map<String, JsonNode> items = items();
        for (int i = 0; i < history.size(); i++) {
            Optional<String> id = referenced(history.get(i));
            Optional<JsonNode> item = id.map(items::get);
            if (id.isPresent() && item.isEmpty()) {
                return new HeldExpansion.Unknown(unknownItem(id.get()));
            }
            if (item.isPresent()) {
                history.set(i, item.get());
            }
        }
        List<ObjectNode> earlier = chain.stream().map(HeldAnswer::request).toList();
        return new HeldExpansion.Expanded(form.expanded(request, history, earlier));
    }

    /// The items of the answers that are referred to individually, by their ids.
    private Map<String, JsonNode> items() {
        Map<String, JsonNode> items = new HashMap<>();
        for (HeldAnswer one : named) {
            one.answer()
                    .path("output")
                    .forEach(item -> items.putIfAbsent(item.path("id").asText(""), item));
        }
        return items;
    }

    private static Failure unknownItem(String id) {
        return Failure.of(
                        FailureKind.NOT_FOUND,
                        "Item with id '" + (id.length() <= 100 ? id : id.substring(0, 100) + "…")
                                + "' not found. Items are not persisted when `store` is set to false: remove the item"
                                + " from your input, or send the whole item.")
                .at("input");
    }

    /// A held conversation cannot be read: it is too large, or there is no memory for it.
    public static final class HeldRefusedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Failure failure;

        HeldRefusedException(Failure failure) {
            super(failure.message());
            this.failure = failure;
        }

        /// The response to the client.
        public Failure failure() {
            return failure;
        }
    }
}
