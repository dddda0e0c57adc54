package dev.throughline.filter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The described families: those that are shipped, and an operator's own before them. Thread-safe.
public final class Families {
    private static final String RESOURCE = "/families/families.json";
    private static final int LONGEST_NAME = 256;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /// The id of GLM, and of Laguna, whose calls are the same.
    public static final String GLM = "glm";
    /// The shipped families.
    public static final Families SHIPPED = new Families(rows(""));

    private final List<Named> patterns = new ArrayList<>();
    private final Map<String, Family> byId = new ConcurrentHashMap<>();
    private final Map<String, FamilyMarkers> compiled = new ConcurrentHashMap<>();

    /// The file of an operator or the shipped one.
    private record Rows(List<Family> families) {
        Rows {
            if (families == null) {
                throw new IllegalArgumentException("a list of families is missing");
            }
        }
    }

    /// @param weight literal characters: the most specific pattern wins
    private record Named(Pattern pattern, int weight, Family family) {}

    private Families(List<Family> rows) {
        for (Family family : rows) {
            if (byId.putIfAbsent(family.id(), family) == null) {
                family.names().forEach(name -> patterns.add(named(name, family)));
            }
        }
    }

    private static Named named(String name, Family family) {
        String glob = Pattern.quote(name.replace('_', '-')).replace("*", "\\E.*\\Q");
        return new Named(
                Pattern.compile("(?:^|-)" + glob), name.replace("*", "").length(), family);
    }

    /// The shipped families, and those of an operator's file, which take precedence.
    /// @throws IllegalArgumentException if it is not such a file
    public static Families with(String file) {
        return new Families(rows(file));
    }

    private static List<Family> rows(String own) {
        List<Family> rows = new ArrayList<>();
        try (InputStream in = Families.class.getResourceAsStream(RESOURCE)) {
            if (!own.isEmpty()) {
                rows.addAll(JSON.readValue(own, Rows.class).families());
            }
            rows.addAll(JSON.readValue(in, Rows.class).families());
            return rows;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a file of families was expected: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The ids, in the order of precedence.
    public List<String> ids() {
        return patterns.stream().map(each -> each.family().id()).distinct().toList();
    }

    /// The family with an id.
    public Optional<FamilyMarkers> withId(String id) {
        return Optional.ofNullable(byId.get(id)).map(this::markers);
    }

    /// The family of a model by its name: what is behind the last slash, in lower case; the longest pattern wins, then
    /// the one that begins first.
    public Optional<FamilyMarkers> ofModel(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1)
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
        if (name.length() > LONGEST_NAME) {
            return Optional.empty();
        }
        Optional<Family> best = Optional.empty();
        int weight = 0;
        int start = 0;
        for (Named each : patterns) {
            Matcher matcher = each.pattern().matcher(name);
            boolean isBetter =
                    matcher.find() && (each.weight() > weight || each.weight() == weight && matcher.start() < start);
            if (isBetter) {
                best = Optional.of(each.family());
                weight = each.weight();
                start = matcher.start();
            }
        }
        return best.map(this::markers);
    }

    private FamilyMarkers markers(Family family) {
        return compiled.computeIfAbsent(family.id(), _ -> new FamilyMarkers(family));
    }
}
