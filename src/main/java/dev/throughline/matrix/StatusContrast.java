package dev.throughline.matrix;

import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Summarizes the cells of one version and capability. A status that not all of them have is never said without
/// where it was found: in the fewest axes that tell those cells from the others.
///
/// @param parts the statuses that are not preserved, worst first; empty if every cell is preserved
public record StatusContrast(List<Part> parts) {
    /// In the order in which they are named.
    private static final List<Axis> AXES = List.of(
            Axis.VENDOR,
            Axis.DIALECT_IN,
            Axis.SCENARIO,
            Axis.REASONING_FIELD,
            Axis.MODEL,
            Axis.STREAMING,
            Axis.VARIANT);

    /// The sets of axes, smaller ones first; of one size, those with the axes that are tried first.
    private static final List<List<Axis>> CHOICES = IntStream.range(1, 1 << AXES.size())
            .boxed()
            .sorted(Comparator.<Integer>comparingInt(Integer::bitCount).thenComparing(Comparator.naturalOrder()))
            .map(chosen -> IntStream.range(0, AXES.size())
                    .filter(axis -> ((chosen >> axis) & 1) == 1)
                    .mapToObj(AXES::get)
                    .toList())
            .toList();

    public StatusContrast {
        parts = List.copyOf(parts);
    }

    /// A status, and where it was found.
    /// @param where the settings that tell its cells from the others; empty if there are no others or none tells,
    ///     as with two templates of one backend
    public record Part(Status status, List<String> where) {
        public Part {
            where = List.copyOf(where);
        }

        /// `BROKEN in ends and openai-chat interleaved`.
        public String words() {
            return status + (where.isEmpty() ? "" : " in " + String.join(" and ", where));
        }
    }

    /// @param cells those that voted
    public static StatusContrast of(Collection<Cell> cells) {
        Map<Status, List<CellKey>> byStatus = cells.stream()
                .collect(Collectors.groupingBy(
                        Cell::status,
                        () -> new EnumMap<>(Status.class),
                        Collectors.mapping(Cell::key, Collectors.toList())));
        List<Part> parts = new ArrayList<>();
        for (Status status : List.of(Status.BROKEN, Status.PARTIAL)) {
            if (byStatus.containsKey(status)) {
                List<CellKey> others = byStatus.entrySet().stream()
                        .filter(entry -> entry.getKey() != status)
                        .flatMap(entry -> entry.getValue().stream())
                        .toList();
                parts.add(new Part(status, where(byStatus.getOrDefault(status, List.of()), others)));
            }
        }
        return new StatusContrast(parts);
    }

    /// `PRESERVED`, or `BROKEN in interleaved, PARTIAL in ends`.
    public String words() {
        return parts.isEmpty()
                ? Status.PRESERVED.name()
                : parts.stream().map(Part::words).collect(Collectors.joining(", "));
    }

    private static List<String> where(List<CellKey> these, List<CellKey> others) {
        if (others.isEmpty()) {
            return List.of();
        }
        return CHOICES.stream()
                .filter(axes -> others.stream().map(key -> words(key, axes)).noneMatch(all(these, axes)::contains))
                .findFirst()
                .map(telling -> all(these, telling).stream().sorted().toList())
                .orElse(List.of());
    }

    private static Set<String> all(List<CellKey> keys, List<Axis> axes) {
        return keys.stream().map(key -> words(key, axes)).collect(Collectors.toSet());
    }

    private static String words(CellKey key, List<Axis> axes) {
        return axes.stream()
                .map(axis -> word(axis, key))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String word(Axis axis, CellKey key) {
        String value = axis.of(key);
        return switch (axis) {
            case REASONING_FIELD -> key.namedField();
            case VARIANT -> value.isEmpty() ? value : "variant " + value;
            case VENDOR -> value.isEmpty() ? value : "as " + value;
            default -> value;
        };
    }
}
