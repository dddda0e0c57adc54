package dev.throughline.render.jinja;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Converts a JSON tree to values, each with its pointer.
public final class JsonContext {
    private JsonContext() {}

    /// The variables of a rendering: the members of a JSON object.
    public static Map<String, TemplateValue> variables(JsonNode object) {
        Map<String, TemplateValue> found = new LinkedHashMap<>();
        object.properties()
                .forEach(member -> found.put(
                        member.getKey(), value(member.getValue(), ContentPointer.ROOT.member(member.getKey()))));
        return found;
    }

    /// The value of the JSON tree at `pointer`.
    public static TemplateValue value(JsonNode node, ContentPointer pointer) {
        Origin origin = new Origin.Content(pointer);
        return switch (node.getNodeType()) {
            case STRING -> TextValue.of(node.textValue(), origin);
            case OBJECT -> object(node, pointer, origin);
            case ARRAY -> array(node, pointer, origin);
            case BOOLEAN -> new TemplateValue.BoolValue(node.booleanValue(), origin);
            case NUMBER -> number(node, origin);
            case NULL, MISSING -> new TemplateValue.NoneValue(origin);
            case BINARY, POJO -> TextValue.of(node.asText(), origin);
        };
    }

    private static TemplateValue number(JsonNode node, Origin origin) {
        return node.isIntegralNumber()
                ? new TemplateValue.IntValue(integer(node), origin)
                : new TemplateValue.FloatValue(node.doubleValue(), origin);
    }

    private static BigInteger integer(JsonNode node) {
        return node.canConvertToLong() ? BigInteger.valueOf(node.longValue()) : node.bigIntegerValue();
    }

    private static TemplateValue array(JsonNode node, ContentPointer pointer, Origin origin) {
        RenderWork.checkTime();
        List<TemplateValue> items = new ArrayList<>(node.size());
        for (int index = 0; index < node.size(); index++) {
            items.add(value(node.get(index), pointer.element(index)));
        }
        return new TemplateValue.ListValue(items, origin);
    }

    private static TemplateValue object(JsonNode node, ContentPointer pointer, Origin origin) {
        RenderWork.checkTime();
        Map<TemplateValue, TemplateValue> entries = LinkedHashMap.newLinkedHashMap(node.size());
        node.properties()
                .forEach(member -> entries.put(
                        TextValue.of(member.getKey(), origin),
                        value(member.getValue(), pointer.member(member.getKey()))));
        return new TemplateValue.DictValue(entries, origin);
    }
}
