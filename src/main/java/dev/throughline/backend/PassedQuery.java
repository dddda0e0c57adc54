package dev.throughline.backend;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The query of a request that passes to a backend, parameter by parameter as it was written. Immutable.
///
/// Names and values are letters, digits and `-._~`; only the value of `model` may be the id of any vendor's model,
/// encoded or not, as in a path. Source: RFC 3986, 3.4.
public final class PassedQuery {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._~-]+(?:=[A-Za-z0-9._~-]*)?");
    private static final Pattern UNRESERVED = Pattern.compile("[A-Za-z0-9._~-]");
    private static final String MODEL = "model=";
    private static final int LONGEST = 1_024;

    private final List<String> parameters;

    private PassedQuery(List<String> parameters) {
        this.parameters = List.copyOf(parameters);
    }

    /// The query of a request target.
    /// @param raw without `?`; null for none
    /// @return empty if it has any other character, or more than 1024
    public static Optional<PassedQuery> of(@Nullable String raw) {
        if (raw == null || raw.isEmpty()) {
            return Optional.of(new PassedQuery(List.of()));
        }
        if (raw.length() > LONGEST) {
            return Optional.empty();
        }
        var query = new PassedQuery(List.of(raw.split("&", -1)));
        return query.parameters.stream().allMatch(PassedQuery::isSafe) ? Optional.of(query) : Optional.empty();
    }

    /// The model that it names first, decoded.
    public Optional<String> model() {
        return parameters.stream()
                .filter(parameter -> parameter.startsWith(MODEL))
                .findFirst()
                .flatMap(PassedQuery::id);
    }

    /// The same query with another name for that model.
    public PassedQuery renamed(String other) {
        List<String> renamed = new ArrayList<>(parameters);
        for (int i = 0; i < renamed.size(); i++) {
            if (renamed.get(i).startsWith(MODEL)) {
                renamed.set(i, MODEL + encoded(other));
                break;
            }
        }
        return new PassedQuery(renamed);
    }

    /// As in a request target: with `?`, or nothing.
    @Override
    public String toString() {
        return parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
    }

    private static boolean isSafe(String parameter) {
        return PLAIN.matcher(parameter).matches()
                || parameter.startsWith(MODEL) && id(parameter).isPresent();
    }

    /// A plus sign would be read as a blank.
    private static Optional<String> id(String parameter) {
        return Optional.of(parameter.substring(MODEL.length()))
                .filter(value -> value.indexOf('+') < 0)
                .flatMap(BackendPath::decoded);
    }

    private static String encoded(String name) {
        var text = new StringBuilder();
        for (byte unit : name.getBytes(StandardCharsets.UTF_8)) {
            String plain = String.valueOf((char) (unit & 0xff));
            text.append(UNRESERVED.matcher(plain).matches() ? plain : "%%%02X".formatted(unit & 0xff));
        }
        return text.toString();
    }
}
