package dev.throughline.render.tokenizer;

import java.util.List;

/// The pre-tokenizer for a name in a GGUF file. The file does not contain the regular expressions; they are those of
/// the models' own files. Text is not normalized, as in llama.cpp. Source: the names in `llama-vocab.cpp` of
/// llama.cpp.
///
/// @param ignoresMerges whether a word that is a token is never cut
public record GgufPreTokenizer(List<String> patterns, boolean ignoresMerges) {
    private static final String DEEPSEEK = "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
            + "|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
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
                    .orElseGet(() -> RegexSplitter.of("tokenizer.ggml.pre", pattern, SplitBehavior.ISOLATED, false));
            all = all == PreTokenizer.WHOLE ? next : all.then(next);
        }
        return new PreTokenizer(all, false, PreTokenizer.WHOLE);
    }
}
