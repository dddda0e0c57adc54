package dev.throughline.telemetry;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.eclipse.microprofile.config.spi.ConfigSource;

/// Maps `throughline.log` (`text`, the default, or `json`) to the corresponding Quarkus log setting.
public final class LogFormatConfigSourceFactory implements ConfigSourceFactory {
    private static final String SWITCH = "throughline.log";
    private static final String JSON = "quarkus.log.console.json.enabled";
    /// Above `application.properties` (250), below the environment (300): an explicit Quarkus setting takes
    /// precedence.
    private static final int ORDINAL = 275;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        ConfigValue found = context.getValue(SWITCH);
        String format = found == null || found.getValue() == null ? "text" : found.getValue();
        boolean isJson = switch (format) {
            case "json" -> true;
            case "text" -> false;
            default -> throw new IllegalArgumentException(SWITCH + ": text or json was expected, found " + format);
        };
        return List.of(new PropertiesConfigSource(Map.of(JSON, Boolean.toString(isJson)), SWITCH, ORDINAL));
    }

    @Override
    public OptionalInt getPriority() {
        return OptionalInt.of(ORDINAL);
    }
}
