package dev.throughline.trace.match;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses the id of an answer or of one of its items: `resp_KEY`, `rs_KEY_n`, `msg_KEY_n`, `fc_KEY_n`.
/// @param block the answer's block, for an item
public record AnswerId(String key, OptionalInt block) {
    private static final Pattern FORM = Pattern.compile("(?:resp|rs|msg|fc)_([a-z0-9]{1,64})(?:_([0-9]{1,6}))?");

    public static Optional<AnswerId> parse(String id) {
        Matcher matcher = FORM.matcher(id);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String block = matcher.group(2);
        return Optional.of(new AnswerId(
                matcher.group(1), block == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(block))));
    }
}
