package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.IssuedReasoningDetails;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.HistoryIndex;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Returns to a backend the `reasoning_details` that it issued itself (`IssuedReasoningDetails`), even if
/// clients cannot carry them.
///
/// A message gets those of its answer if one of its proofs of ours identifies that answer, if its reasoning
/// is intact and the answer is known for certain, and under repair whenever the answer is known for
/// certain. If a client split an answer over several messages, the first gets them and the others lose
/// their reasoning. Of an answer in another dialect than the backend's that has nothing readable, none is missing.
public final class ReasoningDetailsRestoration {
    private final Conversation sent;
    private final EditedHistory edited;
    private final HistoryIndex history;
    private final Issuer backend;
    private final boolean isTranslated;
    private final boolean isRepair;
    private final Map<Integer, CertainAnswerFinder.AnswerMatch> known;
    private final HistoryEditor edit;
    private final Map<String, String> details = new HashMap<>();

    private ReasoningDetailsRestoration(
            Conversation sent, EditedHistory edited, RunHistory history, Issuer backend, boolean isRepair) {
        this.sent = sent;
        this.edited = edited;
        this.history = HistoryIndex.ofAll(history);
        this.backend = backend;
        this.isTranslated = sent.dialect() != backend.dialect();
        this.isRepair = isRepair;
        this.known = CertainAnswerFinder.in(sent, this.history);
        this.edit = new HistoryEditor(edited.request());
    }

    /// The backend that a request is sent to.
    /// @param model as clients call it, if the backend reads no details of another one
    public record Issuer(String name, Dialect dialect, Optional<String> model) {
        /// A backend that reads the details of any of its models.
        public Issuer(String name, Dialect dialect) {
            this(name, dialect, Optional.empty());
        }
    }

    private record NamedAnswer(TracedExchange answer, Repair.By by) {}

    /// @param sent the request as received
    /// @param edited the same request after all other changes
    /// @param history the run's history, as given to the tracer
    /// @param from index of the first message whose reasoning is sent to the backend
    /// @param isRepair whether reasoning that the client dropped is restored
    public static EditedHistory restore(
            Conversation sent, EditedHistory edited, RunHistory history, Issuer backend, int from, boolean isRepair) {
        boolean isAny = history.exchanges().stream()
                .anyMatch(exchange -> exchange.details()
                        .filter(issued -> issued.backend().equals(backend.name()))
                        .isPresent());
        if (!isAny) {
            return edited;
        }
        var restoration = new ReasoningDetailsRestoration(sent, edited, history, backend, isRepair);
        restoration.messages(from);
        return edited.then(restoration.edit.done()).withDetails(restoration.details);
    }

    private void messages(int from) {
        int latest = 0;
        for (int i = from; i < sent.messages().size(); i++) {
            Message message = sent.messages().get(i);
            if (message.role() == Role.USER) {
                latest = 0;
            }
            Optional<NamedAnswer> named = message.role() == Role.ASSISTANT ? named(i) : Optional.empty();
            if (named.isPresent()) {
                int number = named.get().answer().number();
                if (number == latest) {
                    edit.strip(i);
                } else {
                    restore(i, named.get());
                }
                latest = number;
            }
        }
    }

    private Optional<NamedAnswer> named(int index) {
        Message message = sent.messages().get(index);
        Optional<NamedAnswer> proven = message.parts().stream()
                .flatMap(part -> BlockSignature.in(part).stream())
                .flatMap(proof -> history.signed(proof).stream())
                .findFirst()
                .map(signed -> new NamedAnswer(signed.exchange(), Repair.By.SIGNATURE));
        return proven.or(() -> Optional.ofNullable(known.get(index))
                        .map(found -> new NamedAnswer(found.answer(), found.by()))
                        .filter(found -> isRepair || isIntact(message, found.answer())))
                .filter(found -> issued(found.answer()).isPresent());
    }

    private boolean isIntact(Message message, TracedExchange answer) {
        boolean hasNone = ReasoningBlock.issued(answer, sent.dialect()).isEmpty();
        return hasNone
                ? isTranslated && message.parts().stream().noneMatch(ReasoningDetailsRestoration::isReadable)
                : new RequestReasoning(sent.dialect()).areIntact(List.of(message), answer);
    }

    private static boolean isReadable(Part part) {
        return part instanceof Part.Reasoning reasoning && !reasoning.text().isEmpty();
    }

    private Optional<IssuedReasoningDetails> issued(TracedExchange answer) {
        boolean isOfModel = backend.model()
                .map(model -> model.equals(answer.facts().model()))
                .orElse(true);
        return answer.details().filter(issued -> isOfModel && issued.backend().equals(backend.name()));
    }

    private void restore(int index, NamedAnswer named) {
        String path = sent.messages().get(index).path();
        IssuedReasoningDetails issued = issued(named.answer()).orElseThrow();
        boolean isRewritten = edited.changed().contains(path);
        if (!isTranslated && !isRewritten && issued.areIn(sent, path)) {
            return;
        }
        details.put(path, issued.json());
        boolean isRepaired =
                edited.repairs().stream().anyMatch(repair -> repair.path().equals(path));
        if (!isTranslated && !isRepaired) {
            edit.record(new Repair(path, named.answer().number(), named.by(), 1));
        }
    }
}
