package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.filter.Anomaly;
import dev.throughline.filter.Families;
import dev.throughline.filter.Family;
import dev.throughline.filter.Family.Form;
import dev.throughline.filter.Family.Style;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.FamilyMarkers;
import dev.throughline.filter.FilterSettings;
import dev.throughline.render.ModelMarkers.CallLayout;
import dev.throughline.render.jinja.CheckedText;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Derives from a template how a model writes calls: renders two calls, examines the text around their parts, and
/// looks for a shipped family that reads them.
///
/// Either is accepted only if it parses the text that the template writes; any other layout remains unknown.
final class CallLayoutFinder {
    private static final String NAMED = "named-json";
    private static final String WORD = "\"(\\w{1,40})\"\\s*:\\s*";
    // Each repetition of a group is a frame on the stack, and a template may be hostile.
    private static final Pattern JSON_HEAD =
            Pattern.compile("\\{\\s*(?:\"\\w{1,40}\"\\s*:\\s*\"[^\"]*\"\\s*,\\s*){0,16}?" + WORD + "\""
                    + MarkerProbes.FUNCTION + "0\"\\s*,\\s*(?:\"id\"\\s*:\\s*\"[^\"]*\"\\s*,\\s*)?" + WORD + "\"?$");
    private static final Pattern JSON_TAIL =
            Pattern.compile("^\"?\\s*(?:,\\s*\"\\w+\"\\s*:\\s*\"[^\"]*\"\\s*){0,16}\\}");
    /// Characters of two calls; what a longer text repeats costs stack and patterns of its length.
    private static final int LONGEST = 16 * 1024;

    private static final int MOST_CALLS = 8;

    private final MarkerProbes probes;
    private final String answer;
    private final Optional<Family.Reasoning> reasoning;

    /// A form without what is around its calls.
    ///
    /// @param behind after a name
    private record Call(
            String label, String behind, List<String> parameter, List<String> parameterEnd, boolean hasLineBreaks) {
        static Call of(String label, String behind) {
            return new Call(label, behind, List.of(), List.of(), false);
        }
    }

    /// @param answer the text after an answered question
    CallLayoutFinder(MarkerProbes probes, String answer, Optional<Family.Reasoning> reasoning) {
        this.probes = probes;
        this.answer = answer;
        this.reasoning = reasoning;
    }

    /// How calls are written; empty if that is unknown.
    Optional<CallLayout> find() {
        IntFunction<String> plain = number -> MarkerProbes.CALL_ID;
        IntFunction<String> named = number -> "functions." + MarkerProbes.FUNCTION + number + ":" + number;
        return Stream.of(plain, named)
                .flatMap(ids -> Stream.of(2, 1)
                        .flatMap(count -> Stream.of(true, false)
                                .flatMap(asObject -> probes.calls(count, asObject, ids).stream())
                                .map(text -> Map.entry(behindHeader(text), count))))
                .distinct()
                .flatMap(probe -> layout(probe.getKey(), probe.getValue()).stream())
                .findFirst();
    }

    private Optional<CallLayout> layout(String region, int count) {
        if (region.length() > LONGEST || !region.contains(MarkerProbes.FUNCTION)) {
            return Optional.empty();
        }
        Optional<CallLayout> derived = json(region, count)
                .or(() -> tagged(region, count))
                .filter(layout -> reads(layout.family(Optional.empty()), withoutEnd(region), count));
        List<FamilyMarkers> shipped = Families.SHIPPED.ids().stream()
                .flatMap(id -> Families.SHIPPED.withId(id).stream())
                .filter(family -> family.mayRead(region))
                .filter(family -> Stream.of(region, withoutEnd(region), withoutLast(region))
                        .distinct()
                        .anyMatch(text -> reads(family, text, count)))
                .toList();
        Optional<FamilyMarkers> same = shipped.stream()
                .filter(family -> reasoning.map(family::reasonsIn).orElse(true))
                .findFirst();
        return derived.map(layout -> new CallLayout(layout.label(), layout.forms(), same))
                .or(() -> shipped.stream()
                        .findFirst()
                        .map(family -> of(family.family().calls(), same)));
    }

    private static CallLayout of(List<Form> forms, Optional<FamilyMarkers> shipped) {
        Style style = forms.getFirst().style();
        return new CallLayout(style == Style.NAMED ? NAMED : style.name().toLowerCase(Locale.ROOT), forms, shipped);
    }

    /// The template's text for the calls, without the header of the answer and the reasoning before them.
    private String behindHeader(String rendered) {
        String region = MarkerFinder.behind(rendered, MarkerProbes.USER);
        String rest = MarkerFinder.behindCommon(region, answer);
        int name = rest.indexOf(MarkerProbes.FUNCTION);
        String end = reasoning.map(pair -> pair.close().getFirst()).orElse("");
        int closer = end.isEmpty() || name < 0 ? -1 : rest.lastIndexOf(end, name);
        return closer < 0 ? rest : rest.substring(closer + end.length());
    }

    private String withoutEnd(String region) {
        String end = MarkerFinder.behind(answer, MarkerProbes.CONTENT);
        return !end.isEmpty() && region.endsWith(end) ? region.substring(0, region.length() - end.length()) : region;
    }

    /// Without a marker that may begin the result of a call.
    private static String withoutLast(String region) {
        return region.substring(0, Math.max(region.lastIndexOf('<'), 0));
    }

    private Optional<CallLayout> json(String region, int count) {
        Matcher arguments = arguments(0).matcher(CheckedText.of(region));
        if (!arguments.find()) {
            return Optional.empty();
        }
        String before = region.substring(0, arguments.start());
        Matcher head = JSON_HEAD.matcher(CheckedText.of(before));
        Matcher tail = JSON_TAIL.matcher(CheckedText.of(region.substring(arguments.end())));
        if (head.find() && tail.find()) {
            return object(region, count, head, arguments.end() + tail.end());
        }
        int name = before.lastIndexOf(MarkerProbes.FUNCTION + "0");
        if (name < 0 || before.endsWith("\"")) {
            return Optional.empty();
        }
        String behind = before.substring(name + MarkerProbes.FUNCTION.length() + 1);
        Matcher second = arguments(1).matcher(CheckedText.of(region));
        int last = count < 2 ? arguments.end() : second.find(arguments.end()) ? second.end() : -1;
        int next = region.indexOf(MarkerProbes.FUNCTION + "1", arguments.end());
        return around(
                region.substring(0, name),
                count < 2 || next < 0 ? Optional.empty() : Optional.of(region.substring(arguments.end(), next)),
                last < 0 ? "" : region.substring(last),
                Call.of(NAMED, behind.replaceFirst("^:\\d(?=\\D|$)", ":" + MarkerProbes.CALL_ID)));
    }

    private Optional<CallLayout> object(String region, int count, Matcher head, int end) {
        String before = region.substring(0, head.start());
        boolean isList =
                before.stripTrailing().endsWith("[") && !before.stripTrailing().endsWith("]");
        Call form = Call.of(isList ? "json-list" : "json", "");
        if (isList) {
            String opener = before.stripTrailing();
            int close = region.lastIndexOf(']', withoutEnd(region).length());
            return layout(
                    "", opener.substring(0, opener.length() - 1), form, close < 0 ? "" : ends(region, close + 1), "");
        }
        int next = region.indexOf(MarkerProbes.FUNCTION + "1", end);
        if (count < 2 || next < 0) {
            return around(before, Optional.empty(), region.substring(end), form);
        }
        int nextStart = region.lastIndexOf('{', next);
        Matcher second = arguments(1).matcher(CheckedText.of(region));
        Matcher tail = second.find(end)
                ? JSON_TAIL.matcher(CheckedText.of(region.substring(second.end())))
                : JSON_TAIL.matcher("");
        return tail.find()
                ? around(
                        before,
                        Optional.of(region.substring(end, nextStart)),
                        region.substring(second.end() + tail.end()),
                        form)
                : Optional.empty();
    }

    private String ends(String region, int from) {
        String text = withoutEnd(region);
        return from < text.length() ? text.substring(from) : "";
    }

    private Optional<CallLayout> tagged(String region, int count) {
        int name = region.indexOf(MarkerProbes.FUNCTION + "0");
        int key = region.indexOf(MarkerProbes.KEY + "0", name);
        int value = region.indexOf(MarkerProbes.VALUE + "0", key);
        int nextKey = region.indexOf(MarkerProbes.NEXT_KEY, value);
        int nextValue = region.indexOf(MarkerProbes.NEXT_VALUE, nextKey);
        if (name < 0 || key < 0 || value < 0 || nextKey < 0 || nextValue < 0) {
            return Optional.empty();
        }
        String behindName = region.substring(name + MarkerProbes.FUNCTION.length() + 1, key);
        String valueOpen = region.substring(key + MarkerProbes.KEY.length() + 1, value);
        String between = region.substring(value + MarkerProbes.VALUE.length() + 1, nextKey);
        String keyOpen = commonEnd(behindName, between);
        String valueClose = between.substring(0, between.length() - keyOpen.length());
        int end = nextValue + MarkerProbes.NEXT_VALUE.length();
        boolean isTagged = !keyOpen.isBlank()
                && !valueOpen.isBlank()
                && !valueClose.isBlank()
                && region.startsWith(valueClose.stripTrailing(), end);
        if (!isTagged) {
            return Optional.empty();
        }
        String afterName = behindName.substring(0, behindName.length() - keyOpen.length());
        int next = region.indexOf(MarkerProbes.FUNCTION + "1", end);
        int lastValue = count < 2 ? nextValue : region.indexOf(MarkerProbes.VALUE + "1", end);
        int last = count < 2 ? end : lastValue + MarkerProbes.VALUE.length() + 1;
        int closed = valueClose.stripTrailing().length();
        return lastValue < 0 || last + closed > region.length()
                ? Optional.empty()
                : around(
                        region.substring(0, name),
                        count < 2 || next < 0 ? Optional.empty() : Optional.of(region.substring(end + closed, next)),
                        region.substring(last + closed),
                        new Call(
                                "tagged",
                                afterName,
                                List.of(keyOpen + "{key}" + valueOpen),
                                List.of(valueClose),
                                valueOpen.endsWith("\n") && valueClose.startsWith("\n")));
    }

    /// @param before all before the name, or the object, of the first call
    /// @param between from behind the first call's arguments to the name of the second; empty for one call
    /// @param after all behind the arguments of the last call
    private Optional<CallLayout> around(String before, Optional<String> between, String after, Call form) {
        String rest = withoutEnd(after);
        if (between.isEmpty()) {
            return layout("", before, form, rest, "");
        }
        String opener = between.get().endsWith(before) ? before : commonEnd(before, between.get());
        if (opener.isBlank()) {
            return Optional.empty();
        }
        String closer = between.get()
                .substring(0, between.get().length() - opener.length())
                .strip();
        return rest.strip().startsWith(closer)
                ? layout(
                        before.substring(0, before.length() - opener.length()),
                        opener,
                        form,
                        closer,
                        rest.strip().substring(closer.length()))
                : Optional.empty();
    }

    /// A form that an opener shows, unless the text of the template means something in the notation of families.
    private static Optional<CallLayout> layout(String block, String opener, Call call, String closer, String blockEnd) {
        boolean isPossible = !opener.isBlank()
                && (block + opener + call.behind + call.parameter + closer + blockEnd)
                                .replace("{key}", "")
                                .indexOf('{')
                        < 0;
        boolean isJson = call.label.startsWith("json");
        return isPossible
                ? Optional.of(new CallLayout(
                        call.label,
                        List.of(new Form(
                                isJson ? Style.JSON : call.parameter.isEmpty() ? Style.NAMED : Style.TAGGED,
                                notation(block),
                                notation(blockEnd),
                                notation(isJson ? opener : opener + " {name} " + call.behind),
                                notation(closer),
                                call.parameter.stream()
                                        .flatMap(each -> notation(each).stream())
                                        .toList(),
                                call.parameterEnd.stream()
                                        .flatMap(each -> notation(each).stream())
                                        .toList(),
                                null,
                                null,
                                call.label.equals("json-list"),
                                false,
                                false,
                                call.hasLineBreaks,
                                false)),
                        Optional.empty()))
                : Optional.empty();
    }

    /// White space in and around a part may differ, and what differs from call to call is left open.
    private static List<String> notation(String part) {
        String text = part.strip().replaceAll("\\s+", " ").replace(MarkerProbes.CALL_ID, "{word}");
        return text.isEmpty() ? List.of() : List.of(text);
    }

    /// The longest end of both that begins with a bracket, or all of the first.
    private static String commonEnd(String first, String second) {
        int length = 0;
        int most = Math.min(first.length(), second.length());
        while (length < most
                && first.charAt(first.length() - 1 - length) == second.charAt(second.length() - 1 - length)) {
            length++;
        }
        String common = first.substring(first.length() - length);
        for (int at = 0; at < common.length(); at++) {
            if (common.charAt(at) == '<' || common.charAt(at) == '[') {
                return common.substring(at);
            }
        }
        return length == first.length() ? common : "";
    }

    private static Pattern arguments(int number) {
        String quote = "\\\\?\"";
        String pair =
                quote + MarkerProbes.KEY + number + quote + "\\s*:\\s*" + quote + MarkerProbes.VALUE + number + quote;
        String more = "\\s*,\\s*" + quote + MarkerProbes.NEXT_KEY + quote + "\\s*:\\s*" + quote
                + MarkerProbes.NEXT_VALUE + quote;
        return Pattern.compile("\\{\\s*" + pair + (number == 0 ? more : "") + "\\s*}");
    }

    /// Whether the filter finds exactly the calls of the probe, and nothing else to repair or to show.
    ///
    /// @param written what the template writes for them
    private static boolean reads(FamilyMarkers family, String written, int count) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        JsonNode any = json.objectNode();
        var settings = new FilterSettings(
                false,
                Map.of(MarkerProbes.FUNCTION + "0", any, MarkerProbes.FUNCTION + "1", any),
                MOST_CALLS,
                () -> "call");
        var filter = new FamilyFilter(settings, family);
        StringBuilder found = new StringBuilder();
        filter.on(new TextDelta(written), event -> add(event, found));
        filter.on(new Finish(FinishReason.STOP), event -> add(event, found));
        boolean isClean = filter.anomalies().stream().allMatch(each -> each.kind() == Anomaly.Kind.TURN_CONTINUED);
        return isClean && found.toString().replaceAll("\\s", "").equals(expected(count));
    }

    private static void add(StreamEvent event, StringBuilder found) {
        switch (event) {
            case TextDelta(String text) -> found.append("text:").append(text);
            case ToolCallStart(int _, String _, String name) -> found.append(name);
            case ToolCallArgs(int _, String fragment) -> found.append(fragment);
            default -> {}
        }
    }

    private static String expected(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> MarkerProbes.FUNCTION + number + MarkerProbes.arguments(number))
                .collect(Collectors.joining());
    }
}
