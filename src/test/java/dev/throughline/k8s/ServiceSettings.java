package dev.throughline.k8s;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.WithParentName;
import io.smallrye.config.common.utils.StringUtil;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/// The settings that the service has: those of its mappings and those of its `application.properties`.
final class ServiceSettings {
    private static final Path PROPERTIES = Path.of("src/main/resources/application.properties");
    /// Files of settings to read besides. Source: Quarkus, "Configuration Reference", "Locations".
    private static final String LOCATIONS = "quarkus.config.locations";

    private static final List<Class<?>> MAPPINGS = mappings();

    private ServiceSettings() {}

    /// The names of all settings; one that ends in a dot is the beginning of names that whoever deploys chooses.
    static List<String> names() {
        Stream<String> mapped = MAPPINGS.stream()
                .flatMap(type -> names(type.getAnnotation(ConfigMapping.class).prefix(), type));
        return Stream.of(mapped, properties().getPropertyNames().stream(), Stream.of(LOCATIONS))
                .flatMap(names -> names)
                .toList();
    }

    /// Whether an environment variable is a setting, or is read by name by the program or its launcher.
    static boolean isKnown(String variable) {
        return names().stream().anyMatch(name -> matches(name, variable)) || isReadByName(variable);
    }

    /// The configuration of the service in an environment.
    /// @throws RuntimeException for a value that no setting takes
    static SmallRyeConfig in(Map<String, String> environment) {
        return in(environment, "");
    }

    /// The configuration in an environment, with a file of settings of this text.
    /// @throws RuntimeException for a value that no setting takes
    static SmallRyeConfig in(Map<String, String> environment, String file) {
        var builder = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .addDefaultInterceptors()
                .withSources(properties(), read(file), new EnvConfigSource(environment, 300));
        MAPPINGS.forEach(builder::withMapping);
        return builder.build();
    }

    private static boolean matches(String name, String variable) {
        String written = StringUtil.replaceNonAlphanumericByUnderscores(name).toUpperCase(Locale.ROOT);
        return name.endsWith(".") ? variable.startsWith(written) : variable.equals(written);
    }

    private static boolean isReadByName(String variable) {
        try (Stream<Path> files = Stream.concat(Files.walk(Path.of("src/main")), Stream.of(Path.of("throughline")))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(".java") || file.endsWith("throughline"))
                    .map(ManifestFiles::text)
                    .anyMatch(text -> text.contains('"' + variable + '"') || text.contains("${" + variable + ":-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> names(String prefix, Class<?> type) {
        return Stream.of(type.getMethods()).flatMap(method -> {
            String name = method.isAnnotationPresent(WithParentName.class)
                    ? prefix
                    : prefix + "." + StringUtil.skewer(method.getName());
            return names(name, method);
        });
    }

    private static Stream<String> names(String name, Method method) {
        Class<?> type = method.getReturnType();
        if (type == Map.class) {
            return Stream.of(name + ".");
        }
        return type.isInterface() && type.getPackageName().startsWith("dev.throughline")
                ? names(name, type)
                : Stream.of(name);
    }

    private static PropertiesConfigSource read(String file) {
        Properties read = new Properties();
        try {
            read.load(new StringReader(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> settings = new HashMap<>();
        read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
        return new PropertiesConfigSource(settings, "file", 270);
    }

    private static PropertiesConfigSource properties() {
        try {
            return new PropertiesConfigSource(PROPERTIES.toUri().toURL(), 250);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Class<?>> mappings() {
        return new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.throughline")
                        .stream()
                        .filter(type -> type.isAnnotatedWith(ConfigMapping.class))
                        .<Class<?>>map(JavaClass::reflect)
                        .toList();
    }
}
