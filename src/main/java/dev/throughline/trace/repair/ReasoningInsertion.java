package dev.throughline.trace.repair;

import dev.throughline.conversation.Part;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// Inserts an answer's reasoning among the other parts of its message, each block before what originally followed it.
final class ReasoningInsertion {
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
