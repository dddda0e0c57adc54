package dev.throughline.run.prompt;

import dev.throughline.run.SelectedBackend;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/// Distinguishes a server that read nothing from its cache from one that does not report it: if a backend
/// reports cached tokens for any request, a missing field of its other requests means 0.
public final class CacheReportCompletion {
    private CacheReportCompletion() {}

    /// The same steps; those without a count get 0 if another step of their backend has a count.
    public static List<RecordedStep> completed(List<RecordedStep> steps) {
        Set<String> reporting = steps.stream()
                .filter(step -> step.cache()
                        .flatMap(cache -> cache.reported().stream().boxed().findFirst())
                        .isPresent())
                .flatMap(step -> backend(step).stream())
                .collect(Collectors.toSet());
        return steps.stream()
                .map(step -> backend(step).filter(reporting::contains).isPresent() ? reported(step) : step)
                .toList();
    }

    private static Optional<String> backend(RecordedStep step) {
        return step.prompt().exchange().backend().map(SelectedBackend::name);
    }

    private static RecordedStep reported(RecordedStep step) {
        return step.cache()
                .map(known -> step.withReported(OptionalInt.of(known.reported().orElse(0))))
                .orElse(step);
    }
}
