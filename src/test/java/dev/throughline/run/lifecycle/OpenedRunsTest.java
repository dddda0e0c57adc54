package dev.throughline.run.lifecycle;

import dev.throughline.run.Run;
import dev.throughline.run.RunState;
import dev.throughline.run.Sample;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@TestProfile(OpenedRunsTest.OfACommand.class)
class OpenedRunsTest {
    public static final class OfACommand implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("throughline.runs.seal-at-stop", "true");
        }
    }

    @Inject
    Runs runs;

    @Inject
    OpenedRuns opened;

    @Test
    void runsOfACommandThatIsStoppedAreSealedWithTheReason() {
        Run open = await(runs.create(Sample.settings()));
        Run over = await(runs.create(Sample.settings()));
        await(runs.seal(over.id()));
        Run gone = await(runs.create(Sample.settings()));
        await(runs.delete(gone.id()));
        Run last = await(runs.create(Sample.settings()));

        await(opened.seal(runs));

        assertThat(await(runs.find(open.id())).orElseThrow().state()).isEqualTo(RunState.SEALED);
        assertThat(await(runs.find(open.id())).orElseThrow().sealReason())
                .hasValueSatisfying(reason -> assertThat(reason).contains("was stopped"));
        assertThat(await(runs.find(over.id())).orElseThrow().sealReason()).isEmpty();
        assertThat(await(runs.find(last.id())).orElseThrow().state()).isEqualTo(RunState.SEALED);
    }

    private static <T> T await(Uni<T> step) {
        return step.await().atMost(Duration.ofSeconds(20));
    }
}
