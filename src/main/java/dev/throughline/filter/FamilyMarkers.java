package dev.throughline.filter;

import dev.throughline.filter.Family.Form;
import dev.throughline.filter.Family.Reasoning;
import dev.throughline.filter.Family.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The markers of a family, compiled; shared by all answers.
public final class FamilyMarkers {
    private static final Pattern NOTHING = Pattern.compile("(?!)");
    private static final int SHORTEST_MARKER = 6;

    private final Family family;
    private final List<Rule> rules = new ArrayList<>();
    private final LiteralMarkers literals;
    private final boolean isPaired;
    private final MarkerIndex index = new MarkerIndex();

    /// The meaning of a marker.
    enum Kind {
        CALL,
        REASONING_OPEN,
        REASONING_CLOSE,
        TURN,
        DROPPED,
        /// The markers of a call around nothing, or around one word.
        EMPTY_CALL,
        /// Behind a call only.
        CALL_CLOSE,
        /// Openers of a call, outside any.
        ORPHAN,
        /// Openers of an argument, outside any call.
        ORPHAN_PAIR
    }

    /// @param literal what it begins with
    /// @param pattern of the marker
    /// @param opener what alone shows that a call begins; matches nothing for other markers
    /// @param firsts the characters it may begin with
    /// @param pair number of its reasoning; -1 for other markers
    /// @param isAtStart whether it counts only before any text
    record Rule(
            Kind kind,
            String literal,
            Pattern pattern,
            Pattern opener,
            String firsts,
            int pair,
            boolean isAtStart,
            Optional<FormMarkers> form) {}

    /// The markers inside the calls of one form.
    ///
    /// @param parameters before a value
    /// @param valueEnd behind a value, before what may follow one
    /// @param valueClose behind a value, whatever follows
    /// @param lastValue the end of a call whose last value was not closed
    /// @param close behind a call
    /// @param next what follows a call without its closer
    /// @param end either of these
    /// @param literals all markers of the family that are literal
    record FormMarkers(
            Form form,
            List<Pattern> parameters,
            Pattern valueEnd,
            Pattern valueClose,
            Pattern lastValue,
            Pattern close,
            Pattern next,
            Pattern end,
            LiteralMarkers literals) {}

    public FamilyMarkers(Family family) {
        this.family = family;
        this.literals = new LiteralMarkers(family);
        this.isPaired = family.calls().stream().anyMatch(form -> form.style() == Style.PAIRED);
        family.calls().forEach(this::calls);
        family.calls().forEach(this::emptyCall);
        for (int pair = 0; pair < family.reasoning().size(); pair++) {
            Reasoning reasoning = family.reasoning().get(pair);
            for (String open : reasoning.open()) {
                add(Kind.REASONING_OPEN, open, pair, reasoning.atStart());
            }
            for (String close : reasoning.close()) {
                add(
                        Kind.REASONING_CLOSE,
                        close,
                        pair,
                        reasoning.atStart() || family.dropped().contains(close));
            }
        }
        family.turn().forEach(marker -> add(Kind.TURN, marker, -1, false));
        family.dropped().forEach(marker -> add(Kind.DROPPED, marker, -1, false));
        family.calls().forEach(this::closers);
        for (int number = 0; number < rules.size(); number++) {
            index.add(number, rules.get(number).firsts(), rules.get(number).literal());
        }
    }

    public Family family() {
        return family;
    }

    /// Whether a text has what a call of the family begins with.
    public boolean mayRead(String text) {
        return family.calls().stream()
                .flatMap(form -> form.open().stream())
                .anyMatch(open -> text.contains(FamilyNotation.literal(open)));
    }

    /// Whether a text has a marker with which calls of the family begin, and which is no ordinary word or code.
    public boolean hasCallMarker(String text) {
        return family.calls().stream()
                .filter(form -> !form.bare() && !form.ordinary())
                .flatMap(form -> form.open().stream())
                .map(FamilyNotation::literal)
                .anyMatch(open -> open.length() >= SHORTEST_MARKER
                        && !Character.isLetter(open.charAt(0))
                        && open.charAt(0) != '`'
                        && text.contains(open));
    }

    /// Whether the first pair around reasoning reads this one.
    public boolean reasonsIn(Reasoning pair) {
        return family.reasoning().stream()
                .findFirst()
                .filter(first -> matches(first.open(), pair.open()) && matches(first.close(), pair.close()))
                .isPresent();
    }

    private static boolean matches(List<String> notations, List<String> markers) {
        Pattern any = Pattern.compile(FamilyNotation.any(notations));
        return markers.stream().allMatch(marker -> any.matcher(marker.strip()).matches());
    }

    /// Whether calls have keys and values in separate tags: then a stray tag outside Markdown code is left out instead
    /// of being text, and a declared name before such tags is a call.
    boolean isPaired() {
        return isPaired;
    }

    /// The literal markers.
    LiteralMarkers literals() {
        return literals;
    }

    List<Rule> rules() {
        return rules;
    }

    /// By the rules' numbers.
    MarkerIndex index() {
        return index;
    }

    private void add(Kind kind, String marker, int pair, boolean isAtStart) {
        rules.add(new Rule(
                kind,
                FamilyNotation.literal(marker),
                Pattern.compile(FamilyNotation.source(marker)),
                NOTHING,
                FamilyNotation.firsts(marker),
                pair,
                isAtStart,
                Optional.empty()));
    }

    private void calls(Form form) {
        Optional<FormMarkers> inside = Optional.of(inside(form));
        if (form.style() == Style.PAIRED) {
            String key = form.parameter().getFirst();
            rules.add(new Rule(
                    Kind.ORPHAN_PAIR,
                    key,
                    Pattern.compile(FamilyNotation.source(key)),
                    NOTHING,
                    FamilyNotation.firsts(key),
                    -1,
                    false,
                    inside));
        }
        String section = form.section().isEmpty()
                ? ""
                : "(?<section>" + FamilyNotation.any(form.section()) + FamilyNotation.SPACE + ")?";
        for (String open : form.open()) {
            boolean isAtStart = open.startsWith(FamilyNotation.START);
            boolean isShown = !form.bare() && !form.ordinary() && !isAtStart;
            StringBuilder first = new StringBuilder(open.isEmpty() ? "{[" : FamilyNotation.firsts(open));
            form.section().forEach(marker -> first.append(FamilyNotation.firsts(marker)));
            String opener = Stream.concat(
                            form.section().stream().map(FamilyNotation::source), Stream.of(FamilyNotation.opener(open)))
                    .reduce((one, other) -> one + "|" + other)
                    .orElse("(?!)");
            rules.add(new Rule(
                    Kind.CALL,
                    form.section().isEmpty() ? FamilyNotation.literal(open) : "",
                    Pattern.compile(section + FamilyNotation.source(open) + behind(form, open)),
                    isShown ? Pattern.compile(opener) : NOTHING,
                    first.toString(),
                    -1,
                    isAtStart,
                    inside));
        }
    }

    private void closers(Form form) {
        boolean isPaired = form.style() == Style.PAIRED;
        Stream.of(
                        form.close(),
                        form.sectionEnd(),
                        isPaired ? form.parameter() : List.<String>of(),
                        isPaired ? form.parameterEnd() : List.<String>of())
                .flatMap(List::stream)
                .forEach(marker -> add(isPaired ? Kind.ORPHAN : Kind.CALL_CLOSE, marker, -1, false));
    }

    private void emptyCall(Form form) {
        List<String> openers = Stream.concat(
                        form.section().stream().map(FamilyNotation::source),
                        form.open().stream().map(FamilyNotation::opener))
                .filter(opener -> !opener.isEmpty())
                .toList();
        List<String> ends =
                Stream.concat(form.close().stream(), form.sectionEnd().stream()).toList();
        if (form.style() == Style.PAIRED || form.bare() || form.ordinary() || openers.isEmpty() || ends.isEmpty()) {
            return;
        }
        String space = FamilyNotation.SPACE;
        Pattern empty = Pattern.compile("(?:" + String.join("|", openers) + ")" + space + "[\\w.:/-]{0,128}" + space
                + FamilyNotation.any(ends));
        StringBuilder first = new StringBuilder();
        Stream.concat(form.section().stream(), form.open().stream())
                .forEach(marker -> first.append(FamilyNotation.firsts(marker)));
        rules.add(new Rule(Kind.EMPTY_CALL, "", empty, NOTHING, first.toString(), -1, false, Optional.empty()));
    }

    /// The text that must follow an opener.
    private static String behind(Form form, String open) {
        return switch (form.style()) {
            case JSON, KEYED ->
                FamilyNotation.SPACE
                        + (form.bare()
                                ? "(?=\\[?\\s{0,64}\\{\\s{0,64}\"(?:name|type|tool_name|arguments|parameters)\")"
                                : form.list() ? "(?=\\[\\s{0,64}\\{)" : "(?=\\[?\\s{0,64}\\{)");
            case NAMED -> FamilyNotation.SPACE + "(?=\\{)";
            case TAGGED ->
                open.endsWith("{name}")
                        ? "(?=" + FamilyNotation.SPACE + "(?:" + either(form.parameter()) + "|" + either(form.close())
                                + "))"
                        : "";
            case PAIRED, NESTED, GEMMA, PYTHON -> "";
        };
    }

    private FormMarkers inside(Form form) {
        String space = FamilyNotation.SPACE;
        String sectionEnd = either(form.sectionEnd());
        String close = either(form.close());
        String begins = either(Stream.concat(form.section().stream(), form.open().stream())
                .filter(marker -> !marker.isEmpty())
                .toList());
        String parameter = either(form.parameter());
        String valueClose = either(form.parameterEnd());
        String follows = "(?=" + space + "(?:" + parameter + "|" + close + "|" + sectionEnd + "|" + begins + "|\\z))";
        String next = "(?:" + sectionEnd + "|" + begins + ")";
        return new FormMarkers(
                form,
                form.parameter().stream()
                        .map(marker -> Pattern.compile(FamilyNotation.source(marker)))
                        .toList(),
                Pattern.compile(valueClose + follows),
                Pattern.compile(valueClose),
                Pattern.compile("(?:" + close + "(?=" + space + "(?:" + sectionEnd + "|" + begins + "|\\z))|"
                        + sectionEnd + "(?=" + space + "(?:" + begins + "|\\z)))"),
                Pattern.compile(close),
                Pattern.compile(next),
                Pattern.compile("(?:" + close + "|" + next + ")"),
                literals);
    }

    private static String either(List<String> markers) {
        return markers.isEmpty() ? "(?!)" : FamilyNotation.any(markers);
    }

    /// Whether the style has the name in the opener.
    static boolean isNamed(Form form) {
        return form.style() != Style.JSON && form.style() != Style.KEYED && form.style() != Style.PAIRED;
    }
}
