package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/// Reads the `pre_tokenizer` of a `tokenizer.json`: splitters, and `ByteLevel` behind them.
public final class PreTokenizerJson {
    private final JsonNode node;
    private Splitter first = PreTokenizer.WHOLE;
    private Optional<WordSource> found = Optional.empty();

    public PreTokenizerJson(JsonNode node) {
        this.node = node;
    }

    /// The pre-tokenizer of a file; without one, a text stays whole.
    WordSource read() {
        add(node, "/pre_tokenizer");
        return found.orElseGet(() -> new PreTokenizer(first, false, PreTokenizer.WHOLE));
    }

    private void add(JsonNode part, String place) {
        if (part.isMissingNode() || part.isNull()) {
            return;
        }
        if (found.isPresent()) {
            throw new TokenizerFormatException(place, "nothing is supported behind ByteLevel or Metaspace");
        }
        String type = part.path("type").asText();
        switch (type) {
            case "Sequence" -> {
                List<JsonNode> parts = new ArrayList<>();
                part.path("pretokenizers").forEach(parts::add);
                for (int index = 0; index < parts.size(); index++) {
                    add(parts.get(index), place + "/pretokenizers/" + index);
                }
            }
            case "ByteLevel" -> found = Optional.of(byteLevel(part));
            case "Metaspace" -> found = Optional.of(metaspace(part, place));
            case "WhitespaceSplit" -> then(new ClassSplitter(CharacterClasses::isSpace, SplitBehavior.REMOVED));
            case "Split" -> then(split(part, place));
            case "Digits" ->
                then(new ClassSplitter(
                        codePoint -> (CharacterClasses.of(codePoint) & CharacterClasses.NUMBER) != 0,
                        part.path("individual_digits").asBoolean()
                                ? SplitBehavior.ISOLATED
                                : SplitBehavior.CONTIGUOUS));
            case "Punctuation" ->
                then(new ClassSplitter(CharacterClasses::isPunctuation, behavior(part, place, SplitBehavior.ISOLATED)));
            default ->
                throw new TokenizerFormatException(
                        place + "/type",
                        "the pre-tokenizer " + type
                                + " is not supported; Split, Digits, Punctuation, WhitespaceSplit, ByteLevel, Metaspace"
                                + " and Sequence are");
        }
    }

    private void then(Splitter next) {
        first = first == PreTokenizer.WHOLE ? next : first.then(next);
    }

    private PreTokenizer byteLevel(JsonNode part) {
        Splitter second = part.path("use_regex").asBoolean(true)
                ? KnownPatterns.scanner(KnownPatterns.GPT2).orElseThrow()
                : PreTokenizer.WHOLE;
        return new PreTokenizer(first, part.path("add_prefix_space").asBoolean(true), second);
    }

    private WordSource metaspace(JsonNode part, String place) {
        String mark = part.path("replacement").asText();
        if (mark.length() != 1) {
            throw new TokenizerFormatException(place + "/replacement", "expected one character");
        }
        String standard = part.path("add_prefix_space").asBoolean(true) ? "always" : "never";
        Metaspace.Scheme scheme = switch (part.path("prepend_scheme").asText(standard)) {
            case "always" -> Metaspace.Scheme.ALWAYS;
            case "first" -> Metaspace.Scheme.FIRST;
            case "never" -> Metaspace.Scheme.NEVER;
            default ->
                throw new TokenizerFormatException(
                        place + "/prepend_scheme", "expected one of always, first and never");
        };
        return new Metaspace(first, mark.charAt(0), scheme, part.path("split").asBoolean(true));
    }

    private static Splitter split(JsonNode part, String place) {
        SplitBehavior behavior = behavior(part, place, SplitBehavior.ISOLATED);
        boolean inverts = part.path("invert").asBoolean();
        JsonNode pattern = part.path("pattern");
        if (pattern.path("String").isTextual()) {
            return RegexSplitter.literal(
                    place + "/pattern/String", pattern.path("String").textValue(), behavior, inverts);
        }
        if (!pattern.path("Regex").isTextual()) {
            throw new TokenizerFormatException(place + "/pattern", "expected Regex or String with a string");
        }
        String regex = pattern.path("Regex").textValue();
        Optional<Splitter> scanner =
                behavior == SplitBehavior.ISOLATED ? KnownPatterns.scanner(regex) : Optional.empty();
        return scanner.orElseGet(() -> RegexSplitter.of(place + "/pattern/Regex", regex, behavior, inverts));
    }

    private static SplitBehavior behavior(JsonNode part, String place, SplitBehavior fallback) {
        String label = part.path("behavior").asText(fallback.label());
        return Arrays.stream(SplitBehavior.values())
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new TokenizerFormatException(
                        place + "/behavior",
                        "expected one of Removed, Isolated, MergedWithPrevious, MergedWithNext," + " Contiguous, found "
                                + label));
    }

    /// Cuts at characters of a class, such as digits.
    record ClassSplitter(IntPredicate isDelimiter, SplitBehavior behavior) implements Splitter {
        @Override
        public void split(String text, int from, int to, PieceSink out) {
            SplitBehavior.Stretches found = new SplitBehavior.Stretches();
            int start = from;
            int at = from;
            while (at < to) {
                int end = CharacterClasses.next(text, at, to);
                if (isDelimiter.test(CharacterClasses.codePointAt(text, at, to))) {
                    found.add(start, at, false);
                    found.add(at, end, true);
                    start = end;
                }
                at = end;
            }
            found.add(start, to, false);
            behavior.apply(found, from, out);
        }
    }
}
