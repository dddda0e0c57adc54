package dev.throughline.run.api;

import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ValidBody;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.vendor.RuleBook;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class RunSettingsFactoryTest {
    private static final List<String> BACKENDS = List.of("llama", "zai");

    @Test
    void opensAProxyRunOfAConfiguredBackend() {
        RunSettings settings = settings("{\"mode\":\"proxy\",\"backend\":\"zai\"}", BACKENDS);

        assertThat(settings.mode()).isEqualTo(RunMode.PROXY);
        assertThat(settings.backend()).contains("zai");
    }

    @Test
    void opensAStubRunWithoutABackendThoughThereAreSome() {
        RunSettings settings = settings("{}", BACKENDS);

        assertThat(settings.mode()).isEqualTo(RunMode.STUB);
        assertThat(settings.backend()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"mode\":\"proxy\"}",
                "{\"mode\":\"proxy\",\"backend\":\"\"}",
                "{\"mode\":\"proxy\",\"backend\":\"ZAI\"}",
                "{\"mode\":\"proxy\",\"backend\":\"http://127.0.0.1:8000\"}"
            })
    void namesTheConfiguredBackendsWhenAnotherIsAskedFor(String order) {
        Problem problem = problem(order, BACKENDS);

        assertThat(problem.pointer()).isEqualTo("/backend");
        assertThat(problem.detail()).endsWith("configured are llama, zai.");
        assertThat(problem.allowed()).containsExactly("llama", "zai");
    }

    @Test
    void saysSoWhenNoBackendIsConfigured() {
        assertThat(problem("{\"mode\":\"proxy\",\"backend\":\"zai\"}", List.of())
                        .detail())
                .endsWith("there is no backend \"zai\"; none is configured.");
    }

    @Test
    void showsNoControlCharactersOfAWrongName() {
        assertThat(problem("{\"mode\":\"proxy\",\"backend\":\"a\\u001b[31m\\n\"}", BACKENDS)
                        .detail())
                .contains("\"a?[31m?\"");
    }

    @Test
    void takesTheDefaultBackendInAProxyRunThatNamesNone() {
        NewRun order = ValidBody.read("{\"mode\":\"proxy\"}", NewRun.class);

        assertThat(RunSettingsFactory.settings(order, BACKENDS, Optional.of("zai"), RuleBook.bundled())
                        .backend())
                .contains("zai");
    }

    @Test
    void refusesABackendInAStubRun() {
        assertThat(problem("{\"backend\":\"zai\"}", BACKENDS).pointer()).isEqualTo("/backend");
    }

    @Test
    void refusesFaultsInAProxyRun() {
        Problem problem =
                problem("{\"mode\":\"proxy\",\"backend\":\"zai\",\"faults\":[{\"kind\":\"hang\"}]}", BACKENDS);

        assertThat(problem.pointer()).isEqualTo("/faults");
    }

    private static Problem problem(String order, List<String> backends) {
        return catchThrowableOfType(ProblemException.class, () -> settings(order, backends))
                .problem();
    }

    private static RunSettings settings(String order, List<String> backends) {
        return RunSettingsFactory.settings(
                ValidBody.read(order, NewRun.class), backends, Optional.empty(), RuleBook.bundled());
    }
}
