package dev.throughline.run.retention;

import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Reads `throughline.retention.*` for a command that runs without the service, from the same sources as the service:
/// system properties, the environment, `config/application.properties` of the working directory.
public final class RetentionConfigReader {
    private static final Path FILE = Path.of("config", "application.properties");
    // Above the defaults, below the environment.
    private static final int FILE_ORDINAL = 260;
    // Command line values take precedence.
    private static final int GIVEN_ORDINAL = 500;

    private RetentionConfigReader() {}

    /// The settings, with those of the command line applied.
    /// @param given values by full property name
    /// @throws IllegalArgumentException naming the invalid value
    public static RetentionConfig read(Map<String, String> given) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder()
                .addDefaultSources()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(given, "command line", GIVEN_ORDINAL))
                .withMapping(RetentionConfig.class);
        if (Files.isRegularFile(FILE)) {
            try {
                builder.withSources(new PropertiesConfigSource(FILE.toUri().toURL(), FILE_ORDINAL));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        try {
            return builder.build().getConfigMapping(RetentionConfig.class);
        } catch (ConfigValidationException e) {
            throw new IllegalArgumentException(e.getProblem(0).getMessage(), e);
        }
    }
}
