package dev.throughline.documentation;

import dev.throughline.settings.Between;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The page of settings has every setting of the code, with its default and range, and no other.
class SettingsReferenceTest {
    private static final MarkdownPage PAGE = MarkdownPage.site("reference/settings");
    private static final Path MAIN = Path.of("src/main/java");
    private static final Pattern CONFIGURED =
            Pattern.compile("@ConfigMapping\\(prefix|@ConfigProperty\\(name = \"throughline\\.");
    private static final String PREFIX = "throughline.";
    private static final Pattern VARIABLE =
            Pattern.compile("\"(THROUGHLINE_[A-Z_]+)\"|\\$\\{(?:env:)?(THROUGHLINE_[A-Z_]+)");

    @Test
    void namesEverySettingWithItsDefaultAndRange() throws IOException {
        Map<String, String> written = new TreeMap<>();
        for (MarkdownPage.Row row : PAGE.rows("`" + PREFIX)) {
            written.put(
                    row.code(0).getFirst(),
                    row.cells().get(1) + " | " + row.cells().get(2));
        }

        assertThat(written).isEqualTo(settings());
    }

    @Test
    void namesEveryVariableThatTheProgramReads() throws IOException {
        Set<String> written = new TreeSet<>();
        PAGE.rows("`THROUGHLINE_").forEach(row -> written.addAll(row.code(0)));

        assertThat(written).isEqualTo(variables());
    }

    private static Map<String, String> settings() throws IOException {
        Map<String, String> settings = new TreeMap<>();
        for (Class<?> type : configured()) {
            Optional.ofNullable(type.getAnnotation(ConfigMapping.class))
                    .ifPresent(mapping -> group(mapping.prefix(), type, settings));
            Stream.of(type.getDeclaredConstructors())
                    .flatMap(constructor -> Stream.of(constructor.getParameters()))
                    .flatMap(parameter -> Stream.ofNullable(parameter.getAnnotation(ConfigProperty.class)))
                    .filter(property -> property.name().startsWith(PREFIX))
                    .forEach(property -> settings.putIfAbsent(property.name(), single(property)));
        }
        return settings;
    }

    /// The types whose source names a setting of ours.
    private static List<Class<?>> configured() throws IOException {
        List<Class<?>> types = new ArrayList<>();
        for (Path source : sources()) {
            if (CONFIGURED.matcher(Files.readString(source)).find()) {
                String name = MAIN.relativize(source).toString().replace(".java", "");
                try {
                    types.add(Class.forName(name.replace('/', '.')));
                } catch (ClassNotFoundException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return types;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(MAIN)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    private static String single(ConfigProperty property) {
        boolean hasNone = property.defaultValue().equals(ConfigProperty.UNCONFIGURED_VALUE);
        return (hasNone ? "" : "`" + property.defaultValue() + "`") + " | ";
    }

    private static void group(String prefix, Class<?> type, Map<String, String> settings) {
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isSynthetic() && !method.isDefault()) {
                String key = method.isAnnotationPresent(WithParentName.class)
                        ? prefix
                        : prefix + "." + kebab(method.getName());
                setting(key, method, settings);
            }
        }
    }

    private static void setting(String key, Method method, Map<String, String> settings) {
        Class<?> type = method.getReturnType();
        if (type == Map.class) {
            Type value = ((ParameterizedType) method.getGenericReturnType()).getActualTypeArguments()[1];
            if (value instanceof Class<?> group && group.isInterface() && group != Path.class) {
                group(key + ".NAME", group, settings);
            } else {
                settings.put(key + ".NAME", " | ");
            }
        } else if (type.isInterface() && type.getName().startsWith("dev.throughline.")) {
            group(key, type, settings);
        } else {
            String standard = Optional.ofNullable(method.getAnnotation(WithDefault.class))
                    .map(with -> "`" + with.value() + "`")
                    .orElse("");
            settings.put(key, standard + " | " + range(method));
        }
    }

    private static String range(Method method) {
        Between range = method.getAnnotation(Between.class);
        return range == null ? "" : String.format(Locale.ROOT, "%,d to %,d", range.least(), range.most());
    }

    private static String kebab(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private static Set<String> variables() throws IOException {
        Set<String> variables = new TreeSet<>();
        List<Path> read = new ArrayList<>(sources());
        read.add(Path.of("throughline"));
        for (Path source : read) {
            Matcher found = VARIABLE.matcher(Files.readString(source));
            while (found.find()) {
                variables.add(found.group(1) == null ? found.group(2) : found.group(1));
            }
        }
        return variables;
    }
}
