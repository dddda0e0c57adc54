package dev.throughline.run.exchange;

import dev.throughline.store.StoredJson;
import dev.throughline.store.StoredText;
import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.ObservationDigests;
import dev.throughline.trace.Sighting;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/// The observations of a request as arrays, from which rows of `observation` are made.
final class ObservationColumns {
    /// `due` of an item that is not observed any more.
    static final String ENDED = "NONE";

    /// Types of the arrays that `add` appends.
    static final List<String> TYPES =
            List.of("integer[]", "integer[]", "text[]", "text[]", "text[]", "text[]", "bigint[]");

    /// One row of arrays, for `digests`.
    static final String DIGESTS = "array_agg(o.exchange), array_agg(o.ordinal), array_agg(o.digest)";

    /// How a request treated an item, as it is stored.
    /// @param start what the paths of the row that it belongs to begin with
    record Change(ItemPosition item, String due, String scope, String start, String sighted, long digest) {}

    /// A row of `observation` holds items of one answer, for which the same is due.
    private record Answer(int exchange, String due, String scope) {}

    private record Seen(ItemPosition item, StoredSighting sighting, long digest) {
        private Change in(Answer answer, String start) {
            return new Change(
                    item, answer.due(), answer.scope(), StoredText.encode(start), sighting.after(start), digest);
        }
    }

    private ObservationColumns() {}

    /// Inserts rows of `observation` for the arrays that `add` appended.
    /// @param run of the observing exchange
    /// @param observer its number
    /// @param from a relation with rows of arrays, and a comma; empty for arrays that are parameters
    /// @param arrays columns of it, or parameters
    static String insert(String run, String observer, String from, List<String> arrays) {
        return """
                INSERT INTO observation
                    (run_id, observer, exchange, first, due, scope, start, ordinals, sighted, digests)
                SELECT %1$s, %2$s, o.exchange, min(o.ordinal), o.due, o.scope, o.start,
                    CASE WHEN max(o.ordinal) - min(o.ordinal) >= count(*)
                        THEN array_agg(o.ordinal ORDER BY o.ordinal) END,
                    string_agg(o.sighted, E'\\n' ORDER BY o.ordinal), array_agg(o.digest ORDER BY o.ordinal)
                FROM %3$sunnest(%4$s) AS o (exchange, ordinal, due, scope, start, sighted, digest)
                GROUP BY %1$s, %2$s, o.exchange, o.due, o.scope, o.start
                """.formatted(run, observer, from, String.join(", ", arrays));
    }

    /// By answer, so that few rows are divided where they are sent in parts.
    static List<Change> of(ObservationChanges changes) {
        Map<Answer, List<Seen>> byAnswer = new LinkedHashMap<>();
        for (Observation made : changes.made()) {
            var answer =
                    new Answer(made.exchange(), made.due().name(), made.scope().name());
            byAnswer.computeIfAbsent(answer, _ -> new ArrayList<>())
                    .add(new Seen(made.item(), StoredSighting.of(made.sighting()), ObservationDigests.of(made)));
        }
        for (ItemPosition ended : changes.ended()) {
            byAnswer.computeIfAbsent(new Answer(ended.exchange(), ENDED, ""), _ -> new ArrayList<>())
                    .add(new Seen(ended, StoredSighting.NONE, ObservationDigests.ENDED));
        }
        List<Change> rows = new ArrayList<>();
        byAnswer.forEach((answer, seen) -> {
            String start =
                    StoredSighting.start(seen.stream().map(Seen::sighting).toList());
            seen.forEach(one -> rows.add(one.in(answer, start)));
        });
        return rows;
    }

    static Tuple add(Tuple values, List<Change> rows) {
        return values.addArrayOfInteger(column(rows, row -> row.item().exchange(), Integer[]::new))
                .addArrayOfInteger(column(rows, row -> row.item().ordinal(), Integer[]::new))
                .addArrayOfString(column(rows, Change::due, String[]::new))
                .addArrayOfString(column(rows, Change::scope, String[]::new))
                .addArrayOfString(column(rows, Change::start, String[]::new))
                .addArrayOfString(column(rows, Change::sighted, String[]::new))
                .addArrayOfLong(column(rows, Change::digest, Long[]::new));
    }

    private static <T> T[] column(List<Change> rows, Function<Change, T> value, IntFunction<T[]> array) {
        return rows.stream().map(value).toArray(array);
    }

    /// The digests in a row with the arrays of `DIGESTS`, which are null if there are none.
    /// @param isWhole whether they are of everything that the request did
    /// @param first position of the first array in the row
    static ObservationDigests digests(boolean isWhole, Row row, int first) {
        Map<ItemPosition, Long> byItem = new HashMap<>();
        Integer[] exchanges = row.getArrayOfIntegers(first);
        if (exchanges != null) {
            Integer[] ordinals = row.getArrayOfIntegers(first + 1);
            Long[] digests = row.getArrayOfLongs(first + 2);
            for (int i = 0; i < exchanges.length; i++) {
                byItem.put(new ItemPosition(exchanges[i], ordinals[i]), digests[i]);
            }
        }
        return new ObservationDigests(isWhole, byItem);
    }

    /// How one item was found, in the words of `observation`, from which the view `observed_item` rebuilds it.
    ///
    /// @param path of an item that came back exactly as it was; empty for any other
    /// @param isField whether the last name of the path is the field in which it was issued
    /// @param differing JSON with what is otherwise, the path included; empty for an item that came back as it was
    record StoredSighting(String path, boolean isField, String differing) {
        /// Marks an item that is no longer observed.
        static final StoredSighting NONE = new StoredSighting("", false, "");

        // The view holds the same JSON.
        private static final Sighting KEPT = new Sighting(
                true,
                Sighting.Place.OWN,
                Sighting.TextMatch.EXACT,
                Sighting.SignatureMatch.NOT_ISSUED,
                true,
                1,
                "",
                "",
                Optional.empty());
        private static final char SLASH = '/';
        private static final String FIELD = "=";

        static StoredSighting of(Sighting seen) {
            String path = seen.path();
            boolean isField = !seen.field().isEmpty() && path.endsWith(SLASH + seen.field());
            boolean isKept = seen.equals(kept(path, isField ? seen.field() : ""));
            // Those of a row are lines.
            return isKept && !path.isEmpty() && path.charAt(0) == SLASH && path.indexOf('\n') < 0
                    ? new StoredSighting(path, isField, "")
                    : new StoredSighting("", false, StoredJson.write(differences(seen)));
        }

        private static Sighting kept(String path, String field) {
            return new Sighting(
                    KEPT.turnPresent(),
                    KEPT.place(),
                    KEPT.text(),
                    KEPT.signature(),
                    KEPT.inOrder(),
                    KEPT.copies(),
                    path,
                    field,
                    KEPT.difference());
        }

        private static Map<String, Object> differences(Sighting seen) {
            Map<String, Object> differences = new LinkedHashMap<>();
            put(differences, "turnPresent", seen.turnPresent(), KEPT.turnPresent());
            put(differences, "place", seen.place(), KEPT.place());
            put(differences, "text", seen.text(), KEPT.text());
            put(differences, "signature", seen.signature(), KEPT.signature());
            put(differences, "inOrder", seen.inOrder(), KEPT.inOrder());
            put(differences, "copies", seen.copies(), KEPT.copies());
            put(differences, "path", seen.path(), KEPT.path());
            put(differences, "field", seen.field(), KEPT.field());
            seen.difference().ifPresent(difference -> differences.put("difference", difference));
            return differences;
        }

        private static void put(Map<String, Object> differences, String name, Object seen, Object kept) {
            if (!seen.equals(kept)) {
                differences.put(name, seen);
            }
        }

        /// The common prefix of the paths of some sightings; the rest of each begins with a slash.
        static String start(List<StoredSighting> sightings) {
            Optional<String> common = sightings.stream()
                    .map(StoredSighting::path)
                    .filter(path -> !path.isEmpty())
                    .reduce(StoredSighting::common);
            return common.map(path -> path.substring(0, path.lastIndexOf(SLASH)))
                    .orElse("");
        }

        private static String common(String one, String other) {
            int length = 0;
            int most = Math.min(one.length(), other.length());
            while (length < most && one.charAt(length) == other.charAt(length)) {
                length++;
            }
            return one.substring(0, length);
        }

        /// The text to store.
        /// @param start what the paths of its row begin with
        String after(String start) {
            return path.isEmpty()
                    ? differing
                    : (isField ? FIELD : "") + StoredText.encode(path.substring(start.length()));
        }
    }
}
