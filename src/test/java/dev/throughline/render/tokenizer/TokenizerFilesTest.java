package dev.throughline.render.tokenizer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Ours against the tokenizers library, with files of real models: a million tokens of mixed text each.
///
/// The directory has files `*.json`, each a `tokenizer.json`, and texts `*.txt` that are encoded line by line and
/// whole,
/// beside random ones.
@EnabledIfSystemProperty(
        named = "throughline.tokenizer.files",
        matches = ".+",
        disabledReason = "no directory with tokenizer.json files was named (-Dthroughline.tokenizer.files=DIR)")
class TokenizerFilesTest {
    private static final int TOKENS = Integer.getInteger("throughline.tokenizer.tokens", 1_000_000);
    private static final int MOST_DIFFERENT = 5;
    private static final Map<String, String> AS_IT_IS =
            Map.of("addSpecialTokens", "false", "truncation", "false", "padding", "false");

    @BeforeAll
    static void stayOffline() {
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
        System.setProperty("DJL_CACHE_DIR", "target/djl");
    }

    static Stream<Path> files() throws IOException {
        return named(".json").stream();
    }

    private static List<Path> named(String ending) throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("throughline.tokenizer.files")))) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void idsAreThoseOfTheLibrary(Path file) throws IOException {
        JsonNode document = new JsonMapper().readTree(file.toFile());
        Tokenizer ours = Tokenizer.read(document);
        List<String> special = new ArrayList<>();
        document.path("added_tokens")
                .forEach(token -> special.add(token.path("content").textValue()));
        List<String> different = new ArrayList<>();
        long tokens = 0;
        long texts = 0;
        try (HuggingFaceTokenizer library = HuggingFaceTokenizer.newInstance(file, AS_IT_IS)) {
            for (Path text : named(".txt")) {
                String whole = Files.readString(text);
                for (String line : (Iterable<String>) Stream.concat(Stream.of(whole), whole.lines())::iterator) {
                    tokens += compare(ours, library, line, different);
                    texts++;
                }
            }
            RandomTexts random = new RandomTexts(48, special);
            while (tokens < TOKENS && different.size() < MOST_DIFFERENT) {
                tokens += compare(ours, library, random.next(), different);
                texts++;
            }
        }
        System.out.printf(
                "%s: %,d tokens in %,d texts, %d differ%n", file.getFileName(), tokens, texts, different.size());
        assertThat(different).isEmpty();
        assertThat(tokens).isGreaterThanOrEqualTo(TOKENS);
    }

    private static long compare(Tokenizer ours, HuggingFaceTokenizer library, String text, List<String> different) {
        long[] expected = library.encode(text, false, false).getIds();
        long[] found = Arrays.stream(ours.encode(text).ids()).asLongStream().toArray();
        int at = Arrays.mismatch(expected, found);
        if (at >= 0 && different.size() < MOST_DIFFERENT) {
            different.add("\"" + text.substring(0, Math.min(text.length(), 300)) + "\" from token " + at + ": expected "
                    + Arrays.toString(Arrays.copyOfRange(expected, at, Math.min(expected.length, at + 8))) + ", found "
                    + Arrays.toString(Arrays.copyOfRange(found, at, Math.min(found.length, at + 8))));
        }
        return expected.length;
    }
}
