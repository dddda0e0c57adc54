package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A byte-level BPE tokenizer: ids and offsets of a text, and the text of ids.
public final class Tokenizer {
    private final BpeModel model;
    private final TextNormalizer normalizer;
    private final PreTokenizer words;
    private final Map<String, AddedToken> added = new LinkedHashMap<>();
    private final Map<Integer, AddedToken> addedById = new HashMap<>();
    private final AddedTokenSplitter raw;
    private final AddedTokenSplitter normalized;

    /// @param addedTokens of two with one text the later counts
    Tokenizer(BpeModel model, TextNormalizer normalizer, PreTokenizer words, List<AddedToken> addedTokens) {
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
        EncodingBuilder out = new EncodingBuilder(text.length() / 3 + 16);
        AlignedText given = AlignedText.same(text);
        raw.split(text, 0, text.length(), new AddedTokenSplitter.Parts() {
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
        return out.build();
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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(ids.length * 4);
        for (int id : ids) {
            ByteAlphabet.decode(
                    tokenOf(id).orElseThrow(() -> new IllegalArgumentException("no token has the id " + id)), bytes);
        }
        return bytes.toString(StandardCharsets.UTF_8);
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
}
