package dev.throughline.harness.bisect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.text.UrlText;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A package as its registry describes it.
///
/// @param versions oldest first, by Semantic Versioning
/// @param published the moment at which each was published, as far as it is known
/// @param repository its GitHub repository
public record PublishedPackage(
        ProgramSource.Package source,
        List<String> versions,
        Map<String, Instant> published,
        Optional<Repository> repository) {
    private static final Pattern GITHUB =
            Pattern.compile("github\\.com[/:]([A-Za-z0-9_.-]+)/([A-Za-z0-9_.-]+?)(?:\\.git)?(?:[/#?].*)?$");

    /// A repository on GitHub.
    /// @param path `OWNER/NAME`
    /// @param isShared whether it holds other packages as well, so that tags name the package
    public record Repository(String path, boolean isShared) {
        private String tag(String packageName, String version) {
            return isShared ? UrlText.query(packageName + "@" + version) : "v" + version;
        }
    }

    public PublishedPackage {
        versions = List.copyOf(versions);
        published = Map.copyOf(published);
    }

    /// Reads the answer of `PackageCache.published`.
    public static PublishedPackage read(ProgramSource.Package source, JsonNode answer) {
        List<String> versions = new ArrayList<>();
        answer.path("versions").forEach(version -> versions.add(version.asText()));
        Map<String, Instant> published = new LinkedHashMap<>();
        answer.path("time")
                .properties()
                .forEach(entry ->
                        instant(entry.getValue().asText()).ifPresent(moment -> published.put(entry.getKey(), moment)));
        return new PublishedPackage(source, versions, published, github(answer.path("repository")));
    }

    String name() {
        return source.name();
    }

    /// The versions from one to another, both included, without pre-releases except the two.
    /// @throws HarnessException if the registry does not have one of them, or they are in the wrong order
    List<String> between(String from, String to) {
        int first = index(from);
        int last = index(to);
        if (first >= last) {
            throw new HarnessException(from + " is not older than " + to + "; give the older version first");
        }
        return versions.subList(first, last + 1).stream()
                .filter(version -> version.equals(from) || version.equals(to) || version.indexOf('-') < 0)
                .toList();
    }

    /// Whether the registry has both versions, and a release between them.
    public boolean isOpen(String lower, String upper) {
        int first = versions.indexOf(lower);
        int last = versions.indexOf(upper);
        return first >= 0 && first < last && between(lower, upper).size() > 2;
    }

    /// The day and time at which a version was published.
    @Nullable
    Instant published(String version) {
        return published.get(version);
    }

    /// The address of the changes between two versions, if they are tagged as usual.
    Optional<String> comparison(String before, String after) {
        return repository.map(place -> "https://github.com/" + place.path() + "/compare/" + place.tag(name(), before)
                + "..." + place.tag(name(), after));
    }

    private int index(String version) {
        int index = versions.indexOf(version);
        if (index < 0) {
            throw new HarnessException("the registry has no " + source.label() + "@" + version + "; it has "
                    + versions.size() + " versions, "
                    + (versions.isEmpty() ? "" : versions.getFirst() + " to " + versions.getLast()));
        }
        return index;
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Optional<Repository> github(JsonNode repository) {
        String url = repository.isTextual()
                ? repository.asText()
                : repository.path("url").asText();
        Matcher found = GITHUB.matcher(url);
        return found.find()
                ? Optional.of(new Repository(found.group(1) + "/" + found.group(2), repository.hasNonNull("directory")))
                : Optional.empty();
    }
}
