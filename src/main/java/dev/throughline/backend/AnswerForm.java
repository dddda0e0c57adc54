package dev.throughline.backend;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Tells from its first bytes whether an answer is a stream of events or a body.
final class AnswerForm {
    private static final char MARK = '\uFEFF';
    private static final List<String> LINES = List.of(":", "data:", "event:", "id:", "retry:");
    private static final int LONGEST = 64;

    private AnswerForm() {}

    /// Whether it is a stream; empty while that may still change.
    /// @param first the bytes so far
    /// @param isLabelled whether its label says that it is one
    static Optional<Boolean> of(byte[] first, boolean isLabelled) {
        String text = new String(first, 0, Math.min(first.length, LONGEST), StandardCharsets.UTF_8);
        int at = 0;
        while (at < text.length() && (text.charAt(at) == MARK || Character.isWhitespace(text.charAt(at)))) {
            at++;
        }
        String begin = text.substring(at);
        if (begin.isEmpty()) {
            return first.length < LONGEST ? Optional.empty() : Optional.of(isLabelled);
        }
        if (LINES.stream().anyMatch(begin::startsWith)) {
            return Optional.of(true);
        }
        if (LINES.stream().anyMatch(line -> line.startsWith(begin))) {
            return Optional.empty();
        }
        boolean isBody = begin.charAt(0) == '{' || begin.charAt(0) == '[' || begin.charAt(0) == '<';
        return Optional.of(!isBody && isLabelled);
    }
}
