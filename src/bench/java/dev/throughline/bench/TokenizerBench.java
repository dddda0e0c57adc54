package dev.throughline.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.tokenizer.Encoding;
import dev.throughline.render.tokenizer.Tokenizer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What the tokenizer makes per second, with 800 added tokens: the counter `tokens`.
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--sun-misc-unsafe-memory-access=allow")
public class TokenizerBench {
    private static final int ADDED = 800;
    private static final int CHARACTERS = 1_000_000;
    private static final String SYLLABLES = "re in at on en er st le ar te co de al ti ng th ou se pro ment";
    private static final String PATTERN = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}"
            + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

    /// A text of a million characters.
    @State(Scope.Benchmark)
    public static class Text {
        /// Words that come again as those of prose do, or words of which nearly none does.
        @Param({"prose", "noise"})
        public String kind = "prose";

        /// The pattern as its scanner reads it, or written so that the general way is taken.
        @Param({"scanner", "regex"})
        public String words = "scanner";

        private Tokenizer tokenizer = Tokenizer.read(document("scanner"));
        private String text = "";

        @Setup
        public void write() {
            tokenizer = Tokenizer.read(document(words));
            Random random = new Random(1);
            String[] syllables = SYLLABLES.split(" ");
            StringBuilder written = new StringBuilder();
            while (written.length() < CHARACTERS) {
                int word = kind.equals("prose") ? (int) Math.abs(random.nextGaussian() * 1_500) : random.nextInt();
                Random letters = new Random(word);
                for (int count = 1 + letters.nextInt(3); count > 0; count--) {
                    written.append(syllables[letters.nextInt(syllables.length)]);
                }
                written.append(kind.equals("prose") ? "" : Integer.toString(word, 36));
                written.append(random.nextInt(12) == 0 ? ".\n" : " ");
                written.append(random.nextInt(400) == 0 ? "<|extra_" + random.nextInt(ADDED) + "|>" : "");
            }
            text = written.toString();
        }
    }

    /// Counts what was made.
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Made {
        public long tokens;
    }

    @Benchmark
    public Encoding encode(Text text, Made made) {
        Encoding encoding = text.tokenizer.encode(text.text);
        made.tokens += encoding.size();
        return encoding;
    }

    /// A vocabulary whose merges make the syllables and some words of two.
    private static ObjectNode document(String words) {
        ObjectNode root = new JsonMapper().createObjectNode();
        ObjectNode model = root.putObject("model").put("type", "BPE");
        ObjectNode vocabulary = model.putObject("vocab");
        int other = 0x100;
        for (int value = 0; value < 256; value++) {
            boolean isPrintable = value >= '!' && value <= '~' || value >= 0xA1 && value <= 0xAC || value >= 0xAE;
            vocabulary.put(String.valueOf((char) (isPrintable ? value : other++)), value);
        }
        ArrayNode merges = model.putArray("merges");
        String[] syllables = SYLLABLES.split(" ");
        for (String syllable : syllables) {
            for (int end = 2; end <= syllable.length(); end++) {
                merge(vocabulary, merges, syllable.substring(0, end - 1), syllable.substring(end - 1, end));
            }
        }
        for (String first : syllables) {
            for (String second : syllables) {
                merge(vocabulary, merges, first, second);
            }
        }
        ArrayNode added = root.putArray("added_tokens");
        for (int index = 0; index < ADDED; index++) {
            added.addObject()
                    .put("content", "<|extra_" + index + "|>")
                    .put("special", true)
                    .put("normalized", false);
        }
        ArrayNode parts =
                root.putObject("pre_tokenizer").put("type", "Sequence").putArray("pretokenizers");
        ObjectNode split = parts.addObject().put("type", "Split").put("behavior", "Isolated");
        split.putObject("pattern").put("Regex", words.equals("regex") ? "(?:" + PATTERN + ")" : PATTERN);
        parts.addObject()
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("use_regex", false);
        return root;
    }

    private static void merge(ObjectNode vocabulary, ArrayNode merges, String left, String right) {
        if (!vocabulary.has(left + right)) {
            vocabulary.put(left + right, vocabulary.size());
            merges.add(left + " " + right);
        }
    }
}
