package dev.throughline.run.lifecycle;

import dev.throughline.run.Run;
import dev.throughline.run.RunState;
import dev.throughline.run.StoreSamples;
import dev.throughline.testing.ScarceProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@TestProfile(ScarceProfile.class)
class ShutdownRunSealerIT {
    @Inject
    RunStore runStore;

    @Inject
    ShutdownRunSealer opened;

    @Test
    void runsOfACommandThatIsStoppedAreSealedWithTheReason() {
        Run open = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        Run over = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        await(runStore.seal(over.id()));
        Run gone = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        await(runStore.delete(gone.id()));
        Run last = await(runStore.create(StoreSamples.settings(), Optional.empty()));

        await(opened.seal(runStore));

        assertThat(await(runStore.find(open.id())).orElseThrow().state()).isEqualTo(RunState.SEALED);
        assertThat(await(runStore.find(open.id())).orElseThrow().sealReason())
                .hasValueSatisfying(reason -> assertThat(reason).contains("was stopped"));
        assertThat(await(runStore.find(over.id())).orElseThrow().sealReason()).isEmpty();
        assertThat(await(runStore.find(last.id())).orElseThrow().state()).isEqualTo(RunState.SEALED);
    }

    private static <T> T await(Uni<T> step) {
        return step.await().atMost(Duration.ofSeconds(20));
    }
}
