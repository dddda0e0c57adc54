package dev.throughline.cli;

import dev.throughline.backend.BackendUrl;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.backend.settings.BackendsConfig;
import dev.throughline.backend.settings.ModelMap;
import dev.throughline.backend.settings.ModelsConfig;
import dev.throughline.settings.RangeValidator;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The backends that a service will have, read from its settings before it is started.
///
/// @param standard the one that answers behind `/v1` and `/`; empty for the stub
record ConfiguredBackends(Map<String, BackendSettings> byName, Optional<String> standard) {
    /// @throws IllegalArgumentException naming each setting with a value that is not accepted
    static ConfiguredBackends read() {
        try {
            SmallRyeConfig config = new SmallRyeConfigBuilder()
                    .addDefaultSources()
                    .addDefaultInterceptors()
                    .addDiscoveredSources()
                    .addDiscoveredConverters()
                    .withValidator(new RangeValidator())
                    .withMapping(BackendsConfig.class)
                    .withMapping(ModelsConfig.class)
                    .build();
            Map<String, BackendSettings> backends =
                    config.getConfigMapping(BackendsConfig.class).byName();
            List<String> names = backends.keySet().stream().sorted().toList();
            backends.forEach((name, settings) -> BackendUrl.of(name, settings.url()));
            new ModelMap(config.getConfigMapping(ModelsConfig.class).byPattern(), backends::containsKey, names);
            Optional<String> standard = config.getOptionalValue("throughline.default-backend", String.class);
            standard.filter(name -> !backends.containsKey(name)).ifPresent(name -> {
                throw new IllegalArgumentException(
                        "throughline.default-backend: there is no backend " + name + "; configured are " + names);
            });
            return new ConfiguredBackends(backends, standard);
        } catch (ConfigValidationException e) {
            throw new IllegalArgumentException(
                    IntStream.range(0, e.getProblemCount())
                            .mapToObj(i -> plain(e.getProblem(i).getMessage()))
                            .collect(Collectors.joining("; ")),
                    e);
        }
    }

    /// Describes for people what answers: the stub or a backend with its address and what it does to the history.
    String text() {
        String answering = named(standard::equals);
        String others = named(name -> !standard.equals(name));
        return (answering.isEmpty() ? "the stub" : answering) + (others.isEmpty() ? "" : "; behind /proxy: " + others);
    }

    private String named(Predicate<Optional<String>> wanted) {
        return byName.entrySet().stream()
                .filter(backend -> wanted.test(Optional.of(backend.getKey())))
                .sorted(Map.Entry.comparingByKey())
                .map(backend -> backend.getKey() + " at "
                        + BackendUrl.of(backend.getKey(), backend.getValue().url())
                                .text()
                        + ", history " + backend.getValue().history().id())
                .collect(Collectors.joining("; "));
    }

    /// Without the library's number and the names of Java classes.
    private static String plain(String problem) {
        return problem.replaceAll("(java|jakarta)\\.[\\w.]*Exception: ", "")
                .replaceFirst("^SRCFG[0-9]+: ", "")
                .replace(" threw an Exception whilst being converted", ":");
    }
}
