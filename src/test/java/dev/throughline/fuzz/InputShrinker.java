package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Simpler neighbors of an input: the same without a half, a quarter, …, one unit.
final class InputShrinker {
    private InputShrinker() {}

    private interface Without<T> {
        T cut(int from, int to);
    }

    static Stream<String> text(String text) {
        return cuts(text.length(), (from, to) -> text.substring(0, from) + text.substring(to));
    }

    static Stream<byte[]> bytes(byte[] bytes) {
        return cuts(bytes.length, (from, to) -> {
            var kept = new ByteArrayOutputStream();
            kept.write(bytes, 0, from);
            kept.write(bytes, to, bytes.length - to);
            return kept.toByteArray();
        });
    }

    /// Without some elements, then with one element made smaller.
    static <E> Stream<List<E>> list(List<E> list, Function<E, Stream<E>> element) {
        Stream<List<E>> shorter = cuts(list.size(), (from, to) -> {
            List<E> kept = new ArrayList<>(list.subList(0, from));
            kept.addAll(list.subList(to, list.size()));
            return kept;
        });
        Stream<List<E>> simpler = IntStream.range(0, list.size())
                .boxed()
                .flatMap(at -> element.apply(list.get(at)).map(other -> {
                    List<E> changed = new ArrayList<>(list);
                    changed.set(at, other);
                    return changed;
                }));
        return Stream.concat(shorter, simpler);
    }

    /// A tree without some fields or elements, or with simpler ones.
    static Stream<JsonNode> json(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> object(object);
            case ArrayNode array -> {
                List<JsonNode> elements = new ArrayList<>();
                array.forEach(elements::add);
                yield list(elements, InputShrinker::json)
                        .map(kept -> array.arrayNode().addAll(kept));
            }
            case TextNode text -> text(text.textValue()).map(TextNode::valueOf);
            case NullNode _ -> Stream.empty();
            default -> Stream.of(NullNode.getInstance());
        };
    }

    private static Stream<JsonNode> object(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        Stream<JsonNode> fewer = names.stream().map(name -> object.deepCopy().without(name));
        Stream<JsonNode> simpler = names.stream()
                .flatMap(name ->
                        json(object.get(name)).map(value -> object.deepCopy().set(name, value)));
        return Stream.concat(fewer, simpler);
    }

    private static <T> Stream<T> cuts(int units, Without<T> without) {
        return IntStream.iterate(units, size -> size > 0, size -> size / 2)
                .boxed()
                .flatMap(size -> IntStream.iterate(0, from -> from < units, from -> from + size)
                        .mapToObj(from -> without.cut(from, Math.min(units, from + size))));
    }
}
