package dev.throughline.run.events;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The position of a reader of a run, so that it can continue there on another connection or in another process.
/// Its text is the id of a server-sent event: the highest number, `-` and the number of each exchange that had not
/// ended, `~` and the number of each that was not recorded yet: `120-118-117~119`.
/// @param highest the number above which all exchanges are new
/// @param open exchanges reported as begun but not as ended
/// @param awaited exchanges below the highest number that were still missing
public record EventPosition(int highest, List<Integer> open, List<Integer> awaited) {
    /// The most exchanges in both lists; a reader with more continues from an earlier position.
    static final int MOST_UNFINISHED = 200;

    // A number has at most nine digits, so that it is always an int.
    private static final Pattern TEXT =
            Pattern.compile("(?<highest>\\d{1,9})(?<open>(-\\d{1,9}){0,%1$d})(?<awaited>(~\\d{1,9}){0,%1$d})"
                    .formatted(MOST_UNFINISHED));

    public EventPosition {
        open = List.copyOf(open);
        awaited = List.copyOf(awaited);
    }

    /// Parses the id of an event.
    /// @return empty if it is not one that this version wrote; the reader then joins anew
    public static Optional<EventPosition> parse(String text) {
        var matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new EventPosition(
                        Integer.parseInt(matcher.group("highest")),
                        numbers(matcher.group("open"), "-"),
                        numbers(matcher.group("awaited"), "~")))
                : Optional.empty();
    }

    public String text() {
        var text = new StringBuilder().append(highest);
        open.forEach(number -> text.append('-').append(number));
        awaited.forEach(number -> text.append('~').append(number));
        return text.toString();
    }

    private static List<Integer> numbers(String text, String sign) {
        return Stream.of(text.split(sign, -1))
                .filter(number -> !number.isEmpty())
                .map(Integer::valueOf)
                .toList();
    }
}
