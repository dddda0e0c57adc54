package dev.throughline.run.training;

import dev.throughline.stream.FinishReason;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.RequestKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Finds the exchanges of a run that end a branch: those with a usable answer that no other exchange with a
/// usable answer continues.
///
/// A request whose client replaced its history counts as continuing nothing: otherwise what it left out
/// would be in no row. Uses about ten bytes per exchange.
final class RequestTree {
    private static final int FIRST_ROOM = 1024;
    private static final int USABLE = -1;

    private int[] parents = new int[FIRST_ROOM];
    /// The request that began the conversation of a request, or of the one that it repeats.
    private int[] roots = new int[FIRST_ROOM];
    private byte[] reasons = new byte[FIRST_ROOM];
    private final BitSet known = new BitSet();
    private final BitSet usable = new BitSet();
    private final BitSet continued = new BitSet();
    private final BitSet replacing = new BitSet();

    /// Adds an exchange; its parent must have been added before.
    ///
    /// @param unusable why it has no usable answer, if so
    void add(RequestNode node, Optional<OmissionReason> unusable) {
        int number = node.number();
        if (number >= parents.length) {
            int room = Math.max(number + 1, parents.length * 2);
            parents = Arrays.copyOf(parents, room);
            roots = Arrays.copyOf(roots, room);
            reasons = Arrays.copyOf(reasons, room);
        }
        parents[number] = node.parent().orElse(0);
        int first = node.retryOf().orElse(node.conversation());
        roots[number] = roots[first] > 0 ? roots[first] : first;
        reasons[number] = unusable.map(OmissionReason::ordinal).orElse(USABLE).byteValue();
        known.set(number);
        replacing.set(number, node.replacesHistory());
        usable.set(number, unusable.isEmpty());
        if (unusable.isEmpty()) {
            coverParents(number);
        }
    }

    private void coverParents(int number) {
        int at = number;
        while (parents[at] > 0 && !replacing.get(at)) {
            at = parents[at];
            if (continued.get(at)) {
                return;
            }
            continued.set(at);
        }
    }

    /// The next leaf after an exchange, or -1.
    int leafAfter(int number) {
        int at = usable.nextSetBit(number + 1);
        while (at >= 0 && continued.get(at)) {
            at = usable.nextSetBit(at + 1);
        }
        return at;
    }

    /// The reasons of the exchanges without a usable answer that no exchange with a usable answer continues.
    Stream<OmissionReason> unusable() {
        BitSet found = (BitSet) known.clone();
        found.andNot(usable);
        found.andNot(continued);
        return found.stream().mapToObj(number -> OmissionReason.values()[reasons[number]]);
    }

    /// The exchange that a request continues; 0 for none.
    int parent(int number) {
        return parents[number];
    }

    /// The exchanges whose requests led to this one since the conversation began or its history was
    /// replaced, ending with this one.
    List<Integer> requests(int leaf) {
        List<Integer> path = new ArrayList<>();
        int at = leaf;
        path.add(at);
        while (parents[at] > 0 && !replacing.get(at)) {
            at = parents[at];
            path.add(at);
        }
        Collections.reverse(path);
        return path;
    }

    /// Whether an exchange has an answer that can be learned.
    boolean isUsable(int number) {
        return usable.get(number);
    }

    /// Another branch of the same first request.
    /// @param leaf its last exchange
    /// @param fork the last exchange that both have; 0 where each began with the same request
    record Sibling(int leaf, int fork) {}

    /// The other branches of the first request of a branch, in order; no more than so many.
    List<Sibling> siblings(int leaf, int most) {
        BitSet path = new BitSet();
        for (int at = leaf; at > 0; at = parents[at]) {
            path.set(at);
        }
        List<Sibling> found = new ArrayList<>();
        for (int other = leafAfter(0); other > 0 && found.size() < most; other = leafAfter(other)) {
            if (other != leaf && roots[other] == roots[leaf]) {
                int fork = other;
                while (fork > 0 && !path.get(fork)) {
                    fork = parents[fork];
                }
                found.add(new Sibling(other, fork));
            }
        }
        return found;
    }

    /// Whether the history of this branch begins with a replaced one.
    boolean isReplaced(int leaf) {
        return replacing.get(requests(leaf).getFirst());
    }

    /// The exchanges whose answers this one may carry, including those before a replaced history.
    List<Integer> ancestors(int leaf) {
        return IntStream.iterate(parents[leaf], at -> at > 0, at -> parents[at])
                .boxed()
                .toList();
    }

    /// The part of an exchange that the tree of a run's requests needs.
    ///
    /// @param conversation number of the exchange that began the conversation
    /// @param parent number of the exchange that the request continues
    /// @param retryOf number of the exchange with the same request, if its answer was not used
    /// @param finish why the model stopped; empty for an unfinished answer
    /// @param isDeleted whether the client deleted the answer
    /// @param replacesHistory whether the request left out an answer that the request of its parent still
    ///     carried, or the answer of its parent itself (compaction)
    record RequestNode(
            int number,
            int conversation,
            OptionalInt parent,
            OptionalInt retryOf,
            RequestKind kind,
            ExchangeOutcome outcome,
            Optional<FinishReason> finish,
            boolean isDeleted,
            boolean replacesHistory) {}
}
