package dev.throughline.filter;

import java.util.Optional;

/// How a model writes its calls. White space at the ends of each part is optional in a model's output.
///
/// @param block before the first call of an answer; empty if there is none
/// @param opener before each call
/// @param closer after each call; empty if there is none
/// @param blockEnd after the last call; empty if there is none
public record CallLayout(String block, String opener, Form form, String closer, String blockEnd) {
    /// Placeholder in a part for an id or a number that differs from call to call.
    public static final char ANY_WORD = '\u0000';

    /// Placeholder in a part for words and tokens in any order, as in the message headers of OpenAI's harmony.
    public static final char ANY_HEADER = '\u0001';

    /// The content between the opener and the closer.
    public sealed interface Form {
        /// Its recorded name.
        String label();
    }

    /// One JSON object with name and arguments, or a list of such objects for all calls.
    public record JsonObject(String nameKey, String argumentsKey, boolean isList) implements Form {
        @Override
        public String label() {
            return isList ? "json-list" : "json";
        }
    }

    /// The name, then the arguments as a JSON object.
    ///
    /// @param separator between both
    public record NamedJson(String separator) implements Form {
        @Override
        public String label() {
            return "named-json";
        }
    }

    /// The name, then each argument in tags.
    ///
    /// @param afterName after the name
    /// @param keyOpen before a key
    /// @param valueOpen between a key and its value
    /// @param valueClose after a value
    public record Tagged(String afterName, String keyOpen, String valueOpen, String valueClose) implements Form {
        @Override
        public String label() {
            return "tagged";
        }
    }

    public CallLayout {
        if (opener.isBlank() && block.isBlank()) {
            throw new IllegalArgumentException("calls without anything before them cannot be found");
        }
    }

    /// The marker at which calls begin.
    public String start() {
        return firstMarker(block.isBlank() ? opener : block);
    }

    /// The marker at which calls may end; empty if only the end of the answer ends them.
    public Optional<String> end() {
        String last = (blockEnd.isBlank() ? closer : blockEnd).strip();
        int from = Math.max(last.lastIndexOf('<'), last.lastIndexOf('['));
        return last.isEmpty() ? Optional.empty() : Optional.of(from < 0 ? last : last.substring(from));
    }

    private static String firstMarker(String text) {
        String first = text.strip();
        int any = first.indexOf(ANY_WORD);
        String fixed = any < 0 ? first : first.substring(0, any);
        char bracket = fixed.isEmpty() ? ' ' : fixed.charAt(0);
        int end = bracket == '<' ? fixed.indexOf('>') : bracket == '[' ? fixed.indexOf(']') : -1;
        return end < 0 ? fixed : fixed.substring(0, end + 1);
    }
}
