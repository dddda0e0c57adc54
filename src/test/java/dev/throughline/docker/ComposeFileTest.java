package dev.throughline.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ComposeFileTest {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+)");
    private static final Pattern DEFAULT_IMAGE = Pattern.compile("\\$\\{(THROUGHLINE_[A-Z]+_IMAGE):-([^}]+)}");
    private static final Pattern PUBLIC_IMAGE = Pattern.compile("(THROUGHLINE_[A-Z]+_IMAGE)=([a-z-]+:[a-z0-9.@:-]+)");
    private static final Pattern ARGUMENT = Pattern.compile("(?m)^ARG ([A-Z]+_IMAGE)=(\\S+)$");

    private static final List<String> FILES_WITH_IMAGES = List.of(
            "src/main/docker/Dockerfile",
            "src/main/docker/nightly.Dockerfile",
            "docker-compose.yml",
            "k8s/chart/values.yaml",
            "k8s/chart/templates/cloudnative-pg.yaml");
    private static final Pattern OTHERS_IMAGE = Pattern.compile(
            "(?<![a-z0-9./@-])(eclipse-temurin|(?:ghcr[.]io/cloudnative-pg/)?postgres(?:ql)?|node):([0-9][a-z0-9.-]*)"
                    + "(@sha256:[0-9a-f]{64})?(?![0-9a-z@.-])");

    @Test
    void listsEveryVariableAtItsTop() throws IOException {
        String file = Files.readString(Path.of("docker-compose.yml"));
        String top = file.lines().takeWhile(line -> line.startsWith("#")).collect(Collectors.joining("\n"));

        List<String> used =
                VARIABLE.matcher(file).results().map(m -> m.group(1)).distinct().toList();

        assertThat(used).isNotEmpty().allSatisfy(name -> assertThat(top).contains(name));
    }

    @Test
    void standsOnTheImagesOfTheDockerfileAndOfTheEngineScript() throws IOException {
        Map<String, String> composed = read("docker-compose.yml", DEFAULT_IMAGE);
        Map<String, String> scripted = read(".ci/docker", PUBLIC_IMAGE);
        Map<String, String> built = new TreeMap<>();
        read("src/main/docker/Dockerfile", ARGUMENT).forEach((name, image) -> built.put("THROUGHLINE_" + name, image));

        assertThat(built).hasSize(2);
        assertThat(composed).containsAllEntriesOf(built);
        assertThat(scripted).containsAllEntriesOf(composed);
    }

    /// A tag is moved to other contents, a digest never. Names without one are images that are built from these
    /// sources.
    @Test
    void namesEveryImageThatOthersMadeByItsDigest() throws IOException {
        Map<String, Set<String>> digests = new TreeMap<>();
        for (String file : FILES_WITH_IMAGES) {
            Matcher image = OTHERS_IMAGE.matcher(Files.readString(Path.of(file)));
            while (image.find()) {
                assertThat(image.group(3)).as("%s in %s", image.group(), file).isNotNull();
                digests.computeIfAbsent(image.group(1) + ":" + image.group(2), name -> new TreeSet<>())
                        .add(image.group(3));
            }
        }

        assertThat(digests).hasSize(5);
        assertThat(digests.values()).allSatisfy(each -> assertThat(each).hasSize(1));
    }

    @Test
    void keepsEveryServiceFromGainingRights() throws IOException {
        String file = Files.readString(Path.of("docker-compose.yml"));

        for (String setting : List.of("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true")) {
            assertThat(file.split(Pattern.quote(setting), -1)).as(setting).hasSize(3);
        }
    }

    private static Map<String, String> read(String file, Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(Path.of(file)))
                .results()
                .collect(Collectors.toMap(
                        m -> m.group(1), (MatchResult m) -> m.group(2), (one, same) -> one, TreeMap::new));
    }
}
