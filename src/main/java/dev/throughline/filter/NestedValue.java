package dev.throughline.filter;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.throughline.filter.FamilyMarkers.FormMarkers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Converts a value of nested tags to JSON: elements named `item` and repeated elements are lists, others members of an
/// object, and text without tags a value.
final class NestedValue {
    private static final String ITEM = "item";
    private static final int DEEPEST = 64;

    private NestedValue() {}

    static String json(String raw, FormMarkers markers, ArgumentSchema type) {
        Matcher tags = Pattern.compile(markers.valueClose().pattern() + "|"
                        + markers.parameters().getFirst().pattern())
                .matcher(raw);
        Deque<Element> open = new ArrayDeque<>();
        open.push(new Element(""));
        int at = 0;
        while (tags.find()) {
            Element current = open.getFirst();
            current.text.append(raw, at, tags.start());
            at = tags.end();
            if (tags.group("key") != null) {
                if (open.size() > DEEPEST) {
                    return JsonStringEscaper.quoted(raw);
                }
                open.push(new Element(tags.group("key")));
            } else if (open.size() > 1) {
                open.pop();
                open.getFirst().add(current);
            }
        }
        Element root = open.getLast();
        root.text.append(raw, at, raw.length());
        return root.children.isEmpty() ? ArgumentValue.json(raw, type) : root.json();
    }

    private static final class Element {
        private final String name;
        private final StringBuilder text = new StringBuilder();
        private final Map<String, List<String>> children = new LinkedHashMap<>();

        Element(String name) {
            this.name = name;
        }

        void add(Element child) {
            children.computeIfAbsent(child.name, _ -> new ArrayList<>()).add(child.json());
        }

        String json() {
            if (children.isEmpty()) {
                return ArgumentValue.json(text.toString(), ArgumentSchema.of(MissingNode.getInstance(), name));
            }
            if (children.size() == 1 && children.containsKey(ITEM)) {
                return "[" + String.join(",", children.get(ITEM)) + "]";
            }
            List<String> members = new ArrayList<>();
            children.forEach((key, values) -> members.add(JsonStringEscaper.quoted(key) + ":"
                    + (values.size() == 1 ? values.getFirst() : "[" + String.join(",", values) + "]")));
            return "{" + String.join(",", members) + "}";
        }
    }
}
