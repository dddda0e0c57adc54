package dev.throughline.containers;

import com.github.dockerjava.api.DockerClient;
import dev.throughline.testing.TestHttpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.Wait;

import static org.assertj.core.api.Assertions.assertThat;

/// The image as other machines reach it: with keys, which the same image makes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(900)
class ImageKeysIT {

    private final ContainerEnvironment containerEnvironment = new ContainerEnvironment("keys");
    private Postgres postgres;

    @BeforeAll
    void start() {
        postgres = containerEnvironment.postgres();
    }

    @AfterAll
    void remove() {
        containerEnvironment.close();
    }

    @Test
    void isReadyOnceThereIsAKeyAndNeedsOneToBeUsed() throws Exception {
        ServiceContainer creating = command("keys", "create", "--scope", "run", "--name", "suite");
        assertThat(exit(creating)).isZero();
        String key = creating.getLogs()
                .lines()
                .filter(line -> line.startsWith("tlk_"))
                .findFirst()
                .orElseThrow();

        ServiceContainer service = containerEnvironment.start(
                containerEnvironment.service("service", postgres, Map.of()).withCommand("serve", "--host", "0.0.0.0"),
                "service");
        assertThat(open(service.url(), "")).isEqualTo(401);
        assertThat(open(service.url(), key)).isEqualTo(201);
    }

    /// The image with other arguments, not started yet.
    private ServiceContainer command(String... arguments) {
        return containerEnvironment
                .service("once", postgres, Map.of())
                .withCommand(arguments)
                .withStartupCheckStrategy(new AtItsEnd().withTimeout(Duration.ofSeconds(60)))
                .waitingFor(Wait.forLogMessage("(?s).+", 1));
    }

    private long exit(ServiceContainer container) {
        containerEnvironment.start(container, "once");
        return ContainerEngine.inspect(container).getState().getExitCodeLong();
    }

    /// Waits for the end of a command, whatever its exit code is.
    private static final class AtItsEnd extends StartupCheckStrategy {
        @Override
        public StartupStatus checkStartupState(DockerClient docker, String container) {
            Boolean isRunning =
                    docker.inspectContainerCmd(container).exec().getState().getRunning();
            return Boolean.TRUE.equals(isRunning) ? StartupStatus.NOT_YET_KNOWN : StartupStatus.SUCCESSFUL;
        }
    }

    private static int open(URI service, String key) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(service.resolve("/api/v1/runs"))
                .header("content-type", "application/json")
                .header("authorization", "Bearer " + key)
                .POST(BodyPublishers.ofString("{}"))
                .build();
        return TestHttpClient.send(request, BodyHandlers.discarding()).statusCode();
    }
}
