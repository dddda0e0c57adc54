package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.vendor.RuleBook;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Recognizes from the messages of backends that a conversation no longer fits a model's context, and
/// reports it in the form to which clients react by compacting the conversation.
///
/// The known messages are in the rule book of vendors. Claude Code 2.1 acts on `prompt is too long`, codex 0.169 on
/// the code `context_length_exceeded`.
public final class ContextOverflow {
    /// The error code of OpenAI's dialects.
    public static final String CODE = "context_length_exceeded";

    private static final String TOO_LONG = "prompt is too long";
    /// Anthropic's message for a prompt that fits, but not together with `max_tokens`; clients lower that
    /// value.
    private static final String LIMIT = "exceed context limit";
    private static final RuleBook.Overflow KNOWN = RuleBook.bundled().overflow();

    private static final Pattern MAXIMUM = Pattern.compile(
            "(?:context length(?: is)?(?: only)?(?: of)?|context size|prompt length is|context window of|tokens"
                    + " allowed|allowed length|model length of|token limit:|limit"
                    + " of|>)\\s{0,2}\\(?(\\d{1,12})(?!\\d|\\.\\d)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}");
    private static final Pattern ANSWER_TOO_LONG =
            Pattern.compile("^'?max_(?:completion_)?tokens'?.{0,60}?too large: (\\d{1,12})");

    private ContextOverflow() {}

    /// Whether an error reports an overflow.
    /// @param error its `code` and `type` are examined
    /// @param message its message
    public static boolean isIn(JsonNode error, String message) {
        if (KNOWN.codes().contains(error.path("code").asText())
                || KNOWN.codes().contains(error.path("type").asText())) {
            return true;
        }
        String words = message.toLowerCase(Locale.ROOT);
        return KNOWN.words().keySet().stream().anyMatch(words::contains) && !asksTooMuch(words);
    }

    /// A request whose limit for the answer alone exceeds the context: a shorter conversation would not
    /// help.
    private static boolean asksTooMuch(String words) {
        Matcher asked = ANSWER_TOO_LONG.matcher(words);
        OptionalLong maximum = maximum(words);
        return asked.find() && maximum.isPresent() && Long.parseLong(asked.group(1)) >= maximum.getAsLong();
    }

    /// Whether an error body or frame is already in the form that clients of a dialect recognize.
    public static boolean isReported(Dialect dialect, ObjectNode body) {
        JsonNode inner = body.path("response").path("error");
        JsonNode error = inner.isObject() ? inner : body.path("error");
        return switch (dialect) {
            case OPENAI_CHAT, RESPONSES ->
                (error.isObject() ? error : body).path("code").asText().equals(CODE);
            case ANTHROPIC -> isAnthropic(error.path("message").asText());
        };
    }

    private static boolean isAnthropic(String message) {
        String words = message.toLowerCase(Locale.ROOT);
        return words.startsWith(TOO_LONG) || words.contains(LIMIT);
    }

    /// Anthropic's message for a backend's error: `prompt is too long: N tokens > M maximum`, followed by
    /// the original message.
    public static String anthropic(String message) {
        if (isAnthropic(message)) {
            return message;
        }
        String words = message.toLowerCase(Locale.ROOT).replace(",", "");
        OptionalLong maximum = maximum(words);
        if (maximum.isEmpty()) {
            return TOO_LONG + ": " + message;
        }
        long limit = maximum.getAsLong();
        String tokens = NUMBER.matcher(words)
                .results()
                .mapToLong(number -> Long.parseLong(number.group()))
                .filter(number -> number > limit)
                .mapToObj(Long::toString)
                .findFirst()
                .orElse("over " + limit);
        return TOO_LONG + ": " + tokens + " tokens > " + limit + " maximum (" + message + ")";
    }

    private static OptionalLong maximum(String words) {
        Matcher found = MAXIMUM.matcher(words);
        return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
    }
}
