package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.match.HistoryIndex;
import dev.throughline.trace.match.RequestIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Resolves the proofs that Throughline issued (`BlockSignature`) before a history is sent to a backend:
/// reasoning returned by its proof alone gets its recorded text, byte for byte, and the proofs, which no
/// backend understands, are removed. A proof that matches nothing in the run is removed as well; the text
/// beside it stays as the client sent it. Proofs of backends are kept.
public final class BlockSignatureResolver {
    private final Conversation request;
    private final HistoryIndex history;
    private final boolean restoresChanged;
    private final boolean isKept;
    private final HistoryEditor edit;
    private final List<Unresolved> unresolved = new ArrayList<>();

    private BlockSignatureResolver(Conversation request, Scope scope) {
        this.request = request;
        this.isKept = scope.isKept();
        this.history = HistoryIndex.ofAll(scope.history());
        this.restoresChanged = scope.restoresChanged();
        this.edit = new HistoryEditor(request);
    }

    /// A proof of our form that matches no reasoning of the run: altered, forged, of another run, or no
    /// longer recorded.
    /// @param path of the part that holds it (JSON pointer)
    public record Unresolved(String path, String signature) {}

    /// @param history the request with its proofs resolved; the same object if it contains none
    public record Resolution(EditedHistory history, List<Unresolved> unresolved) {
        public Resolution {
            unresolved = List.copyOf(unresolved);
        }
    }

    /// @param history the run's history, as given to the tracer
    /// @param restoresChanged whether a text that differs from the recorded one is replaced as well
    public static Resolution resolve(Conversation request, RunHistory history, boolean restoresChanged) {
        return resolve(request, new Scope(history, restoresChanged, false));
    }

    /// Resolves a request whose reasoning is known to be intact: its proofs are removed.
    public static Resolution resolveKept(Conversation request) {
        return resolve(request, new Scope(RunHistory.empty(ThinkingPolicy.PRESERVED), false, true));
    }

    private record Scope(RunHistory history, boolean restoresChanged, boolean isKept) {}

    private static Resolution resolve(Conversation request, Scope scope) {
        if (!isAnyIn(request.messages())) {
            return new Resolution(EditedHistory.asSent(request), List.of());
        }
        var resolution = new BlockSignatureResolver(request, scope);
        for (int i = 0; i < request.messages().size(); i++) {
            resolution.message(i);
        }
        return new Resolution(resolution.edit.done(), resolution.unresolved);
    }

    private static boolean isAnyIn(List<Message> messages) {
        for (Message message : messages) {
            if (isIn(message)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(Message message) {
        for (Part part : message.parts()) {
            if (BlockSignature.in(part).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private void message(int index) {
        Message message = request.messages().get(index);
        if (!isIn(message)) {
            return;
        }
        List<Part> resolved = new ArrayList<>();
        int filled = 0;
        int answer = 0;
        for (List<Part> block : blocks(message)) {
            Optional<HistoryIndex.SignedItem> named = isKept ? Optional.empty() : named(block);
            boolean isSealed = named.filter(
                            signed -> BlockSignature.isOurs(signed.item().value()))
                    .isPresent();
            if (named.isPresent()
                    && !isSealed
                    && isToBeFilled(block, named.get().item())) {
                resolved.add(whole(block, named.get().item()));
                filled++;
                answer = named.get().exchange().number();
            } else {
                block.forEach(part -> withoutProof(part).ifPresent(resolved::add));
            }
        }
        edit.replace(index, resolved);
        if (filled > 0) {
            edit.record(new Repair(message.path(), answer, Repair.By.SIGNATURE, filled));
        }
    }

    /// The parts of each block: a Responses item spreads a block over several.
    private List<List<Part>> blocks(Message message) {
        List<List<Part>> blocks = new ArrayList<>();
        String holder = "";
        for (Part part : message.parts()) {
            String item = RequestIndex.item(part.path());
            boolean isMore = request.dialect() == Dialect.RESPONSES
                    && part instanceof Part.Reasoning
                    && !blocks.isEmpty()
                    && item.equals(holder);
            if (!isMore) {
                blocks.add(new ArrayList<>());
            }
            blocks.getLast().add(part);
            holder = item;
        }
        return blocks;
    }

    private Optional<HistoryIndex.SignedItem> named(List<Part> block) {
        for (Part part : block) {
            Optional<String> proof = BlockSignature.in(part);
            if (proof.isPresent()) {
                Optional<HistoryIndex.SignedItem> named = history.signed(proof.get());
                if (named.isEmpty()) {
                    unresolved.add(new Unresolved(part.path(), proof.get()));
                }
                return named;
            }
        }
        return Optional.empty();
    }

    private boolean isToBeFilled(List<Part> block, PlantedItem item) {
        String text = "";
        for (Part part : block) {
            boolean isReadable = part instanceof Part.Reasoning(String _, String field, String _, Optional<String> _)
                    && !field.equals(ReasoningFields.ENCRYPTED);
            if (isReadable && text.isEmpty()) {
                text = RequestIndex.text(part).orElse("");
            }
        }
        return text.isBlank() ? !item.value().equals(text) : restoresChanged && !text.equals(item.value());
    }

    private Part whole(List<Part> block, PlantedItem item) {
        Part first = block.getFirst();
        String field = switch (request.dialect()) {
            case ANTHROPIC -> "thinking";
            case RESPONSES -> "content";
            case OPENAI_CHAT -> first instanceof Part.Reasoning reasoning ? reasoning.field() : "reasoning_content";
        };
        return new Part.Reasoning(first.path(), field, item.value(), Optional.empty());
    }

    /// The rest of a part; empty if the part was only a proof.
    private static Optional<Part> withoutProof(Part part) {
        if (BlockSignature.in(part).isEmpty()) {
            return Optional.of(part);
        }
        return part instanceof Part.Reasoning(String path, String field, String text, Optional<String> _)
                        && !field.equals(ReasoningFields.ENCRYPTED)
                        && !text.isEmpty()
                ? Optional.of(new Part.Reasoning(path, field, text, Optional.empty()))
                : Optional.empty();
    }
}
