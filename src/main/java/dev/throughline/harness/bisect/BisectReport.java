package dev.throughline.harness.bisect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.throughline.verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The findings of a bisection; the shape of `bisect --json`.
///
/// @param between number of versions of the registry between the two ends
/// @param checks number of versions whose check gave a result, the ends included
/// @param notJudged the versions without a result that the search met or knew of, oldest first
/// @param changes oldest first; empty if the ends and the versions tried between them have the same result, or an end
/// could not be judged
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BisectReport(
        String client,
        @Nullable String dialect,
        @Nullable String variant,
        String capability,
        End from,
        End to,
        int between,
        int checks,
        List<NotJudged> notJudged,
        List<Change> changes) {
    public BisectReport {
        notJudged = List.copyOf(notJudged);
        changes = List.copyOf(changes);
    }

    /// Whether at least one change was found and each with no version left that could not be judged.
    @JsonProperty
    public boolean isExact() {
        return !changes.isEmpty()
                && changes.stream().allMatch(change -> change.skipped().isEmpty());
    }

    /// An end of the versions.
    /// @param status its result; absent if it could not be judged
    /// @param reason why it could not
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record End(
            String version,
            @Nullable Status status,
            @Nullable String reason) {
        End(String version, VersionState state) {
            this(version, state.result().orElse(null), state.reason().isEmpty() ? null : state.reason());
        }
    }

    /// A version without a result.
    /// @param isTried whether it was checked; otherwise the registry has no program of it for this platform
    public record NotJudged(
            String version,
            String reason,
            @JsonProperty("tried") boolean isTried) {}

    /// A version on one side of a change.
    /// @param loss what became of all that it lost, such as `MOVED`; absent if that differs, or nothing is lost
    /// @param published when the registry got it (RFC 3339), if it says so
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Side(
            String version,
            Status status,
            @Nullable String loss,
            @Nullable String published) {
        static Side of(String version, VersionState state, PublishedPackage published) {
            return new Side(
                    version,
                    state.result().orElseThrow(),
                    state.loss().isEmpty() ? null : state.loss(),
                    Optional.ofNullable(published.published(version))
                            .map(Object::toString)
                            .orElse(null));
        }
    }

    /// A change of the result.
    /// @param before the newest version with the former result
    /// @param after the oldest version with the new one
    /// @param skipped versions between the two that could not be judged, with the reason
    /// @param compare where the changes of the source can be read, if the package names a repository on GitHub
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Change(
            Side before,
            Side after,
            Map<String, String> skipped,
            @Nullable String compare) {
        static Change of(VersionChange change, PublishedPackage published) {
            return new Change(
                    Side.of(change.before(), change.was(), published),
                    Side.of(change.after(), change.is(), published),
                    change.skipped(),
                    published.comparison(change.before(), change.after()).orElse(null));
        }
    }
}
