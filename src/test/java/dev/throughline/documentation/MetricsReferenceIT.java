package dev.throughline.documentation;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The page of metrics has every meter of the service, and no other.
@QuarkusTest
class MetricsReferenceIT {
    private static final Pattern NAMED =
            Pattern.compile("(?:builder|counter|timer)\\(\\s*(?:registry,\\s*)?\"((?:throughline|gen_ai)\\.[^\"]+)\"");
    private static final Pattern OURS = Pattern.compile("(throughline|gen_ai)_.*");
    private static final Set<String> WRITTEN = Stream.of("`throughline_", "`gen_ai_")
            .flatMap(beginning -> MarkdownPage.site("reference/metrics").rows(beginning).stream())
            .map(row -> row.code(0).getFirst())
            .collect(Collectors.toCollection(TreeSet::new));

    private final MeterRegistry registry;

    MetricsReferenceIT(MeterRegistry registry) {
        this.registry = registry;
    }

    @Test
    void namesEveryMeterOfAServiceThatHasStarted() {
        Set<String> registered = registered();

        assertThat(registered).hasSizeGreaterThan(20);
        assertThat(WRITTEN).containsAll(registered);
    }

    @Test
    void namesEveryMeterThatIsMadeLater() {
        Set<String> later = new TreeSet<>(WRITTEN);
        later.removeAll(registered());

        assertThat(named()).allMatch(name -> WRITTEN.stream().anyMatch(written -> written.startsWith(name)));
        assertThat(later).allMatch(written -> named().stream().anyMatch(written::startsWith));
    }

    private Set<String> registered() {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(MetricsReferenceIT::exposed)
                .filter(name -> OURS.matcher(name).matches())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// A meter's name in Prometheus form.
    private static String exposed(Meter.Id id) {
        String name = id.getName().replace('.', '_')
                + Optional.ofNullable(id.getBaseUnit())
                        .filter(unit -> !unit.isEmpty())
                        .map(unit -> "_" + unit)
                        .orElse("");
        return switch (id.getType()) {
            case COUNTER -> name + "_total";
            case TIMER, LONG_TASK_TIMER -> name.endsWith("_seconds") ? name : name + "_seconds";
            case GAUGE, DISTRIBUTION_SUMMARY, OTHER -> name;
        };
    }

    /// The names that the sources give to meters.
    private static Set<String> named() {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            return sources.filter(path -> path.toString().endsWith(".java"))
                    .flatMap(path -> NAMED.matcher(read(path)).results())
                    .map((MatchResult found) -> found.group(1).replace('.', '_'))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
