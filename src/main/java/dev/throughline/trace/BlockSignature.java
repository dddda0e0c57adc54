package dev.throughline.trace;

import dev.throughline.conversation.Part;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A proof that Throughline itself issues with a reasoning block for which the backend sent none; it identifies the
/// answer and the block. Written as `ThroughlineK<answer key>B<block>M<MAC, 32 hex digits>` and padded with `Z` to a
/// multiple of four, so that it is valid base 64 and can be used in a URL; at most 116 characters.
///
/// @param answerKey the key from which the answer's ids are derived (`TracedExchange.answerKey`)
/// @param block position among the answer's signed blocks, from 0
/// @param mac hex digits of the MAC over both, see `BlockSigner`
public record BlockSignature(String answerKey, int block, String mac) {
    private static final String PREFIX = "Throughline";
    private static final Pattern FORM = Pattern.compile(PREFIX + "K([0-9a-z]{1,64})B([0-9]{1,6})M([0-9a-f]{32})Z{0,3}");

    /// The parts of a proof; empty for a text of any other form.
    public static Optional<BlockSignature> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new BlockSignature(matcher.group(1), Integer.parseInt(matcher.group(2)), matcher.group(3)))
                : Optional.empty();
    }

    /// Whether a text is one of our proofs, intact or altered, which no backend can have issued.
    public static boolean isOurs(String text) {
        return text.startsWith(PREFIX + "K");
    }

    /// Whether two proofs are equal, compared in constant time.
    public static boolean areSame(String some, String other) {
        return MessageDigest.isEqual(some.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /// Our signature in a part.
    public static Optional<String> in(Part part) {
        return switch (part) {
            case Part.Reasoning(String _, String field, String text, Optional<String> signature) ->
                field.equals(ReasoningFields.ENCRYPTED)
                        ? Optional.of(text).filter(BlockSignature::isOurs)
                        : signature.filter(BlockSignature::isOurs);
            case Part.RedactedReasoning(String _, String data) ->
                Optional.of(data).filter(BlockSignature::isOurs);
            case Part.Text _, Part.ToolCall _, Part.ToolResult _, Part.Reference _, Part.Image _, Part.Other _ ->
                Optional.empty();
        };
    }

    /// The proof as sent to clients.
    public String written() {
        var text = new StringBuilder(PREFIX);
        text.append('K').append(answerKey).append('B').append(block).append('M').append(mac);
        while (text.length() % 4 != 0) {
            text.append('Z');
        }
        return text.toString();
    }
}
