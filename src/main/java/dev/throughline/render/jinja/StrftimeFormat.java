package dev.throughline.render.jinja;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// C's `strftime` in the C locale; an unknown directive stays as it is.
public final class StrftimeFormat {
    private static final Pattern DIRECTIVE = Pattern.compile("(?s)%(?<flags>[-_0^]*)(?<width>[0-9]{0,3})(?<kind>.)");

    private StrftimeFormat() {}

    public static String format(String format, LocalDateTime at) {
        StringBuilder out = new StringBuilder();
        CharSequence checked = CheckedText.of(format);
        for (int index = 0; index < format.length(); index++) {
            char c = format.charAt(index);
            if (c != '%' || index + 1 == format.length()) {
                out.append(c);
                continue;
            }
            Matcher directive = DIRECTIVE.matcher(checked).region(index, format.length());
            if (directive.lookingAt()) {
                out.append(written(directive, at));
                index = directive.end() - 1;
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /// With the flags and the width of glibc: `-` no padding, `_` spaces, `0` zeros, `^` capitals.
    private static String written(Matcher directive, LocalDateTime at) {
        char kind = directive.group("kind").charAt(0);
        String plain = field(kind, at);
        String flags = directive.group("flags");
        if (plain.equals("%" + kind)) {
            return directive.group();
        }
        boolean isNumber = plain.matches(" ?[0-9]+");
        String shown = flags.contains("^") ? plain.toUpperCase(Locale.ROOT) : plain;
        String digits = isNumber ? shown.strip().replaceFirst("^0+(?=.)", "") : shown;
        if (flags.contains("-") && isNumber) {
            return digits;
        }
        boolean isSpaced = flags.contains("_") || shown.startsWith(" ") && !flags.contains("0");
        String width = directive.group("width");
        int size = Math.max(isNumber ? shown.length() : 0, width.isEmpty() ? 0 : Integer.parseInt(width));
        String fill = isNumber && !isSpaced ? "0" : " ";
        return fill.repeat(Math.max(0, size - (isNumber ? digits : shown).length())) + (isNumber ? digits : shown);
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
            case 'P' -> pattern("a", at).toLowerCase(Locale.ROOT);
            case 'g' -> "%02d".formatted(at.get(IsoFields.WEEK_BASED_YEAR) % 100);
            case 's' -> Long.toString(at.atZone(ZoneId.systemDefault()).toEpochSecond());
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
