package dev.throughline.harness;

import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.ProxyRoute;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CheckListRunnerIT {
    private static final ClientCheck.Options PLAIN =
            new ClientCheck.Options(Optional.empty(), Optional.empty(), false, Optional.empty(), Optional.empty());
    private static final String RECIPE = """
            {"name": "toy", "title": "Toy", "package": "toy", "binary": "toy", "dialects": ["openai-chat", "responses"],
             "variants": ["quiet"], "model": "glm-4.7", "environment": {}, "files": [], "tools": [], "packages": [],
             "refusals": [{"when": {"dialect": "responses", "versions": ">=2.0.0"}, "reason": "speaks only chat"}],
             "turns": [{"command": ["{{binary}}", "{{prompt1}}"]}, {"command": ["{{binary}}", "{{prompt2}}"]}],
             "turnTimeout": "PT20S"}""";

    @TempDir
    Path folder;

    private final List<String> progress = Collections.synchronizedList(new ArrayList<>());
    private ToyService service;

    @BeforeEach
    void start() throws IOException {
        service = new ToyService();
        Files.createDirectories(folder.resolve("recipes"));
        Files.writeString(folder.resolve("recipes/toy.json"), RECIPE);
        install("1.0.0", "exit 0");
        install("2.0.0", "exit 0");
        install("3.0.0", "echo out of luck; exit 3");
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void tellsEachCheckInTheOrderOfTheList() {
        List<CheckOutcome> measured = measure(false, check("2.0.0"), check("1.0.0"), check("1.0.0", null, "quiet"));

        assertThat(measured)
                .extracting(one -> one.spec().label())
                .containsExactly("toy@2.0.0", "toy@1.0.0", "toy@1.0.0 (quiet)");
        assertThat(measured)
                .allSatisfy(one -> assertThat(one).isInstanceOfSatisfying(CheckOutcome.Judged.class, judged -> {
                    assertThat(judged.verdict()).isEqualTo("PASS");
                    assertThat(judged.kept()).isFalse();
                }));
    }

    @Test
    void doesNotRepeatWhatTheServiceHoldsSealed() {
        measure(false, check("1.0.0"));

        List<CheckOutcome> measured = measure(false, check("1.0.0"), check("1.0.0", null, "quiet"), check("2.0.0"));

        assertThat(service.opened()).containsExactlyInAnyOrder("1.0.0", "1.0.0 quiet", "2.0.0");
        assertThat(measured)
                .extracting(one -> ((CheckOutcome.Judged) one).kept())
                .containsExactly(true, false, false);
    }

    @Test
    void repeatsWhatWasMeasuredWithOtherPackagesAnotherReasoningFieldOrAVendor() {
        var spec = new ClientSpec("toy", "1.0.0", "openai-chat", Optional.empty(), "glm-4.7", "tools");
        ServiceClient client = service.client();
        client.seal(client.open(spec.with(List.of("sdk@1.0.0")), Duration.ofMinutes(1), PLAIN)
                .id());
        client.seal(client.open(spec.offered(Optional.of("reasoning")), Duration.ofMinutes(1), PLAIN)
                .id());

        List<CheckOutcome> measured = Stream.of(check("1.0.0"), asVendor(), asVendor())
                .flatMap(one -> measure(false, one).stream())
                .toList();

        assertThat(service.opened()).hasSize(4);
        assertThat(measured)
                .extracting(one -> ((CheckOutcome.Judged) one).kept())
                .containsExactly(false, false, true);
    }

    @Test
    void aTurnThatOnlyPreparesNeedsNoRequest() throws IOException {
        Files.writeString(
                folder.resolve("recipes/toy.json"),
                RECIPE.replace("\"turns\": [", "\"turns\": [{\"command\": [\"{{binary}}\"], \"userTurns\": 0}, "));
        service.unreachable();

        measure(false, check("1.0.0"));

        assertThat(progress).anyMatch(line -> line.endsWith("turn 2 of 3"));
    }

    @Test
    void aMissingProgramIsNamedBeforeAnythingIsInstalledOrOpened() throws IOException {
        Files.writeString(
                folder.resolve("recipes/toy.json"),
                RECIPE.replace("\"tools\": []", "\"tools\": [{\"name\": \"no-such-program\", \"install\": \"luck\"}]"));

        List<CheckOutcome> measured = measure(false, check("1.0.0"));

        assertThat(measured)
                .singleElement()
                .isInstanceOfSatisfying(
                        CheckOutcome.Unsupported.class,
                        unsupported -> assertThat(unsupported.reason())
                                .isEqualTo("cannot be checked on this machine: toy@1.0.0 needs no-such-program on the"
                                        + " PATH; install luck"
                                        + " (Debian: apt-get install luck)"));
        assertThat(progress).noneMatch(line -> line.contains("installing"));
        assertThat(service.opened()).isEmpty();
    }

    @Test
    void repeatsWhatWasBrokenOff() {
        service.client()
                .open(
                        new ClientSpec("toy", "1.0.0", "openai-chat", Optional.empty(), "glm-4.7", "tools"),
                        Duration.ofMinutes(15),
                        PLAIN);

        measure(false, check("1.0.0"));

        assertThat(service.states()).containsExactly("1.0.0 RUNNING", "1.0.0 SEALED");
    }

    @Test
    void opensAndSealsAStubRunBehindAProxyRun() {
        List<CheckOutcome> measured = measure(false, check("1.0.0").through(new ProxyRoute("native")));

        assertThat(service.modes()).containsExactly("stub native 9.9.9 SEALED", "proxy run:run0  SEALED");
        assertThat(measured)
                .singleElement()
                .isInstanceOfSatisfying(
                        CheckOutcome.Judged.class,
                        judged -> assertThat(judged.run()).isEqualTo("run0"));
    }

    @Test
    void keepsWhatWasMeasuredThroughTheProxyApartFromTheRest() {
        CheckListEntry proxied = check("1.0.0").through(new ProxyRoute("native"));
        measure(false, check("1.0.0"));

        List<CheckOutcome> measured = measure(false, check("1.0.0"), proxied, check("1.0.0"));
        List<CheckOutcome> later =
                measure(false, check("1.0.0"), proxied, check("1.0.0").through(new ProxyRoute("raw-glm-4.5")));

        assertThat(measured)
                .extracting(one -> ((CheckOutcome.Judged) one).kept())
                .containsExactly(true, false, true);
        assertThat(later).extracting(one -> ((CheckOutcome.Judged) one).kept()).containsExactly(true, true, false);
    }

    @Test
    void repeatsEverythingWhenAskedTo() {
        measure(false, check("1.0.0"));
        measure(true, check("1.0.0"));

        assertThat(service.states()).containsExactly("1.0.0 SEALED", "1.0.0 SEALED");
    }

    @Test
    void goesOnAfterACheckThatFailsAndSealsItsRunWithTheReason() {
        List<CheckOutcome> measured = measure(false, check("3.0.0"), check("1.0.0"), check("2.0.0"));

        assertThat(measured.getFirst())
                .isInstanceOfSatisfying(
                        CheckOutcome.Failed.class,
                        failed -> assertThat(failed.reason()).contains("exit code 3 in turn 1", "out of luck"));
        assertThat(measured.subList(1, 3)).allMatch(CheckOutcome.Judged.class::isInstance);
        assertThat(service.states()).containsExactlyInAnyOrder("3.0.0 SEALED", "1.0.0 SEALED", "2.0.0 SEALED");
        assertThat(service.reasons()).anyMatch(reason -> reason.contains("exit code 3 in turn 1"));
        assertThat(progress)
                .anyMatch(line -> line.endsWith("toy@3.0.0 openai-chat: ERROR: toy@3.0.0 ended with exit"
                        + " code 3 in turn 1; its last output:"));
    }

    @Test
    void doesNotTryWhatTheRecipeRefuses() {
        List<CheckOutcome> measured =
                measure(false, check("2.0.0", "responses", null), check("1.0.0", "responses", null));

        assertThat(measured.getFirst())
                .isInstanceOfSatisfying(
                        CheckOutcome.Unsupported.class,
                        unsupported -> assertThat(unsupported.reason()).isEqualTo("speaks only chat"));
        assertThat(service.opened()).containsExactly("1.0.0");
        assertThat(progress).anyMatch(line -> line.endsWith("toy@2.0.0 responses: UNSUPPORTED: it speaks only chat"));
    }

    @Test
    void endsItsProgramsWhenItIsInterrupted() throws IOException {
        install("4.0.0", "exec sleep 60");
        Thread self = Thread.currentThread();
        var interrupted = new AtomicBoolean();
        var checks = checks(false, line -> {
            progress.add(line);
            if (line.endsWith("turn 1 of 2") && interrupted.compareAndSet(false, true)) {
                self.interrupt();
            }
        });

        assertThatThrownBy(() -> checks.run(List.of(check("4.0.0"), check("1.0.0"))))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ProcessSession.marked("run0")).isEmpty();
        assertThat(service.states()).contains("4.0.0 SEALED").allMatch(state -> state.endsWith("SEALED"));
        assertThat(service.reasons()).anyMatch(reason -> reason.contains("interrupted"));
    }

    @Test
    void whatTheFirstTurnShowedCountsWhenTheSecondFails() throws IOException {
        install("5.0.0", "case \"$1\" in Thank*) echo broke; exit 4;; esac");
        service.due(3);

        List<CheckOutcome> measured = measure(false, check("5.0.0"));

        assertThat(measured.getFirst())
                .isInstanceOfSatisfying(
                        CheckOutcome.Judged.class,
                        judged -> assertThat(judged.verdict()).isEqualTo("INCONCLUSIVE"));
        assertThat(service.states()).containsExactly("5.0.0 SEALED");
        assertThat(service.reasons().getFirst()).contains("exit code 4 in turn 2");
        assertThat(progress).anyMatch(line -> line.contains("ended early") && line.contains("exit code 4 in turn 2"));
    }

    @Test
    void aClientWhoseFirstRequestTheVendorRefusesIsJudged() throws IOException {
        install("5.1.0", "echo 400; exit 1");
        service.refuse();

        assertThat(measure(false, check("5.1.0")).getFirst()).isInstanceOf(CheckOutcome.Judged.class);
        assertThat(service.reasons().getFirst()).contains("exit code 1 in turn 1");
    }

    @Test
    void aClientThatSendsNothingIsGivenUpAfterItsFirstTurnWithItsLastWords() throws IOException {
        install("6.0.0", "echo cannot reach the model");
        service.unreachable();

        List<CheckOutcome> measured = measure(false, check("6.0.0"));

        assertThat(measured.getFirst())
                .isInstanceOfSatisfying(
                        CheckOutcome.Failed.class,
                        failed -> assertThat(failed.reason())
                                .contains("sent no request to the run of this check", "its last output:\n")
                                .contains("cannot reach the model"));
        assertThat(progress)
                .anyMatch(line -> line.endsWith("turn 1 of 2"))
                .noneMatch(line -> line.endsWith("turn 2 of 2"));
        assertThat(service.states()).containsExactly("6.0.0 SEALED");
    }

    @Test
    void drivesAProgramThatIsThereAlready() throws IOException {
        Path program = folder.resolve("mine");
        Files.writeString(program, "#!/bin/sh\n[ \"$1\" = --version ] && echo mine 4.5.6; exit 0\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.writeString(
                folder.resolve("recipes/toy.json"),
                RECIPE.replace(
                        "\"package\": \"toy\", \"binary\": \"toy\"",
                        "\"executable\": \"" + program + "\", \"versionArguments\": [\"--version\"]"));

        List<CheckOutcome> measured = measure(false, check("latest"), check("1.0.0"));

        assertThat(measured.getFirst())
                .isInstanceOfSatisfying(
                        CheckOutcome.Judged.class,
                        judged -> assertThat(judged.spec().label()).isEqualTo("toy@4.5.6"));
        assertThat(measured.getLast())
                .isInstanceOfSatisfying(
                        CheckOutcome.Failed.class,
                        failed -> assertThat(failed.reason()).isEqualTo(program + " is version 4.5.6, not 1.0.0"));
        assertThat(service.opened()).containsExactly("4.5.6");
    }

    @Test
    void measuresAgainWhatEndedEarly() {
        measure(false, check("3.0.0"));
        measure(false, check("3.0.0"));

        assertThat(service.opened()).containsExactly("3.0.0", "3.0.0");
    }

    private List<CheckOutcome> measure(boolean again, CheckListEntry... list) {
        return checks(again, progress::add).run(List.of(list));
    }

    private CheckListRunner checks(boolean again, ProgressListener told) {
        RecipeCatalog recipeCatalog = RecipeCatalog.load(Optional.of(folder.resolve("recipes")));
        var npm = new PackageCaches(folder.resolve("cache"), CacheLimit.NONE, told, Optional.empty());
        var settings = new CheckListRunner.Settings(2, again, Optional.empty());
        return new CheckListRunner(recipeCatalog, service.client(), npm, told, settings);
    }

    private void install(String version, String script) throws IOException {
        Path installer = program(folder.resolve("installer"), "exit 0");
        var caches = new PackageCaches(folder.resolve("cache"), CacheLimit.NONE, _ -> {}, Optional.of(installer));
        program(caches.npm().install("toy", version).resolve(".bin/toy"), script);
    }

    private static Path program(Path program, String script) throws IOException {
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private static CheckListEntry asVendor() {
        return new CheckListEntry("toy", "1.0.0", null, null, null, null, null, null, null, "deepseek:v4");
    }

    private static CheckListEntry check(String version) {
        return check(version, null, null);
    }

    private static CheckListEntry check(String version, @Nullable String dialect, @Nullable String variant) {
        return new CheckListEntry("toy", version, dialect, variant, null, null);
    }
}
