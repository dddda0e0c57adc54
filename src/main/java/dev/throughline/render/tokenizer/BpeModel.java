package dev.throughline.render.tokenizer;

import dev.throughline.render.jinja.RenderWork;
import dev.throughline.render.tokenizer.Tokenizer.TokenModel;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/// A BPE model: creates the tokens of words by merging their symbols, the merge of the lowest rank first.
final class BpeModel implements TokenModel {
    private final Vocabulary vocabulary;
    private final MergeTable merges;
    private final SymbolSource symbols;
    private final boolean ignoresMerges;
    private final WordCache cache = new WordCache();

    /// @param ignoresMerges whether a word that is a token is never cut
    BpeModel(Vocabulary vocabulary, MergeTable merges, SymbolSource symbols, boolean ignoresMerges) {
        this.vocabulary = vocabulary;
        this.merges = merges;
        this.symbols = symbols;
        this.ignoresMerges = ignoresMerges;
    }

    @Override
    public Vocabulary vocabulary() {
        return vocabulary;
    }

    @Override
    public void encode(AlignedText text, int from, int to, EncodingBuilder out) {
        String value = text.value();
        if (to - from > WordCache.LONGEST) {
            tokens(value, from, to).addTo(out, text, from);
            return;
        }
        int hash = WordCache.hash(value, from, to);
        WordTokens tokens = cache.find(value, from, to, hash).orElseGet(() -> {
            WordTokens made = tokens(value, from, to);
            cache.put(made, hash);
            return made;
        });
        tokens.addTo(out, text, from);
    }

    private WordTokens tokens(String text, int from, int to) {
        String word = text.substring(from, to);
        if (ignoresMerges) {
            OptionalInt whole = vocabulary.id(symbols.spelling(word));
            if (whole.isPresent()) {
                return new WordTokens(word, new int[] {whole.getAsInt()}, new int[] {0}, new int[] {word.length()});
            }
        }
        EncodingBuilder found = new EncodingBuilder(word.length() + 8);
        symbols.symbols(word, found);
        return new Merging(found.build()).run(word);
    }

    /// The work on one word: a linked list of symbols, and a queue of the possible merges of neighbors.
    private final class Merging {
        private final int[] ids;
        /// The time is checked with every 4,096th merge.
        private static final int CHECK = 0xfff;

        private final int[] starts;
        private final int[] ends;
        private final int[] next;
        private final int[] previous;
        private final MergeQueue queue;
        private final int size;

        Merging(Encoding symbols) {
            size = symbols.size();
            ids = symbols.ids();
            starts = new int[size];
            ends = new int[size];
            next = new int[size];
            previous = new int[size];
            queue = new MergeQueue(size);
            for (int at = 0; at < size; at++) {
                starts[at] = symbols.start(at);
                ends[at] = symbols.end(at);
                previous[at] = at - 1;
                next[at] = at + 1;
            }
        }

        WordTokens run(String word) {
            for (int at = 0; at + 1 < size; at++) {
                offer(at);
            }
            for (int round = 0; !queue.isEmpty(); round++) {
                if ((round & CHECK) == 0) {
                    RenderWork.checkTime();
                }
                long best = queue.poll();
                int at = (int) best;
                long merge = mergeAt(at);
                if (merge != MergeTable.NONE && MergeTable.rank(merge) == MergeTable.rank(best)) {
                    merge(at, MergeTable.merged(merge));
                }
            }
            return collect(word);
        }

        private void offer(int at) {
            long merge = mergeAt(at);
            if (merge != MergeTable.NONE) {
                queue.add(MergeTable.rank(merge), at);
            }
        }

        private long mergeAt(int at) {
            return ids[at] < 0 || next[at] >= size ? MergeTable.NONE : merges.find(ids[at], ids[next[at]]);
        }

        private void merge(int at, int merged) {
            int gone = next[at];
            ids[at] = merged;
            ends[at] = ends[gone];
            ids[gone] = -1;
            next[at] = next[gone];
            if (next[at] < size) {
                previous[next[at]] = at;
                offer(at);
            }
            if (previous[at] >= 0) {
                offer(previous[at]);
            }
        }

        private WordTokens collect(String word) {
            int[] foundIds = new int[size];
            int[] foundStarts = new int[size];
            int[] foundEnds = new int[size];
            int count = 0;
            for (int at = 0; at < size; at = next[at]) {
                foundIds[count] = ids[at];
                foundStarts[count] = starts[at];
                foundEnds[count++] = ends[at];
            }
            return new WordTokens(
                    word,
                    Arrays.copyOf(foundIds, count),
                    Arrays.copyOf(foundStarts, count),
                    Arrays.copyOf(foundEnds, count));
        }
    }

    /// The tokens of words seen lately: a fixed number of places, a new word takes that of another. Threads share it
    /// without a lock: an entry is immutable, and a lost one is only computed again.
    static final class WordCache {
        /// Longer words are rare and cost memory.
        static final int LONGEST = 48;

        private static final int PLACES = 1 << 16;

        private final WordTokens[] places = new WordTokens[PLACES];

        Optional<WordTokens> find(String text, int from, int to, int hash) {
            WordTokens found = places[hash & PLACES - 1];
            return found != null && found.isOf(text, from, to) ? Optional.of(found) : Optional.empty();
        }

        void put(WordTokens tokens, int hash) {
            places[hash & PLACES - 1] = tokens;
        }

        static int hash(String text, int from, int to) {
            int hash = 0;
            for (int at = from; at < to; at++) {
                hash = 31 * hash + text.charAt(at);
            }
            return hash ^ hash >>> 15;
        }
    }

    /// The tokens of one word; offsets are in UTF-16 units from the beginning of the word.
    record WordTokens(String word, int[] ids, int[] starts, int[] ends) {
        /// Whether these are the tokens of `[from, to)`.
        boolean isOf(String text, int from, int to) {
            return word.length() == to - from && text.startsWith(word, from);
        }

        /// Adds these tokens for a word that begins at `from`.
        void addTo(EncodingBuilder out, AlignedText text, int from) {
            for (int index = 0; index < ids.length; index++) {
                out.add(ids[index], text.start(from + starts[index]), text.end(from + ends[index]));
            }
        }

        @Override
        public String toString() {
            return word + Arrays.toString(ids);
        }
    }

    /// Merges that may be made in one word, the lowest rank first, of equal ranks the leftmost: a binary heap of
    /// numbers.
    static final class MergeQueue {
        private long[] heap;
        private int size;

        MergeQueue(int capacity) {
            heap = new long[Math.max(4, capacity)];
        }

        boolean isEmpty() {
            return size == 0;
        }

        void add(int rank, int position) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            long added = (long) rank << 32 | position;
            int at = size++;
            while (at > 0 && heap[at - 1 >> 1] > added) {
                heap[at] = heap[at - 1 >> 1];
                at = at - 1 >> 1;
            }
            heap[at] = added;
        }

        /// Removes the first: its rank in the upper and its position in the lower half.
        long poll() {
            long first = heap[0];
            long last = heap[--size];
            int at = 0;
            for (int child = 1; child < size; child = 2 * at + 1) {
                if (child + 1 < size && heap[child + 1] < heap[child]) {
                    child++;
                }
                if (heap[child] >= last) {
                    break;
                }
                heap[at] = heap[child];
                at = child;
            }
            heap[at] = last;
            return first;
        }
    }
}
