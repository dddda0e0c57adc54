package dev.throughline.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The examples of the page on builds are the programs that the tests with containers run.
class ExamplesTest {
    private static final Path JAVA = Path.of("src/test/java/dev/throughline/containers/ReasoningIT.java");
    private static final Path NODE = Path.of("src/test/node/reasoning.test.mjs");

    @Test
    void javaExampleIsTheTestThatRuns() throws IOException {
        List<String> source = Files.readAllLines(JAVA);

        assertThat(MarkdownPage.site("guides/ci").code("java"))
                .isEqualTo(source.subList(source.indexOf("class ReasoningIT {"), source.size()));
    }

    @Test
    void nodeExampleIsTheScriptThatRuns() throws IOException {
        assertThat(MarkdownPage.site("guides/ci").code("js")).isEqualTo(Files.readAllLines(NODE));
    }

    @Test
    void examplesNameTheImageOfTheVersionOfTheProject() throws IOException {
        String version = Files.readString(Path.of("pom.xml")).replaceFirst("(?s).*?<version>([0-9.]+).*", "$1");

        assertThat(Files.readString(JAVA)).contains("/throughline:" + version + "\"");
        assertThat(Files.readString(NODE)).contains("/throughline:" + version + "'");
    }
}
