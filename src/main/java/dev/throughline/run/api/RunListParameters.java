package dev.throughline.run.api;

import dev.throughline.access.KeyId;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.QueryTexts;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunState;
import dev.throughline.run.lifecycle.RunSearch;
import dev.throughline.verdict.Verdict;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/// The query parameters that select runs of a list; what is absent selects all.
public record RunListParameters(
        @QueryParam("state")
        @Parameter(
                description = "State of the run",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"created", "running", "sealed"}))
        @Nullable
        RunState state,

        @QueryParam("mode")
        @Parameter(
                description = "Mode of the run: stub or proxy",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"stub", "proxy"}))
        @Nullable
        RunMode mode,

        @QueryParam("verdict")
        @Parameter(
                description = "Verdict when the run was sealed",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"pass", "fail", "inconclusive"}))
        @Nullable
        Verdict verdict,

        @QueryParam("backend")
        @Parameter(description = "Name of the backend that answered, or stub")
        @PlainText(max = 200)
        @Nullable
        String backend,

        @QueryParam("since")
        @Parameter(
                description = "Opened at or after this moment, or this day in UTC",
                schema = @Schema(implementation = String.class))
        @Nullable
        Instant since,

        @QueryParam("text")
        @Parameter(
                description = "Words, each part of the label or of the client's name, or the beginning of the id;"
                        + " looked for among the newest 5000 runs that meet the other conditions")
        @PlainText(max = 500)
        @Nullable
        String text,

        @QueryParam("client") @Parameter(description = "Name of the declared client") @Nullable
        String client,

        @QueryParam("version") @Parameter(description = "Version of the declared client") @Nullable
        String version,

        @QueryParam("label") @Parameter(description = "The run's label") @Nullable
        String label) {
    private static final int MOST_WORDS = 8;

    RunSearch search(Optional<RunId> before, Optional<KeyId> seesOnly) {
        return new RunSearch(
                Optional.ofNullable(client),
                Optional.ofNullable(version),
                Optional.ofNullable(verdict),
                QueryTexts.present(backend),
                Optional.ofNullable(state),
                Optional.ofNullable(mode),
                Optional.ofNullable(label),
                Optional.ofNullable(since),
                words(),
                before,
                seesOnly);
    }

    private List<String> words() {
        return QueryTexts.present(text).stream()
                .flatMap(typed -> Arrays.stream(typed.strip().split("\\s+")))
                .limit(MOST_WORDS)
                .toList();
    }
}
