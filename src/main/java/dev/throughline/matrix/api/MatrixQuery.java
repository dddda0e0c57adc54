package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.rest.BodyFields;
import dev.throughline.rest.Problem;
import dev.throughline.rest.QueryParameters;
import dev.throughline.rest.SettingName;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The query parameters that select cells.
///
/// An axis with an empty value selects cells without it: `variant=` for default recipes, `backend=` for the
/// stub. An unknown parameter is rejected: silently ignoring a filter would give a wrong answer.
///
/// @param isLatest only the newest measured version of each product
/// @param asOf the matrix as of this time
record MatrixQuery(CellFilter filter, boolean isLatest, Optional<Instant> asOf, Optional<Cursor> after) {
    /// The axes by the names of their parameters.
    static final Map<String, Axis> AXES = axes();

    private static final int LONGEST = 200;
    private static final int MOST_SETTINGS = 50;
    private static final Set<String> OTHERS =
            Set.of("product", "capability", "status", "minConfidence", "latest", "asOf", "cursor", "limit", "format");
    private static final String LATEST = "latest";

    /// @param parameters of the request's query, decoded
    /// @param more additional parameters that the resource accepts
    static MatrixQuery of(Map<String, List<String>> parameters, String... more) {
        refuseUnknown(parameters.keySet(), List.of(more));
        Map<Axis, String> axes = new EnumMap<>(Axis.class);
        parameters.forEach((name, values) -> {
            if (AXES.containsKey(name)) {
                axes.put(AXES.get(name), value(name, AXES.get(name), values));
            }
        });
        boolean isLatest = axes.remove(Axis.CLIENT_VERSION, LATEST);
        var filter = new CellFilter(
                axes,
                settings("capability", Capability.class, parameters.get("capability")),
                settings("status", Status.class, parameters.get("status")),
                QueryParameters.text("product", first(parameters, "product"), LONGEST),
                QueryParameters.setting("minConfidence", Confidence.class, first(parameters, "minConfidence")));
        return new MatrixQuery(
                filter,
                QueryParameters.flag(LATEST, first(parameters, LATEST)) || isLatest,
                QueryParameters.instant("asOf", first(parameters, "asOf")),
                cursor(first(parameters, "cursor")));
    }

    /// The same query at another time.
    MatrixQuery at(Instant moment) {
        return new MatrixQuery(filter, isLatest, Optional.of(moment), after);
    }

    /// The same query with another filter.
    MatrixQuery with(CellFilter other) {
        return new MatrixQuery(other, isLatest, asOf, after);
    }

    /// The only value of a parameter, null if absent.
    static @Nullable String first(Map<String, List<String>> parameters, String name) {
        List<String> values = parameters.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw Problem.inParameter(name, "one value was expected, found " + values.size() + ".")
                    .exception();
        }
        return values.isEmpty() ? null : values.getFirst();
    }

    private static Map<String, Axis> axes() {
        Map<String, Axis> axes = new LinkedHashMap<>();
        axes.put("client", Axis.CLIENT);
        axes.put("clientVersion", Axis.CLIENT_VERSION);
        axes.put("version", Axis.CLIENT_VERSION);
        axes.put("variant", Axis.VARIANT);
        axes.put("model", Axis.MODEL);
        axes.put("dialect", Axis.DIALECT_IN);
        axes.put("dialectOut", Axis.DIALECT_OUT);
        axes.put("policy", Axis.POLICY);
        axes.put("scenario", Axis.SCENARIO);
        axes.put("streaming", Axis.STREAMING);
        axes.put("gateway", Axis.GATEWAY);
        axes.put("gatewayVersion", Axis.GATEWAY_VERSION);
        axes.put("backend", Axis.BACKEND);
        axes.put("backendVersion", Axis.BACKEND_VERSION);
        axes.put("template", Axis.TEMPLATE);
        axes.put("suite", Axis.SUITE);
        return axes;
    }

    private static void refuseUnknown(Set<String> names, List<String> more) {
        for (String name : names) {
            if (!AXES.containsKey(name) && !OTHERS.contains(name) && !more.contains(name)) {
                List<String> known = new ArrayList<>(AXES.keySet());
                OTHERS.stream().sorted().forEach(known::add);
                known.addAll(more);
                String shown = BodyFields.shown(name);
                throw Problem.inParameter(
                                shown.substring(1, shown.length() - 1),
                                "there is no such parameter; known are " + String.join(", ", known) + ".")
                        .allowing(known)
                        .exception();
            }
        }
    }

    private static String value(String name, Axis axis, List<String> values) {
        if (values.size() > 1) {
            throw Problem.inParameter(name, "one value was expected, found " + values.size() + ".")
                    .exception();
        }
        String value = values.getFirst();
        return switch (axis) {
            case POLICY -> setting(name, ThinkingPolicy.class, value);
            case STREAMING -> setting(name, Streaming.class, value);
            case DIALECT_IN, DIALECT_OUT -> setting(name, Dialect.class, value);
            case SUITE -> suite(name, value);
            case SCENARIO,
                    CLIENT,
                    CLIENT_VERSION,
                    VARIANT,
                    MODEL,
                    GATEWAY,
                    GATEWAY_VERSION,
                    BACKEND,
                    BACKEND_VERSION,
                    TEMPLATE -> QueryParameters.text(name, value, LONGEST).orElse("");
        };
    }

    private static <E extends Enum<E>> String setting(String name, Class<E> type, String value) {
        return SettingName.of(QueryParameters.setting(name, type, value).orElseThrow());
    }

    private static String suite(String name, String value) {
        if (!value.matches("[0-9]{1,6}")) {
            throw Problem.inParameter(
                            name,
                            "the major version of the suite was expected, for example 1, found "
                                    + BodyFields.shown(value) + ".")
                    .exception();
        }
        return value;
    }

    /// Parses enum constants by name, separated by commas or given in several parameters.
    private static <E extends Enum<E>> Set<E> settings(String name, Class<E> type, @Nullable List<String> values) {
        Set<E> found = EnumSet.noneOf(type);
        for (String value : values == null ? List.<String>of() : values) {
            Arrays.stream(value.split(",", MOST_SETTINGS))
                    .map(String::strip)
                    .filter(one -> !one.isEmpty())
                    .forEach(one -> found.add(constant(name, type, one)));
        }
        return found;
    }

    private static <E extends Enum<E>> E constant(String name, Class<E> type, String value) {
        String wanted = value.toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(type.getEnumConstants())
                .filter(one -> one.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> allowed = Arrays.stream(type.getEnumConstants())
                            .map(Enum::name)
                            .toList();
                    return Problem.inParameter(
                                    name,
                                    "one of " + String.join(", ", allowed) + " was expected, found "
                                            + BodyFields.shown(value) + ".")
                            .allowing(allowed)
                            .exception();
                });
    }

    private static Optional<Cursor> cursor(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Cursor.parse(text)
                .orElseThrow(
                        () -> Problem.inParameter("cursor", "the value of next in the previous response was expected.")
                                .exception()));
    }
}
