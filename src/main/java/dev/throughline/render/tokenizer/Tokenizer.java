package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A tokenizer: ids and offsets of a text, and the text of ids.
public final class Tokenizer {
    private final TokenModel model;
    private final TextNormalizer normalizer;
    private final WordSource words;
    private final TokenDecoder decoder;
    private final Map<String, AddedToken> added = new LinkedHashMap<>();
    private final Map<Integer, AddedToken> addedById = new HashMap<>();
    private final AddedTokenSplitter raw;
    private final AddedTokenSplitter normalized;

    /// @param addedTokens of two with one text the later counts
    Tokenizer(
            TokenModel model,
            TextNormalizer normalizer,
            WordSource words,
            TokenDecoder decoder,
            List<AddedToken> addedTokens) {
        this.decoder = decoder;
        this.model = model;
        this.normalizer = normalizer;
        this.words = words;
        for (AddedToken token : addedTokens) {
            added.put(token.content(), token);
            addedById.put(token.id(), token);
        }
        this.raw = new AddedTokenSplitter(bySpelling(false));
        this.normalized = new AddedTokenSplitter(bySpelling(true));
    }

    private Map<String, AddedToken> bySpelling(boolean isNormalized) {
        Map<String, AddedToken> found = new HashMap<>();
        for (AddedToken token : added.values()) {
            if (token.normalized() == isNormalized) {
                String content = token.content();
                boolean keeps = !isNormalized || normalizer.keeps(content, 0, content.length());
                found.put(
                        keeps
                                ? content
                                : normalizer
                                        .normalize(content, 0, content.length())
                                        .value(),
                        token);
            }
        }
        return found;
    }

    /// Reads a `tokenizer.json`.
    ///
    /// @throws TokenizerFormatException naming the pointer of what is wrong or not supported
    public static Tokenizer read(JsonNode tokenizerJson) {
        return new TokenizerJson(tokenizerJson).read();
    }

    /// Reads the vocabulary of a GGUF file; its tensors are not looked at.
    ///
    /// @throws TokenizerFormatException naming the key of what is wrong or not supported
    /// @throws IOException if the file cannot be read
    public static Tokenizer ofGguf(Path file) throws IOException {
        return GgufFile.read(file).tokenizer();
    }

    /// The tokens of a text, special ones where they are spelled, without any that are not in the text.
    public Encoding encode(String text) {
        return encode(text, List.of());
    }

    /// The tokens of a text in which some ranges are text, whatever they spell: no added token is found there, nor
    /// across their ends.
    ///
    /// @param literal in order, without overlap
    public Encoding encode(String text, List<TextRange> literal) {
        EncodingBuilder out = new EncodingBuilder(text.length() / 3 + 16);
        int at = 0;
        for (TextRange range : literal) {
            piece(text, at, range.from(), false, out);
            piece(text, range.from(), range.to(), true, out);
            at = range.to();
        }
        piece(text, at, text.length(), false, out);
        return out.build();
    }

    /// Adds the tokens of a piece. A tokenizer that puts something before a text must not do so before a piece in the
    /// middle: that is encoded behind a line feed, whose tokens are left out. Source: transformers 5.24,
    /// `_encode_chat_piece`.
    private void piece(String text, int from, int to, boolean isPlain, EncodingBuilder out) {
        boolean isMiddle = from > 0 || isPlain;
        if (!isMiddle || !normalizer.isPrefixing() && !words.isPrefixing()) {
            piece(text, from, to, out, isPlain);
            return;
        }
        if (from == to) {
            return;
        }
        String behind = "\n" + text.substring(from, to);
        EncodingBuilder made = new EncodingBuilder(behind.length());
        piece(behind, 0, behind.length(), made, isPlain);
        Encoding found = made.build();
        int[] lineFeed = encode("\n").ids();
        boolean isBehind = found.size() >= lineFeed.length
                && Arrays.equals(found.ids(), 0, lineFeed.length, lineFeed, 0, lineFeed.length);
        if (!isBehind) {
            piece(text, from, to, out, isPlain);
            return;
        }
        for (int index = lineFeed.length; index < found.size(); index++) {
            out.add(found.id(index), from + Math.max(0, found.start(index) - 1), from + found.end(index) - 1);
        }
    }

    private void piece(String text, int from, int to, EncodingBuilder out, boolean isPlain) {
        if (isPlain) {
            encodePlain(text, from, to, out);
        } else {
            encode(text, from, to, out);
        }
    }

    private void encodePlain(String text, int from, int to, EncodingBuilder out) {
        AlignedText given =
                normalizer.keeps(text, from, to) ? AlignedText.same(text) : normalizer.normalize(text, from, to);
        boolean isSame = given.value() == text;
        int first = isSame ? from : 0;
        int last = isSame ? to : given.value().length();
        if (first < last) {
            words.split(given, first, last, (word, a, b) -> model.encode(word, a, b, out));
        }
    }

    private void encode(String text, int first, int last, EncodingBuilder out) {
        AlignedText given = AlignedText.same(text);
        raw.split(text, first, last, new AddedTokenSplitter.Parts() {
            @Override
            public void gap(int from, int to) {
                if (normalizer.keeps(text, from, to)) {
                    encode(given, from, to, out);
                } else {
                    AlignedText changed = normalizer.normalize(text, from, to);
                    encode(changed, 0, changed.value().length(), out);
                }
            }

            @Override
            public void token(AddedToken token, int from, int to) {
                out.add(token.id(), from, to);
            }
        });
    }

    private void encode(AlignedText text, int from, int to, EncodingBuilder out) {
        normalized.split(text.value(), from, to, new AddedTokenSplitter.Parts() {
            @Override
            public void gap(int first, int last) {
                words.split(text, first, last, (word, a, b) -> model.encode(word, a, b, out));
            }

            @Override
            public void token(AddedToken token, int first, int last) {
                out.add(token.id(), text.start(first), text.end(last));
            }
        });
    }

    /// The text of tokens, special ones included. Bytes that are no UTF-8 are U+FFFD.
    ///
    /// @throws IllegalArgumentException if an id is not in the vocabulary
    public String decode(int... ids) {
        return decoder.decode(Arrays.stream(ids)
                .mapToObj(
                        id -> tokenOf(id).orElseThrow(() -> new IllegalArgumentException("no token has the id " + id)))
                .toList());
    }

    /// The id of a token: an added one as it is spelled, another as the vocabulary spells its bytes.
    public OptionalInt idOf(String token) {
        AddedToken found = added.get(token);
        return found == null ? model.vocabulary().id(token) : OptionalInt.of(found.id());
    }

    /// The token with this id, as the vocabulary spells it.
    public Optional<String> tokenOf(int id) {
        AddedToken found = addedById.get(id);
        return found == null ? model.vocabulary().token(id) : Optional.of(found.content());
    }

    /// The tokens that are found before the text is cut, by id.
    public List<AddedToken> addedTokens() {
        return added.values().stream()
                .sorted(Comparator.comparingInt(AddedToken::id))
                .toList();
    }

    /// How many ids there are.
    public int size() {
        long more = added.values().stream()
                .filter(token -> model.vocabulary().id(token.content()).isEmpty())
                .count();
        return (int) (model.vocabulary().size() + more);
    }

    /// Cuts added tokens out of a text: from left to right, the longest first. Source: `added_vocabulary.rs` of Hugging
    /// Face tokenizers.
    private static final class AddedTokenSplitter {
        private final AddedTokenTrie trie;

        /// The parts of a text.
        interface Parts {
            /// Text without added tokens; never empty.
            void gap(int from, int to);

            /// An added token with the white space that belongs to it.
            void token(AddedToken token, int from, int to);
        }

        /// @param tokens by the text in which they are found
        AddedTokenSplitter(Map<String, AddedToken> tokens) {
            this.trie = new AddedTokenTrie(tokens);
        }

        void split(String text, int from, int to, Parts out) {
            int gap = from;
            int at = trie.isEmpty() ? to : trie.candidate(text, from, to);
            while (at < to) {
                Optional<AddedTokenTrie.Match> match = trie.longest(text, at, to);
                int end = at + 1;
                if (match.isPresent()) {
                    AddedToken token = match.get().token();
                    end = match.get().end();
                    if (!token.singleWord() || standsAlone(text, from, to, at, end)) {
                        int first = token.lstrip() ? Math.max(gap, skipBack(text, from, at)) : at;
                        int last = token.rstrip() ? skip(text, end, to) : end;
                        if (gap < first) {
                            out.gap(gap, first);
                        }
                        out.token(token, first, last);
                        gap = last;
                    }
                }
                at = trie.candidate(text, end, to);
            }
            if (gap < to) {
                out.gap(gap, to);
            }
        }

        private static boolean standsAlone(String text, int from, int to, int at, int end) {
            return !(at > from && CharacterClasses.isWord(text.codePointBefore(at)))
                    && !(end < to && CharacterClasses.isWord(text.codePointAt(end)));
        }

        private static int skip(String text, int from, int to) {
            int at = from;
            while (at < to && CharacterClasses.isSpace(text.charAt(at))) {
                at++;
            }
            return at;
        }

        private static int skipBack(String text, int from, int to) {
            int at = to;
            while (at > from && CharacterClasses.isSpace(text.charAt(at - 1))) {
                at--;
            }
            return at;
        }
    }

    /// A part of a text that is encoded by itself, in UTF-16 units.
    ///
    /// @param to not included
    public record TextRange(int from, int to) {
        public TextRange {
            if (from < 0 || to <= from) {
                throw new IllegalArgumentException("a range of at least one character was expected");
            }
        }
    }

    /// Makes the tokens of a word.
    interface TokenModel {
        Vocabulary vocabulary();

        /// Adds the tokens of the word `[from, to)`.
        void encode(AlignedText text, int from, int to, EncodingBuilder out);
    }
}
