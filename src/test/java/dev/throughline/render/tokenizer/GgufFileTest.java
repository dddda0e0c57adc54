package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GgufFileTest {
    private static final ObjectNode GLM = TestVocabularies.glm();

    @TempDir
    private Path directory;

    /// The vocabulary of a `tokenizer.json` as GGUF files have it.
    private static GgufWriter writer() {
        List<String> tokens = new ArrayList<>();
        List<Integer> types = new ArrayList<>();
        GLM.path("model").path("vocab").fieldNames().forEachRemaining(token -> {
            tokens.add(token);
            types.add(1);
        });
        GLM.path("added_tokens").forEach(token -> {
            tokens.add(token.path("content").textValue());
            types.add(token.path("special").booleanValue() ? 3 : 4);
        });
        List<String> merges = new ArrayList<>();
        GLM.path("model").path("merges").forEach(merge -> merges.add(merge.textValue()));
        // Files have merges whose token they lack; llama.cpp reads them.
        merges.add("Q!? Z");
        return new GgufWriter()
                .text("general.name", "tiny")
                .texts("general.tags", List.of("a", "b"))
                .numbers("some.numbers", List.of(1, 2, 3))
                .text("tokenizer.ggml.model", "gpt2")
                .texts("tokenizer.ggml.tokens", tokens)
                .numbers("tokenizer.ggml.token_type", types)
                .texts("tokenizer.ggml.merges", merges)
                .number("tokenizer.ggml.eos_token_id", tokens.indexOf("<|endoftext|>"))
                .number("tokenizer.ggml.bos_token_id", 99_999_999);
    }

    @Test
    void theTokenizerIsThatOfTheJsonFile() throws IOException {
        Path file = directory.resolve("tiny.gguf");
        Files.write(file, writer().text("tokenizer.ggml.pre", "llama-bpe").bytes());
        Tokenizer fromGguf = Tokenizer.ofGguf(file);
        Tokenizer fromJson = Tokenizer.read(GLM);
        RandomTexts texts = new RandomTexts(3, TestVocabularies.MARKERS);
        for (int count = 0; count < 300; count++) {
            String text = texts.next();

            assertThat(fromGguf.encode(text)).isEqualTo(fromJson.encode(text));
        }
        assertThat(fromGguf.addedTokens()).isEqualTo(fromJson.addedTokens());
    }

    @Test
    void readsTemplatesAndSpecialTokens() throws IOException {
        GgufFile file = read(writer().text("tokenizer.chat_template", "T").bytes());

        assertThat(file.chatTemplate()).hasValue("T");
        assertThat(file.specialTokens().end()).hasValue("<|endoftext|>");
        assertThat(file.specialTokens().begin()).isEmpty();
    }

    @Test
    void everyCutFileIsRefused() {
        byte[] whole = new GgufWriter()
                .text("tokenizer.ggml.model", "gpt2")
                .texts("tokenizer.ggml.tokens", List.of("a", "b"))
                .numbers("x", List.of(1, 2))
                .bytes();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);

            assertThatThrownBy(() -> read(cut)).as("cut at %d", length).isInstanceOf(TokenizerFormatException.class);
        }
    }

    @Test
    void everyChangedByteIsReadOrRefused() throws IOException {
        byte[] whole = new GgufWriter()
                .text("tokenizer.ggml.model", "gpt2")
                .text("tokenizer.ggml.pre", "glm4")
                .texts("tokenizer.ggml.tokens", List.of("a", "b", "ab", "<s>"))
                .numbers("tokenizer.ggml.token_type", List.of(1, 1, 1, 3))
                .texts("tokenizer.ggml.merges", List.of("a b"))
                .number("tokenizer.ggml.eos_token_id", 3)
                .bytes();
        int read = 0;
        for (int at = 0; at < 8 * whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at / 8] ^= (byte) (1 << at % 8);
            try {
                GgufFile file = read(changed);
                file.specialTokens();
                file.tokenizer().encode("ab<s>");
                read++;
            } catch (TokenizerFormatException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }

        assertThat(read).isPositive();
        assertThat(read(whole).tokenizer().encode("ab<s>").ids()).containsExactly(2, 3);
    }

    @Test
    void whatIsAnnouncedTakesNoMemory() {
        assertThatThrownBy(() -> read(new GgufWriter()
                        .announced("tokenizer.ggml.tokens", 9_000_000)
                        .bytes()))
                .hasMessage("tokenizer.ggml.tokens: the file ends inside its metadata");
        assertThatThrownBy(() -> read(new GgufWriter()
                        .announced("tokenizer.ggml.tokens", Long.MAX_VALUE)
                        .bytes()))
                .hasMessageContaining("announces an array of more than");
        assertThatThrownBy(() -> read(new GgufWriter().bytes(3, -1))).hasMessageContaining("entries of metadata");
    }

    @Test
    void otherFilesAndVersionsAreRefused() {
        assertThatThrownBy(() -> read(new byte[64])).hasMessage("not a GGUF file");
        assertThatThrownBy(() -> read(new GgufWriter().bytes(1, 0))).hasMessageContaining("version 1");
    }

    @Test
    void whatIsNotSupportedIsNamed() throws IOException {
        GgufFile unigram =
                read(new GgufWriter().text("tokenizer.ggml.model", "llama").bytes());
        GgufFile unknown = read(writer().text("tokenizer.ggml.pre", "odd").bytes());
        GgufFile empty = read(new GgufWriter()
                .text("tokenizer.ggml.model", "gpt2")
                .text("tokenizer.ggml.pre", "glm4")
                .bytes());

        assertThatThrownBy(unigram::tokenizer).hasMessageStartingWith("tokenizer.ggml.model: \"llama\"");
        assertThatThrownBy(unknown::tokenizer).hasMessageStartingWith("tokenizer.ggml.pre: the pre-tokenizer \"odd\"");
        assertThatThrownBy(empty::tokenizer).hasMessageStartingWith("tokenizer.ggml.tokens: ");
    }

    private static GgufFile read(byte[] bytes) throws IOException {
        return GgufFile.read(new ByteArrayInputStream(bytes));
    }
}
