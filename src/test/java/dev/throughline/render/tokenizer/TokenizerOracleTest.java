package dev.throughline.render.tokenizer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Ours against the tokenizers library, in its Java binding.
@DisabledOnOs(
        value = OS.MAC,
        architectures = "x86_64",
        disabledReason = "the Java binding of the tokenizers library has no native code for it")
@Thorough
class TokenizerOracleTest {
    private static final int TEXTS = Thoroughness.tries(3_000, 300);

    private static final Map<String, String> AS_IT_IS =
            Map.of("addSpecialTokens", "false", "truncation", "false", "padding", "false");

    /// The binding would look for newer native code, and report its use.
    @BeforeAll
    static void stayOffline() {
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
        System.setProperty("DJL_CACHE_DIR", "target/djl");
    }

    static Stream<Arguments> vocabularies() {
        return Stream.of(
                Arguments.of(Named.of("GLM", TestVocabularies.glm())),
                Arguments.of(Named.of("GPT-2 with NFC", TestVocabularies.spaced())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vocabularies")
    void idsAndOffsetsAreThoseOfTheLibrary(ObjectNode document) throws IOException {
        List<String> special = new ArrayList<>();
        document.path("added_tokens")
                .forEach(token -> special.add(token.path("content").textValue()));
        special.addAll(List.of("<|user|>", " <left> ", "\n<right>\n", "words word.", "e\u0301te\u0301", "ete\u0301"));
        Tokenizer ours = Tokenizer.read(document);
        RandomTexts texts = new RandomTexts(20, special);
        try (HuggingFaceTokenizer library = library(document)) {
            for (int count = 0; count < TEXTS; count++) {
                String text = texts.next();

                assertThat(tokens(text, ours.encode(text)))
                        .as("text %d", count)
                        .isEqualTo(tokens(library.encode(text, false, false)));
            }
        }
    }

    static Stream<Arguments> words() {
        return Stream.of(
                        List.of(KnownPatterns.ONE_DIGIT),
                        List.of(KnownPatterns.WITH_MARKS),
                        List.of(KnownPatterns.O200K),
                        List.of(KnownPatterns.TEKKEN),
                        List.of("\\p{N}{1,3}", "[\u4E00-\u9FA5\u3040-\u309F\u30A0-\u30FF]+", "[^\\s]+|\\s+$"),
                        List.of("\\p{Han}+|[A-Za-z]+", "(?i:e|\u00C0)"))
                .flatMap(patterns ->
                        Stream.of(SplitBehavior.values()).map(behavior -> Arguments.of(patterns, behavior)));
    }

    static Stream<Arguments> pieces() {
        return Stream.of(
                Arguments.of(Named.of("BPE, prepended", PieceVocabularies.prepended())),
                Arguments.of(Named.of("BPE, split at spaces", PieceVocabularies.split())),
                Arguments.of(Named.of("BPE, a byte is missing", PieceVocabularies.withoutTab())),
                Arguments.of(Named.of("Unigram, NFKC", PieceVocabularies.unigram("always"))),
                Arguments.of(Named.of("Unigram, first", PieceVocabularies.unigram("first"))),
                Arguments.of(Named.of("Unigram, character map", PieceVocabularies.mapped())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pieces")
    void idsOfPiecesAreThoseOfTheLibrary(ObjectNode document) throws IOException {
        Tokenizer ours = Tokenizer.read(document);
        RandomTexts texts = new RandomTexts(23, List.of("<s>", "</s>", "\u2581", "\uFF21\u00B2", "\uFB01"));
        try (HuggingFaceTokenizer library = library(document)) {
            for (int count = 0; count < TEXTS; count++) {
                String text = texts.next();
                int[] ids = ours.encode(text).ids();

                assertThat(Arrays.stream(ids).asLongStream().toArray())
                        .as("text %d", count)
                        .isEqualTo(library.encode(text, false, false).getIds());
                assertThat(ours.decode(ids))
                        .as("text %d", count)
                        .isEqualTo(
                                library.decode(Arrays.stream(ids).asLongStream().toArray(), false));
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("words")
    void wordsAreThoseOfTheLibrary(List<String> patterns, SplitBehavior behavior) throws IOException {
        ObjectNode document = TestVocabularies.glm();
        TestVocabularies.splitAt(document, patterns, behavior);
        Tokenizer ours = Tokenizer.read(document);
        RandomTexts texts = new RandomTexts(22, TestVocabularies.TAGS);
        try (HuggingFaceTokenizer library = library(document)) {
            for (int count = 0; count < TEXTS / 10; count++) {
                String text = texts.next();

                assertThat(tokens(text, ours.encode(text)))
                        .as("text %d", count)
                        .isEqualTo(tokens(library.encode(text, false, false)));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vocabularies")
    void textOfIdsIsThatOfTheLibrary(ObjectNode document) throws IOException {
        Tokenizer ours = Tokenizer.read(document);
        RandomTexts texts = new RandomTexts(21, TestVocabularies.MARKERS);
        try (HuggingFaceTokenizer library = library(document)) {
            for (int count = 0; count < TEXTS / 6; count++) {
                int[] ids = ours.encode(texts.next()).ids();
                int[] half = Arrays.copyOfRange(ids, ids.length / 3, ids.length);

                assertThat(ours.decode(half))
                        .as("text %d", count)
                        .isEqualTo(library.decode(
                                Arrays.stream(half).asLongStream().toArray(), false));
            }
        }
    }

    private static HuggingFaceTokenizer library(ObjectNode document) throws IOException {
        return HuggingFaceTokenizer.newInstance(
                new ByteArrayInputStream(document.toString().getBytes(StandardCharsets.UTF_8)), AS_IT_IS);
    }

    private static List<String> tokens(String text, Encoding encoding) {
        List<String> found = new ArrayList<>();
        for (int index = 0; index < encoding.size(); index++) {
            int start = text.codePointCount(0, encoding.start(index));
            int end = text.codePointCount(0, encoding.end(index));
            found.add(encoding.id(index) + "@" + start + "-" + end);
        }
        return found;
    }

    private static List<String> tokens(ai.djl.huggingface.tokenizers.Encoding encoding) {
        List<String> found = new ArrayList<>();
        CharSpan[] spans = encoding.getCharTokenSpans();
        for (int index = 0; index < spans.length; index++) {
            found.add(encoding.getIds()[index] + "@" + spans[index].getStart() + "-" + spans[index].getEnd());
        }
        return found;
    }
}
