package dev.throughline.matrix;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The releases of a product with the time at which its registry published each: which versions may be compared.
///
/// A version precedes another only if it was published earlier and has the lower number: a fix that was backported is
/// newer than releases with higher numbers. Nothing is inferred beyond one release line (the major version, below 1.0
/// the minor one), 20 releases and 45 days. A pre-release, or a version whose date is unknown, is not known to
/// precede or to follow any.
public final class ReleaseHistory {
    private static final int MOST_RELEASES = 20;
    private static final Duration LONGEST = Duration.ofDays(45);

    private final VersionScheme scheme;
    private final Map<String, Instant> published;
    private final List<String> releases;
    private final Map<String, Place> places = new HashMap<>();

    /// Where a version is among all.
    /// @param line empty for what is in none
    /// @param number its sort key
    /// @param moment the earliest one if it is unknown
    private record Place(String version, Optional<String> line, String number, Instant moment) {
        static final Comparator<Place> ORDER = Comparator.comparing(
                        (Place place) -> place.line().orElse(""))
                .thenComparing(Place::moment)
                .thenComparing(Place::number)
                .thenComparing(Place::version);

        boolean isDated() {
            return !moment.equals(Instant.MIN);
        }

        boolean isPublishedBefore(Place other) {
            return isDated() && moment.isBefore(other.moment);
        }

        boolean isBelow(Place other) {
            return number.compareTo(other.number) < 0;
        }

        boolean isInLineOf(Place other) {
            return line.isPresent() && line.equals(other.line);
        }
    }

    /// @param published the moment of each version, as far as the registry says; pre-releases are ignored
    public ReleaseHistory(VersionScheme scheme, Map<String, Instant> published) {
        this.scheme = scheme;
        this.published = Map.copyOf(published);
        published.keySet().forEach(version -> places.put(version, placed(version)));
        this.releases = published.keySet().stream()
                .filter(version -> place(version).isDated())
                .sorted(order())
                .toList();
    }

    public VersionScheme scheme() {
        return scheme;
    }

    /// When the registry published each version, as far as it says.
    public Map<String, Instant> published() {
        return published;
    }

    /// Orders versions for display, by line, then by time. Those without a date are the first of their line, by number;
    /// that they precede the others is not known.
    public Comparator<String> order() {
        return Comparator.comparing(this::place, Place.ORDER);
    }

    /// Whether a version precedes another.
    public boolean isBefore(String earlier, String later) {
        return place(earlier).isPublishedBefore(place(later)) && place(earlier).isBelow(place(later));
    }

    /// Whether a version precedes another, or may: one of the line has the lower number, and a date is unknown.
    public boolean mayPrecede(String earlier, String later) {
        boolean isUnknown = !place(earlier).isDated() || !place(later).isDated();
        return isUnknown
                ? place(earlier).isInLineOf(place(later)) && place(earlier).isBelow(place(later))
                : isBefore(earlier, later);
    }

    /// The releases that follow one version and precede the other, in order.
    public List<String> between(String lower, String upper) {
        return releases(version -> isBefore(lower, version) && isBefore(version, upper));
    }

    /// The releases that follow one, in order.
    public List<String> after(String version) {
        return releases(later -> isBefore(version, later));
    }

    /// The nearest of these versions, by number, that precedes one in its line, or may.
    public Optional<String> nearestBefore(String version, Collection<String> measured) {
        return measured.stream()
                .filter(other -> isInLine(other, version) && mayPrecede(other, version))
                .max(Comparator.comparing(other -> place(other).number()));
    }

    /// The nearest of these versions, by number, that follows one in its line, or may.
    public Optional<String> nearestAfter(String version, Collection<String> measured) {
        return measured.stream()
                .filter(other -> isInLine(other, version) && mayPrecede(version, other))
                .min(Comparator.comparing(other -> place(other).number()));
    }

    /// Whether what is the same in two versions holds for those between them as well, if none of these contradicts.
    public boolean isClose(String earlier, String later) {
        return isInLine(earlier, later)
                && isBefore(earlier, later)
                && Duration.between(place(earlier).moment(), place(later).moment())
                                .compareTo(LONGEST)
                        <= 0
                && releases(version -> mayBeWithin(earlier, version, later)).size() < MOST_RELEASES;
    }

    /// Whether a version was published between two others of its line, or may have been, whatever its number is.
    public boolean mayBeWithin(String earlier, String version, String later) {
        return isInLine(earlier, version)
                && (!place(version).isDated()
                        || place(earlier).isPublishedBefore(place(version))
                                && place(version).isPublishedBefore(place(later)));
    }

    private boolean isInLine(String one, String other) {
        return place(one).isInLineOf(place(other));
    }

    private List<String> releases(Predicate<String> wanted) {
        return releases.stream().filter(wanted).toList();
    }

    // Versions that anybody may ask for are not kept.
    private Place place(String version) {
        Place known = places.get(version);
        return known == null ? placed(version) : known;
    }

    /// The date of what is in no line does not count.
    private Place placed(String version) {
        Optional<String> line = scheme.line(version);
        Instant moment = line.isPresent() ? published.getOrDefault(version, Instant.MIN) : Instant.MIN;
        return new Place(version, line, scheme.order(version), moment);
    }
}
