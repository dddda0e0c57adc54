package dev.throughline.render.tokenizer;

import dev.throughline.render.jinja.RenderWork;
import dev.throughline.render.tokenizer.Tokenizer.TokenModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A Unigram model: of all ways to cut a word into tokens the one with the highest sum of scores.
/// Source: Kudo, "Subword Regularization", 2018; `encode_optimized` of Hugging Face tokenizers.
final class UnigramModel implements TokenModel {
    /// The time is checked with every 4,096th character.
    private static final int CHECK = 0xfff;

    private static final double PENALTY = 10;
    private static final int ROOT = 0;
    private static final int NOTHING = -1;

    private final Vocabulary vocabulary;
    private final double[] scores;
    private final MergeTable edges;
    private final int[] tokenAt;
    private final OptionalInt unknown;
    private final double unknownScore;
    private final int[] bytes;

    /// A token and its logarithmic probability.
    record Piece(String text, double score) {}

    /// @param pieces by id
    /// @param fallsBack whether tokens such as `<0xC4>` spell what has no token
    UnigramModel(Vocabulary vocabulary, List<Piece> pieces, OptionalInt unknown, boolean fallsBack) {
        this.vocabulary = vocabulary;
        this.unknown = unknown;
        this.scores = pieces.stream().mapToDouble(Piece::score).toArray();
        double least = Double.POSITIVE_INFINITY;
        long characters = 1;
        for (Piece piece : pieces) {
            least = Math.min(least, piece.score());
            characters += piece.text().length();
        }
        this.unknownScore = least - PENALTY;
        this.bytes = fallsBack ? CharacterSymbols.bytes(vocabulary) : new int[0];
        this.edges = new MergeTable((int) Math.min(characters, Integer.MAX_VALUE >> 4));
        this.tokenAt = trie(pieces, (int) characters);
    }

    /// The nodes of a trie over UTF-16 units, numbered from 0; of each the token that ends there.
    private int[] trie(List<Piece> pieces, int most) {
        int[] found = new int[most + 1];
        Arrays.fill(found, NOTHING);
        int size = 1;
        for (int id = 0; id < pieces.size(); id++) {
            int node = ROOT;
            String text = pieces.get(id).text();
            for (int at = 0; at < text.length(); at++) {
                long edge = edges.find(node, text.charAt(at));
                if (edge == MergeTable.NONE) {
                    edges.put(node, text.charAt(at), 0, size);
                    node = size++;
                } else {
                    node = MergeTable.merged(edge);
                }
            }
            found[node] = id;
        }
        return Arrays.copyOf(found, size);
    }

    @Override
    public Vocabulary vocabulary() {
        return vocabulary;
    }

    @Override
    public void encode(AlignedText text, int from, int to, EncodingBuilder out) {
        Path path = best(text.value(), from, to);
        List<int[]> tokens = new ArrayList<>();
        for (int end = to; end > from; ) {
            int start = path.starts[end - from];
            int id = path.ids[end - from];
            boolean isFused = id == NOTHING && !tokens.isEmpty() && tokens.getLast()[0] == NOTHING;
            if (isFused) {
                tokens.getLast()[1] = start;
            } else {
                tokens.add(new int[] {id, start, end});
            }
            end = start;
        }
        for (int[] token : tokens.reversed()) {
            add(text, token[0], token[1], token[2], out);
        }
    }

    private void add(AlignedText text, int id, int from, int to, EncodingBuilder out) {
        int start = text.start(from);
        int end = text.end(to);
        String piece = text.value().substring(from, to);
        OptionalInt known = id == NOTHING ? vocabulary.id(piece) : OptionalInt.of(id);
        Optional<int[]> spelled = known.isPresent() ? Optional.empty() : CharacterSymbols.spelled(piece, bytes);
        if (known.isPresent()) {
            out.add(known.getAsInt(), start, end);
        } else if (spelled.isPresent()) {
            for (int each : spelled.get()) {
                out.add(each, start, end);
            }
        } else if (unknown.isPresent()) {
            out.add(unknown.getAsInt(), start, end);
        } else {
            throw new IllegalArgumentException("the tokenizer has no token for U+%04X"
                    .formatted(text.value().codePointAt(from)));
        }
    }

    /// For each place of a word the best token that ends there, where it begins, and the sum of scores up to it.
    private static final class Path {
        private final int[] starts;
        private final int[] ids;
        private final double[] sums;

        Path(int length) {
            starts = new int[length + 1];
            ids = new int[length + 1];
            sums = new double[length + 1];
            Arrays.fill(sums, 1, length + 1, Double.NEGATIVE_INFINITY);
        }

        void offer(int start, int end, int from, int id, double sum) {
            if (sum > sums[end - from]) {
                sums[end - from] = sum;
                starts[end - from] = start;
                ids[end - from] = id;
            }
        }
    }

    private Path best(String text, int from, int to) {
        Path path = new Path(to - from);
        int next;
        for (int at = from; at < to; at = next) {
            if ((at & CHECK) == 0) {
                RenderWork.checkTime();
            }
            next = CharacterClasses.next(text, at, to);
            double before = path.sums[at - from];
            boolean hasSingle = false;
            int node = ROOT;
            for (int end = at; end < to; ) {
                long edge = edges.find(node, text.charAt(end++));
                if (edge == MergeTable.NONE) {
                    break;
                }
                node = MergeTable.merged(edge);
                if (tokenAt[node] != NOTHING) {
                    path.offer(at, end, from, tokenAt[node], before + scores[tokenAt[node]]);
                    hasSingle |= end == next;
                }
            }
            if (!hasSingle) {
                path.offer(at, next, from, NOTHING, before + unknownScore);
            }
        }
        return path;
    }
}
