package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.RenderWork;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TokenizerTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final ObjectNode GLM = TestVocabularies.glm();

    @Test
    void findsSpecialTokensInText() {
        Tokenizer tokenizer = Tokenizer.read(GLM);

        Encoding encoding = tokenizer.encode("[gMASK]<sop><|user|>ab<think>");

        List<String> tokens = IntStream.of(encoding.ids())
                .mapToObj(id -> tokenizer.tokenOf(id).orElseThrow())
                .toList();
        assertThat(tokens).startsWith("[gMASK]", "<sop>", "<|user|>").endsWith("<think>");
        assertThat(tokenizer.addedTokens())
                .filteredOn(AddedToken::special)
                .extracting(AddedToken::content)
                .contains("<|user|>")
                .doesNotContain("<think>");
        assertThat(tokenizer.idOf("<nothing>")).isEmpty();
    }

    @Test
    void tokensOfOneCharacterShareItsPlace() {
        Encoding encoding = Tokenizer.read(GLM).encode("a\uD83E\uDDE0");

        assertThat(encoding.size()).isGreaterThan(2);
        assertThat(encoding.start(1)).isEqualTo(1);
        assertThat(encoding.end(1)).isEqualTo(3);
        assertThat(encoding.start(encoding.size() - 1)).isEqualTo(1);
    }

    @Test
    void halfOfASurrogatePairIsAReplacementCharacter() {
        Tokenizer tokenizer = Tokenizer.read(GLM);

        assertThat(tokenizer.decode(tokenizer.encode("a\uD83Eb").ids())).isEqualTo("a\uFFFDb");
    }

    @Test
    void aLongWordIsCutInTimeThatGrowsWithItsLength() {
        Tokenizer tokenizer = Tokenizer.read(GLM);
        String word = "abcdefghij".repeat(20_000);

        assertThat(tokenizer.decode(tokenizer.encode(word).ids())).isEqualTo(word);
    }

    @Test
    void tokenizingEndsWithTheWorkOfARendering() {
        Tokenizer tokenizer = Tokenizer.read(GLM);
        var work = new RenderWork(Duration.ofDays(1));
        work.cancel();

        assertThatThrownBy(() -> work.run(() -> tokenizer.encode("some words")))
                .isInstanceOf(RenderWork.StoppedException.class);
    }

    @Test
    void anIdThatNoTokenHasIsRefused() {
        Tokenizer tokenizer = Tokenizer.read(GLM);

        assertThatThrownBy(() -> tokenizer.decode(1_000_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1000000");
    }

    @Test
    void idsGoUpToTheSize() {
        Tokenizer tokenizer = Tokenizer.read(GLM);

        assertThat(IntStream.range(0, tokenizer.size()))
                .allMatch(id -> tokenizer.tokenOf(id).isPresent());
        assertThat(tokenizer.tokenOf(tokenizer.size())).isEmpty();
        assertThat(tokenizer.addedTokens().stream().map(AddedToken::content).collect(Collectors.toList()))
                .containsAll(TestVocabularies.MARKERS);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    /model/type                        | "WordPiece"                            |
                    /model/vocab                       | {}                                     |
                    /model/vocab/a                     | {"a": -1}                              | /model/vocab
                    /model/merges/0                    | ["a zzz"]                              | /model/merges
                    /model/merges/0                    | ["a b c"]                              | /model/merges
                    /model/merges/0                    | [["a"]]                                | /model/merges
                    /model/dropout                     | 0.1                                    |
                    /model/end_of_word_suffix          | "</w>"                                 |
                    /normalizer/type                   | {"type": "Lowercase"}                  | /normalizer
                    /normalizer/normalizers/0/type     | {"type": "Sequence", "normalizers": [{"type": "NFD"}]} | /normalizer
                    /pre_tokenizer/type                | {"type": "BertPreTokenizer"}           | /pre_tokenizer
                    /pre_tokenizer/pattern/Regex       | {"type": "Split", "pattern": {"Regex": "("}} | /pre_tokenizer
                    /pre_tokenizer/pattern/Regex       | {"type": "Split", "pattern": {"Regex": "\\\\h"}} | /pre_tokenizer
                    /pre_tokenizer/behavior            | {"type": "Split", "pattern": {"Regex": "a"}, "behavior": "Odd"} | /pre_tokenizer
                    /decoder/type                      | {"type": "WordPiece"}                  | /decoder
                    /added_tokens/0/content            | [{"id": 1}]                            | /added_tokens
                    """)
    void whatIsNotSupportedIsNamed(String place, String value, String changed) throws IOException {
        ObjectNode document = GLM.deepCopy();
        String pointer = changed == null ? place : changed;
        int slash = pointer.lastIndexOf('/');
        ((ObjectNode) document.at(pointer.substring(0, slash))).set(pointer.substring(slash + 1), JSON.readTree(value));

        assertThatThrownBy(() -> Tokenizer.read(document))
                .isInstanceOfSatisfying(
                        TokenizerFormatException.class,
                        e -> assertThat(e.place()).isEqualTo(place));
    }

    @Test
    void aRegularExpressionThatTakesTooLongEndsInAnError() {
        ObjectNode document = GLM.deepCopy();
        TestVocabularies.splitAt(document, List.of("a*a*a*a*a*a*b"), SplitBehavior.ISOLATED);
        Tokenizer tokenizer = Tokenizer.read(document);

        assertThatThrownBy(() -> tokenizer.encode("a".repeat(200)))
                .isInstanceOf(TokenizerFormatException.class)
                .hasMessageContaining("takes too long");
    }

    @Test
    void aRegularExpressionThatTakesTooMuchStackEndsInAnError() {
        ObjectNode document = GLM.deepCopy();
        TestVocabularies.splitAt(document, List.of("(?:a|b)+"), SplitBehavior.ISOLATED);
        Tokenizer tokenizer = Tokenizer.read(document);

        assertThatThrownBy(() -> tokenizer.encode("ab".repeat(1_000_000)))
                .isInstanceOf(TokenizerFormatException.class)
                .hasMessageContaining("stack");
    }

    @Test
    void bytesWithoutATokenFallBackOnTheirNames() throws IOException {
        JsonNode document = JSON.readTree("""
                {"model": {"vocab": {"a": 0, "<0xC4>": 1, "<0xA0>": 2}, "merges": [], "byte_fallback": true},
                 "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false}}""");

        assertThat(Tokenizer.read(document).encode("a b").ids()).containsExactly(0, 1, 2);
    }

    @Test
    void readsTemplatesAndTokensOfAConfiguration() throws IOException {
        TokenizerConfig config = TokenizerConfig.read(JSON.readTree("""
                {"bos_token": "<s>", "eos_token": {"content": "</s>"}, "pad_token": null,
                 "chat_template": [{"name": "default", "template": "D"}, {"name": "tool_use", "template": "T"}]}"""));

        assertThat(config.chatTemplate()).hasValue("D");
        assertThat(config.namedTemplates()).containsEntry("tool_use", "T");
        assertThat(config.specialTokens().variables())
                .containsEntry("bos_token", "<s>")
                .containsEntry("eos_token", "</s>")
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /chat_template   | {"chat_template": 5}
                    /chat_template/0 | {"chat_template": [{"name": "x"}]}
                    /eos_token       | {"eos_token": 7}
                    """)
    void whatIsWrongInAConfigurationIsNamed(String place, String config) throws IOException {
        JsonNode read = JSON.readTree(config);

        assertThatThrownBy(() -> TokenizerConfig.read(read))
                .isInstanceOfSatisfying(
                        TokenizerFormatException.class,
                        e -> assertThat(e.place()).isEqualTo(place));
    }
}
