package dev.throughline.trace.sighting;

import dev.throughline.trace.Category;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.match.RequestIndex.Spot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Finds the blocks of a request's answers that are out of order.
///
/// The heaviest set is in order of blocks that follow one another as they were issued. A text or a call
/// outweighs all reasoning: reasoning that was moved, in its answer or into another one, is never blamed on the text
/// or the call that it passed. A block is out of order unless every heaviest set contains it: of two that changed
/// places, where no third shows which of them moved, both are. Tool results have a fixed position and are ignored.
final class BlockOrder {
    private final List<Block> blocks;
    private final List<Integer> ranks;

    /// A block of an answer at a place of the request.
    record Block(int answer, int block, int message, int place, boolean isReasoning) {
        private static final Comparator<Block> AS_ISSUED =
                Comparator.comparingInt(Block::answer).thenComparingInt(Block::block);
        private static final Comparator<Block> AS_RETURNED = Comparator.comparingInt(Block::message)
                .thenComparingInt(Block::place)
                .thenComparing(AS_ISSUED);

        /// @param seen a sighting that counts
        static Block of(int answer, LocatedSighting seen) {
            Spot spot = seen.spot().orElseThrow();
            boolean isReasoning = seen.item().category() == Category.THINK;
            return new Block(answer, seen.item().block(), spot.message(), spot.place(), isReasoning);
        }
    }

    /// A block's share of the weight of a heaviest set: from `start` to `end`.
    private record Share(Block block, long start, long end) {}

    private BlockOrder(Set<Block> all) {
        this.blocks = all.stream().sorted(Block.AS_RETURNED).toList();
        this.ranks = ranks(blocks);
    }

    /// Whether the position of an item is its client's choice.
    static boolean counts(LocatedSighting seen) {
        return seen.item().category() != Category.TOOL_OUT
                && seen.spot().isPresent()
                && seen.sighting().place() == Place.OWN;
    }

    /// The blocks that are out of order, in time n log n.
    static Set<Block> misplaced(Set<Block> all) {
        var order = new BlockOrder(all);
        return order.isAsIssued() ? Set.of() : order.misplaced();
    }

    /// The positions of the blocks in the order of their issue, from 1; equal for the same block.
    private static List<Integer> ranks(List<Block> blocks) {
        List<Block> issued = blocks.stream().sorted(Block.AS_ISSUED).toList();
        Map<Block, Integer> ranks = new HashMap<>();
        int rank = 0;
        for (int i = 0; i < issued.size(); i++) {
            rank += i == 0 || Block.AS_ISSUED.compare(issued.get(i - 1), issued.get(i)) != 0 ? 1 : 0;
            ranks.put(issued.get(i), rank);
        }
        return blocks.stream()
                .map(block -> Objects.requireNonNull(ranks.get(block)))
                .toList();
    }

    private boolean isAsIssued() {
        for (int i = 1; i < ranks.size(); i++) {
            if (ranks.get(i - 1) > ranks.get(i)) {
                return false;
            }
        }
        return true;
    }

    private Set<Block> misplaced() {
        int count = blocks.size();
        long[] upTo = new long[count];
        var before = new Heaviest(count);
        for (int i = 0; i < count; i++) {
            upTo[i] = before.extend(ranks.get(i), weight(i));
        }
        long[] from = new long[count];
        var behind = new Heaviest(count);
        for (int i = count - 1; i >= 0; i--) {
            from[i] = behind.extend(count + 1 - ranks.get(i), weight(i));
        }
        long heaviest = before.all();
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (upTo[i] + from[i] - weight(i) == heaviest) {
                shares.add(new Share(blocks.get(i), upTo[i] - weight(i), upTo[i]));
            }
        }
        Set<Block> misplaced = new HashSet<>(blocks);
        indispensable(shares).forEach(misplaced::remove);
        return misplaced;
    }

    private long weight(int index) {
        return blocks.get(index).isReasoning() ? 1 : blocks.size() + 1L;
    }

    /// The blocks whose share no other one could have.
    private static List<Block> indispensable(List<Share> shares) {
        shares.sort(Comparator.comparingLong(Share::start));
        List<Block> found = new ArrayList<>();
        long end = 0;
        for (int i = 0; i < shares.size(); i++) {
            Share share = shares.get(i);
            boolean isShared = share.start() < end
                    || i + 1 < shares.size() && shares.get(i + 1).start() < share.end();
            if (!isShared) {
                found.add(share.block());
            }
            end = Math.max(end, share.end());
        }
        return found;
    }

    /// The greatest weights of sets that end with a block of at most some rank: a Fenwick tree of maxima.
    private static final class Heaviest {
        private final long[] tree;

        Heaviest(int ranks) {
            tree = new long[ranks + 1];
        }

        /// @return the weight of the heaviest set that ends with a block of this rank
        long extend(int rank, long weight) {
            long heaviest = weight;
            for (int i = rank; i > 0; i -= i & -i) {
                heaviest = Math.max(heaviest, tree[i] + weight);
            }
            for (int i = rank; i < tree.length; i += i & -i) {
                tree[i] = Math.max(tree[i], heaviest);
            }
            return heaviest;
        }

        long all() {
            long heaviest = 0;
            for (int i = tree.length - 1; i > 0; i -= i & -i) {
                heaviest = Math.max(heaviest, tree[i]);
            }
            return heaviest;
        }
    }
}
