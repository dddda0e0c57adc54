package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.HistoryIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Restores, byte for byte, the reasoning that a client dropped or changed.
///
/// An assistant message whose answer is known for certain (by a call id, otherwise by its visible content) gets that
/// answer's reasoning at its positions among the blocks, in the field that its dialect reads. If a client split an
/// answer over several messages, the first one gets it. A message stays the same object if its reasoning is intact,
/// if it refers to items by id, or if its answer is not known for certain. Restored parts have the path "".
public final class HistoryRepair {
    private final Conversation request;
    private final HistoryEditor edit;
    private final RequestReasoning found;

    private HistoryRepair(Conversation request) {
        this.request = request;
        this.edit = new HistoryEditor(request);
        this.found = new RequestReasoning(request.dialect());
    }

    /// @param history the run's history, as given to the tracer
    public static EditedHistory repair(Conversation request, RunHistory history) {
        var repair = new HistoryRepair(request);
        Map<Integer, CertainAnswerFinder.AnswerMatch> answers =
                CertainAnswerFinder.in(request, HistoryIndex.ofAll(history));
        grouped(answers)
                .forEach(indices -> repair.answer(Objects.requireNonNull(answers.get(indices.getFirst())), indices));
        return repair.edit.done();
    }

    /// Whether a message contains the reasoning of the answer that it carries, exactly as issued.
    public static boolean isIntact(Message message, TracedExchange answer, Dialect dialect) {
        return new RequestReasoning(dialect).areIntact(List.of(message), answer);
    }

    /// The messages of each answer: those with its calls, wherever they are, and those that a client split it into.
    private static List<List<Integer>> grouped(Map<Integer, CertainAnswerFinder.AnswerMatch> answers) {
        List<List<Integer>> groups = new ArrayList<>();
        Map<Integer, List<Integer>> byCall = new HashMap<>();
        Map<CertainAnswerFinder.AnswerMatch, List<Integer>> split = new IdentityHashMap<>();
        answers.forEach((index, found) -> {
            boolean hasCall = found.by() == Repair.By.CALL_ID;
            List<Integer> group = hasCall
                    ? byCall.computeIfAbsent(found.answer().number(), _ -> added(groups))
                    : split.computeIfAbsent(found, _ -> added(groups));
            group.add(index);
        });
        return groups;
    }

    private static List<Integer> added(List<List<Integer>> groups) {
        List<Integer> group = new ArrayList<>();
        groups.add(group);
        return group;
    }

    /// @param places the messages that carry the answer, in order
    private void answer(CertainAnswerFinder.AnswerMatch known, List<Integer> places) {
        List<Message> messages = places.stream().map(request.messages()::get).toList();
        List<ReasoningBlock> issued = ReasoningBlock.issued(known.answer(), request.dialect());
        boolean isNamed = messages.stream()
                .flatMap(message -> message.parts().stream())
                .anyMatch(part -> part instanceof Part.Reference);
        boolean areDetailed = messages.stream()
                .anyMatch(message -> known.answer()
                        .details()
                        .filter(details -> details.areIn(request, message.path()))
                        .isPresent());
        if (issued.isEmpty() || isNamed || areDetailed || found.areIntact(messages, known.answer())) {
            return;
        }
        List<Part> others = messages.getFirst().parts().stream()
                .filter(part -> !HistoryEditor.isReasoning(part))
                .toList();
        edit.replace(places.getFirst(), ReasoningInsertion.place(known.answer(), issued, others));
        places.stream().skip(1).forEach(edit::strip);
        edit.record(new Repair(messages.getFirst().path(), known.answer().number(), known.by(), issued.size()));
    }

    /// Inserts an answer's reasoning among the other parts of its message, each block before what originally followed.
    private static final class ReasoningInsertion {
        private final Map<String, Integer> callBlocks = new HashMap<>();
        private final Iterator<Integer> callsInOrder;
        private final Iterator<Integer> textsInOrder;
        private int block;

        private ReasoningInsertion(TracedExchange answer) {
            List<Integer> calls = new ArrayList<>();
            List<Integer> texts = new ArrayList<>();
            int first = Integer.MAX_VALUE;
            for (PlantedItem item : answer.items()) {
                switch (item.category()) {
                    case TOOL_ID -> {
                        callBlocks.put(item.value(), item.block());
                        calls.add(item.block());
                    }
                    case CONTENT -> texts.add(item.block());
                    case THINK, TOOL_IN, TOOL_OUT -> {}
                }
                first = item.category() == Category.THINK ? first : Math.min(first, item.block());
            }
            callsInOrder = calls.iterator();
            textsInOrder = texts.iterator();
            block = first;
        }

        /// @param others the parts of the message other than reasoning, in order
        static List<Part> place(TracedExchange answer, List<ReasoningBlock> thoughts, List<Part> others) {
            var placement = new ReasoningInsertion(answer);
            List<Part> placed = new ArrayList<>(others.size() + thoughts.size());
            Iterator<ReasoningBlock> waiting = thoughts.iterator();
            ReasoningBlock next = waiting.next();
            for (Part part : others) {
                int block = placement.blockOf(part);
                while (next != null && next.block() < block) {
                    placed.add(next.toPart());
                    next = waiting.hasNext() ? waiting.next() : null;
                }
                placed.add(part);
            }
            while (next != null) {
                placed.add(next.toPart());
                next = waiting.hasNext() ? waiting.next() : null;
            }
            return placed;
        }

        /// The block of a part; an unknown part belongs to the block of the part before it.
        private int blockOf(Part part) {
            if (part instanceof Part.ToolCall call) {
                int inOrder = callsInOrder.hasNext() ? callsInOrder.next() : block;
                block = callBlocks.getOrDefault(call.id(), inOrder);
            } else if (part instanceof Part.Text && textsInOrder.hasNext()) {
                block = textsInOrder.next();
            }
            return block;
        }
    }
}
