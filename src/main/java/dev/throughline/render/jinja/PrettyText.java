package dev.throughline.render.jinja;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The filter `pprint`: Python's `pprint.pformat` at its defaults, which sorts the keys of dictionaries and breaks
/// lines at 80 characters. Source: CPython 3.11, `Lib/pprint.py`.
final class PrettyText {
    private static final int WIDTH = 80;
    private static final Pattern PART = Pattern.compile("\\S*\\s*");

    private final RenderState state;
    private final StringBuilder out = new StringBuilder();

    private PrettyText(RenderState state) {
        this.state = state;
    }

    static TextValue of(RenderState state, TemplateValue value) {
        PrettyText pretty = new PrettyText(state);
        pretty.write(pretty.sorted(value), 0, 0, 0);
        return state.text(pretty.out.toString(), value.valueOrigin());
    }

    private TemplateValue sorted(TemplateValue value) {
        return switch (value) {
            case TemplateValue.DictValue dict -> {
                state.budget().items(dict.entries().size());
                List<Map.Entry<TemplateValue, TemplateValue>> members =
                        new ArrayList<>(dict.entries().entrySet());
                if (dict.entries().keySet().stream().allMatch(TextValue.class::isInstance)
                        || dict.entries().keySet().stream().allMatch(ValueCoercion::isNumber)) {
                    members.sort(Map.Entry.comparingByKey(ValueComparison.natural(state)));
                }
                Map<TemplateValue, TemplateValue> entries = LinkedHashMap.newLinkedHashMap(members.size());
                members.forEach(member -> entries.put(member.getKey(), sorted(member.getValue())));
                yield new TemplateValue.DictValue(entries, dict.origin());
            }
            case TemplateValue.ListValue list -> {
                state.budget().items(list.items().size());
                yield new TemplateValue.ListValue(
                        list.items().stream().map(this::sorted).toList(), list.origin());
            }
            case TemplateValue.TupleValue tuple -> {
                state.budget().items(tuple.items().size());
                yield new TemplateValue.TupleValue(
                        tuple.items().stream().map(this::sorted).toList());
            }
            default -> value;
        };
    }

    private String repr(TemplateValue value) {
        return PythonText.repr(state, value).value();
    }

    private void write(TemplateValue value, int indent, int allowance, int level) {
        String whole = repr(value);
        if (CodePoints.length(whole) <= WIDTH - indent - allowance) {
            out.append(whole);
            return;
        }
        switch (value) {
            case TemplateValue.DictValue dict -> dict(dict, indent, allowance + 1, level + 1);
            case TemplateValue.ListValue list -> items(list.items(), "[", "]", indent, allowance, level + 1);
            case TemplateValue.TupleValue tuple ->
                items(tuple.items(), "(", tuple.items().size() == 1 ? ",)" : ")", indent, allowance, level + 1);
            case TextValue text -> text(text, indent, allowance, level + 1);
            default -> out.append(whole);
        }
    }

    private void dict(TemplateValue.DictValue dict, int indent, int allowance, int level) {
        out.append('{');
        int left = dict.entries().size();
        for (Map.Entry<TemplateValue, TemplateValue> entry : dict.entries().entrySet()) {
            String key = repr(entry.getKey());
            left--;
            out.append(key).append(": ");
            write(entry.getValue(), indent + 1 + CodePoints.length(key) + 2, left == 0 ? allowance : 1, level);
            if (left > 0) {
                newLine(",", indent + 1);
            }
        }
        out.append('}');
    }

    private void items(List<TemplateValue> items, String open, String close, int indent, int allowance, int level) {
        out.append(open);
        for (int index = 0; index < items.size(); index++) {
            if (index > 0) {
                newLine(",", indent + 1);
            }
            write(items.get(index), indent + 1, index + 1 == items.size() ? allowance + close.length() : 1, level);
        }
        out.append(close);
    }

    private void newLine(String before, int indent) {
        state.budget().characters(indent + 2L);
        out.append(before).append('\n').append(" ".repeat(indent));
    }

    private void text(TextValue text, int indent, int allowance, int level) {
        boolean isAlone = level == 1;
        int margin = indent + (isAlone ? 1 : 0);
        List<String> chunks = chunks(text, WIDTH - margin, allowance + (isAlone ? 1 : 0));
        if (chunks.size() == 1) {
            out.append(chunks.getFirst());
            return;
        }
        out.append(isAlone ? "(" : "");
        for (int index = 0; index < chunks.size(); index++) {
            if (index > 0) {
                newLine("", margin);
            }
            out.append(chunks.get(index));
        }
        out.append(isAlone ? ")" : "");
    }

    private List<String> chunks(TextValue text, int width, int allowance) {
        List<String> chunks = new ArrayList<>();
        List<TemplateValue> lines = TextSplit.lines(state, text, true);
        for (int index = 0; index < lines.size(); index++) {
            boolean isLast = index + 1 == lines.size();
            String line = ((TextValue) lines.get(index)).value();
            String whole = quoted(line);
            if (CodePoints.length(whole) <= width - (isLast ? allowance : 0)) {
                chunks.add(whole);
            } else {
                parts(line, width, isLast ? allowance : 0, chunks);
            }
        }
        return chunks;
    }

    private void parts(String line, int width, int allowance, List<String> chunks) {
        Matcher part = PART.matcher(CheckedText.of(line));
        String current = "";
        while (part.find() && part.start() < part.end()) {
            String candidate = current + part.group();
            state.budget().scan(candidate.length());
            boolean isLast = part.end() == line.length();
            if (CodePoints.length(quoted(candidate)) > width - (isLast ? allowance : 0)) {
                if (!current.isEmpty()) {
                    chunks.add(quoted(current));
                }
                current = part.group();
            } else {
                current = candidate;
            }
        }
        if (!current.isEmpty()) {
            chunks.add(quoted(current));
        }
    }

    private String quoted(String text) {
        return repr(TextValue.of(text, Origin.FRAME));
    }
}
