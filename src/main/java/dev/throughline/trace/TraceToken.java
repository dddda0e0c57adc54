package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A marker that is placed in an answer and looked for in later requests: `[CATEGORY-API-Tn-8hex]`.
/// @param api one of `OAI`, `ANT`, `RSP`
/// @param turn the user turn of the conversation, from 1
/// @param nonce eight lower-case hexadecimal digits
public record TraceToken(Category category, String api, int turn, String nonce) {
    private static final Pattern FORM =
            Pattern.compile("\\[(THINK|CONTENT|TOOL_IN|TOOL_OUT)-(OAI|ANT|RSP)-T([0-9]{1,9})-([0-9a-f]{8})]");

    public TraceToken {
        if (!nonce.matches("[0-9a-f]{8}")) {
            throw new IllegalArgumentException("a nonce of eight hexadecimal digits was expected, found " + nonce);
        }
    }

    public static TraceToken of(Category category, Dialect dialect, int turn, String nonce) {
        return new TraceToken(category, dialect.tokenTag(), turn, nonce);
    }

    /// All tokens in a text, in order, including repetitions.
    public static List<TraceToken> findAll(String text) {
        if (text.indexOf('[') < 0) {
            return List.of();
        }
        List<TraceToken> found = new ArrayList<>();
        Matcher matcher = FORM.matcher(text);
        while (matcher.find()) {
            found.add(new TraceToken(
                    Category.valueOf(matcher.group(1)),
                    matcher.group(2),
                    Integer.parseInt(matcher.group(3)),
                    matcher.group(4)));
        }
        return found;
    }

    /// The distinct tokens of a text in their written form.
    public static Set<String> textsIn(String text) {
        return findAll(text).stream().map(TraceToken::toString).collect(Collectors.toSet());
    }

    @Override
    public String toString() {
        return "[" + category + "-" + api + "-T" + turn + "-" + nonce + "]";
    }
}
