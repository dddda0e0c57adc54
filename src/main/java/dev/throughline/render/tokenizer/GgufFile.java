package dev.throughline.render.tokenizer;

import dev.throughline.render.tokenizer.TokenizerConfig.SpecialTokens;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The tokenizer and chat templates in a GGUF file.
public final class GgufFile {
    private static final String PREFIX = "tokenizer.ggml.";
    private static final String TEMPLATE = "tokenizer.chat_template";
    private static final int BUFFER = 1 << 16;
    /// Token types of GGUF: what controls the model or is unknown, and what users added.
    private static final long UNKNOWN = 2;
    private static final long CONTROL = 3;
    private static final long USER_DEFINED = 4;

    private final Map<String, Object> metadata;

    private GgufFile(Map<String, Object> metadata) {
        this.metadata = metadata;
    }

    /// Reads the metadata of a file; its tensors are ignored.
    ///
    /// @throws TokenizerFormatException naming the key of what is wrong
    /// @throws IOException if the file cannot be read
    public static GgufFile read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
            return read(in);
        }
    }

    static GgufFile read(InputStream in) throws IOException {
        return new GgufFile(new GgufReader(in, key -> key.startsWith(PREFIX) || key.equals(TEMPLATE)).read());
    }

    /// The chat template.
    public Optional<String> chatTemplate() {
        return text(TEMPLATE);
    }

    /// The tokens that the file names by their purpose.
    public SpecialTokens specialTokens() {
        return new SpecialTokens(
                token("bos_token_id"), token("eos_token_id"), token("unknown_token_id"), token("padding_token_id"));
    }

    /// The tokenizer.
    ///
    /// @throws TokenizerFormatException naming the key of what is wrong or not supported
    public Tokenizer tokenizer() {
        String kind = text(PREFIX + "model").orElse("");
        if (!kind.equals("gpt2")) {
            throw new TokenizerFormatException(
                    PREFIX + "model", "\"" + kind + "\" is not supported; \"gpt2\" (byte-level BPE) is");
        }
        GgufPreTokenizer words = GgufPreTokenizer.of(text(PREFIX + "pre").orElse("default"), PREFIX + "pre");
        List<String> tokens = strings("tokens");
        List<Object> types = list("token_type");
        if (!types.isEmpty() && types.size() != tokens.size()) {
            throw new TokenizerFormatException(
                    PREFIX + "token_type", "has " + types.size() + " values for " + tokens.size() + " tokens");
        }
        Vocabulary vocabulary = vocabulary(tokens);
        SymbolSource symbols =
                new SymbolSource.OfBytes(new ByteSymbols(vocabulary, false, false).find(PREFIX + "tokens"));
        BpeModel model = new BpeModel(vocabulary, merges(vocabulary), symbols, words.ignoresMerges());
        return new Tokenizer(
                model, TextNormalizer.NONE, words.preTokenizer(), TokenDecoder.BYTE_LEVEL, added(tokens, types));
    }

    private static Vocabulary vocabulary(List<String> tokens) {
        Map<String, Integer> ids = HashMap.newHashMap(tokens.size());
        for (int id = 0; id < tokens.size(); id++) {
            ids.putIfAbsent(tokens.get(id), id);
        }
        return new Vocabulary(ids);
    }

    /// llama.cpp writes a word whose merged token is not in the vocabulary as bytes again, so such a merge is left
    /// out.
    private MergeTable merges(Vocabulary vocabulary) {
        List<String> lines = strings("merges");
        MergeTable merges = new MergeTable(lines.size());
        for (int rank = 0; rank < lines.size(); rank++) {
            String[] pair = BpeModelJson.pair(lines.get(rank), PREFIX + "merges[" + rank + "]");
            OptionalInt left = vocabulary.id(pair[0]);
            OptionalInt right = vocabulary.id(pair[1]);
            OptionalInt merged = vocabulary.id(pair[0] + pair[1]);
            if (left.isPresent() && right.isPresent() && merged.isPresent()) {
                merges.put(left.getAsInt(), right.getAsInt(), rank, merged.getAsInt());
            }
        }
        return merges;
    }

    private static List<AddedToken> added(List<String> tokens, List<Object> types) {
        List<AddedToken> found = new ArrayList<>();
        for (int id = 0; id < types.size(); id++) {
            long type = types.get(id) instanceof Long number ? number : 0;
            boolean isSpecial = type == CONTROL || type == UNKNOWN;
            if ((isSpecial || type == USER_DEFINED) && !tokens.get(id).isEmpty()) {
                found.add(AddedToken.plain(id, tokens.get(id), isSpecial));
            }
        }
        return found;
    }

    private Optional<String> token(String name) {
        List<Object> tokens = list("tokens");
        return metadata.get(PREFIX + name) instanceof Long id
                        && id >= 0
                        && id < tokens.size()
                        && tokens.get(id.intValue()) instanceof String token
                ? Optional.of(token)
                : Optional.empty();
    }

    private Optional<String> text(String key) {
        return metadata.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private List<String> strings(String name) {
        List<String> found = new ArrayList<>();
        for (Object each : list(name)) {
            if (!(each instanceof String text)) {
                throw new TokenizerFormatException(PREFIX + name, "expected an array of strings");
            }
            found.add(text);
        }
        if (found.isEmpty()) {
            throw new TokenizerFormatException(PREFIX + name, "expected an array of strings");
        }
        return found;
    }

    private List<Object> list(String name) {
        return metadata.get(PREFIX + name) instanceof List<?> values ? List.copyOf(values) : List.of();
    }

    /// The pre-tokenizer for a name in a GGUF file. The file does not contain the regular expressions; they are
    /// those of the models' own files. Text is not normalized, as in llama.cpp. Source: the names in
    /// `llama-vocab.cpp` of llama.cpp.
    ///
    /// @param ignoresMerges whether a word that is a token is never cut
    record GgufPreTokenizer(List<String> patterns, boolean ignoresMerges) {
        private static final String DEEPSEEK = "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
                + "|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*"
                + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
        private static final String KANA_AND_HAN = "[\u4E00-\u9FA5\u3040-\u309F\u30A0-\u30FF]+";
        private static final String DIGIT = "\\p{N}";

        /// @throws TokenizerFormatException for a name whose expressions are not known
        public static GgufPreTokenizer of(String name, String place) {
            return switch (name) {
                case "dbrx", "smaug-bpe" -> plain(KnownPatterns.THREE_DIGITS);
                // Of GLM as llama-server b11669 does it: a word that is a token stays whole.
                case "glm4", "chatglm-bpe" -> wholeWords(KnownPatterns.THREE_DIGITS);
                case "llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2" ->
                    wholeWords(KnownPatterns.THREE_DIGITS);
                case "qwen2", "deepseek-r1-qwen", "stablelm2", "hunyuan", "megrez", "grok-2" ->
                    plain(KnownPatterns.ONE_DIGIT);
                case "qwen35" -> plain(KnownPatterns.WITH_MARKS);
                case "gpt-4o", "llama4" -> plain(KnownPatterns.O200K);
                case "tekken" -> wholeWords(KnownPatterns.TEKKEN);
                case "gpt-2", "phi-2", "mpt", "olmo", "jais", "trillion" -> plain(KnownPatterns.GPT2);
                case "smollm", "starcoder", "refact", "command-r", "codeshell", "exaone" ->
                    plain(DIGIT, KnownPatterns.GPT2);
                case "deepseek-v3", "hunyuan-dense" -> plain("\\p{N}{1,3}", KANA_AND_HAN, DEEPSEEK);
                default ->
                    throw new TokenizerFormatException(
                            place,
                            "the pre-tokenizer \"" + name + "\" is not known; give the model's tokenizer.json instead");
            };
        }

        private static GgufPreTokenizer plain(String... patterns) {
            return new GgufPreTokenizer(List.of(patterns), false);
        }

        private static GgufPreTokenizer wholeWords(String pattern) {
            return new GgufPreTokenizer(List.of(pattern), true);
        }

        public PreTokenizer preTokenizer() {
            Splitter all = PreTokenizer.WHOLE;
            for (String pattern : patterns) {
                Splitter next = KnownPatterns.scanner(pattern)
                        .orElseGet(
                                () -> RegexSplitter.of("tokenizer.ggml.pre", pattern, SplitBehavior.ISOLATED, false));
                all = all == PreTokenizer.WHOLE ? next : all.then(next);
            }
            return new PreTokenizer(all, false, PreTokenizer.WHOLE);
        }
    }
}
