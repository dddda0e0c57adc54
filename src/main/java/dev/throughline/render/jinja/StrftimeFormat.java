package dev.throughline.render.jinja;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;

/// C's `strftime` in the C locale; an unknown directive stays as it is.
public final class StrftimeFormat {
    private StrftimeFormat() {}

    public static String format(String format, LocalDateTime at) {
        StringBuilder out = new StringBuilder();
        for (int index = 0; index < format.length(); index++) {
            char c = format.charAt(index);
            if (c != '%' || index + 1 == format.length()) {
                out.append(c);
                continue;
            }
            char directive = format.charAt(++index);
            if (directive == '-' && index + 1 < format.length()) {
                out.append(field(format.charAt(++index), at).replaceFirst("^0+(?=.)", ""));
            } else {
                out.append(field(directive, at));
            }
        }
        return out.toString();
    }

    private static String field(char directive, LocalDateTime at) {
        return switch (directive) {
            case 'Y' -> Integer.toString(at.getYear());
            case 'C' -> "%02d".formatted(at.getYear() / 100);
            case 'G' -> Integer.toString(at.get(IsoFields.WEEK_BASED_YEAR));
            case 'V' -> "%02d".formatted(at.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
            case 'U' ->
                "%02d".formatted((at.getDayOfYear() + 6 - at.getDayOfWeek().getValue() % 7) / 7);
            case 'W' ->
                "%02d".formatted((at.getDayOfYear() + 6 - (at.getDayOfWeek().getValue() + 6) % 7) / 7);
            case 'y', 'm', 'd', 'H', 'I', 'M', 'S', 'j', 'e', 'k', 'l', 'f' -> number(directive, at);
            case 'b', 'h' -> pattern("MMM", at);
            case 'B' -> pattern("MMMM", at);
            case 'a' -> pattern("EEE", at);
            case 'A' -> pattern("EEEE", at);
            case 'p' -> pattern("a", at);
            case 'u' -> Integer.toString(at.getDayOfWeek().getValue());
            case 'w' -> Integer.toString(at.getDayOfWeek().getValue() % 7);
            case 'D', 'x' -> pattern("MM/dd/yy", at);
            case 'F' -> pattern("yyyy-MM-dd", at);
            case 'T', 'X' -> pattern("HH:mm:ss", at);
            case 'R' -> pattern("HH:mm", at);
            case 'r' -> pattern("hh:mm:ss a", at);
            case 'c' -> pattern("EEE MMM ", at) + number('e', at) + pattern(" HH:mm:ss yyyy", at);
            case 'n' -> "\n";
            case 't' -> "\t";
            case '%' -> "%";
            case 'z', 'Z' -> "";
            default -> "%" + directive;
        };
    }

    private static String number(char directive, LocalDateTime at) {
        return switch (directive) {
            case 'y' -> "%02d".formatted(at.getYear() % 100);
            case 'm' -> "%02d".formatted(at.getMonthValue());
            case 'd' -> "%02d".formatted(at.getDayOfMonth());
            case 'e' -> "%2d".formatted(at.getDayOfMonth());
            case 'H' -> "%02d".formatted(at.getHour());
            case 'k' -> "%2d".formatted(at.getHour());
            case 'I' -> "%02d".formatted(at.get(ChronoField.CLOCK_HOUR_OF_AMPM));
            case 'l' -> "%2d".formatted(at.get(ChronoField.CLOCK_HOUR_OF_AMPM));
            case 'M' -> "%02d".formatted(at.getMinute());
            case 'S' -> "%02d".formatted(at.getSecond());
            case 'j' -> "%03d".formatted(at.getDayOfYear());
            default -> "%06d".formatted(at.get(ChronoField.MICRO_OF_SECOND));
        };
    }

    private static String pattern(String pattern, LocalDateTime at) {
        return DateTimeFormatter.ofPattern(pattern, Locale.US).format(at);
    }
}
