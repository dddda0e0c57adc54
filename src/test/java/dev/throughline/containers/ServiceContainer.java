package dev.throughline.containers;

import com.github.dockerjava.api.model.Capability;
import dev.throughline.load.SseListener;
import dev.throughline.load.StreamLoad;
import dev.throughline.testing.TestRun;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;

/// The service in its own image, run as strictly as a cluster would: nothing to write to but `/tmp`, no
/// capability, no way to more rights.
final class ServiceContainer extends GenericContainer<ServiceContainer> {
    static final int PORT = 8080;

    private static final Duration START = Duration.ofSeconds(120);

    private final String name;
    private final Network back;
    private final int port = FixedPorts.free();

    /// @param front the network that its clients are in
    /// @param back the network that the database is in
    ServiceContainer(String name, Network front, Network back, String databaseUrl) {
        super(Images.service());
        this.name = name;
        this.back = back;
        withNetwork(front);
        withNetworkAliases(name);
        withExposedPorts(PORT);
        setPortBindings(List.of(port + ":" + PORT));
        withEnv("THROUGHLINE_DATABASE_URL", databaseUrl);
        // Clients of these tests have no keys.
        withCommand("serve", "--host", "0.0.0.0", "--access", "open-to-everyone");
        withTmpFs(Map.of("/tmp", "rw,mode=1777"));
        withCreateContainerCmdModifier(command -> command.getHostConfig()
                .withReadonlyRootfs(true)
                .withCapDrop(Capability.ALL)
                .withSecurityOpts(List.of("no-new-privileges")));
        waitingFor(Wait.forHttp("/q/health/ready").forPort(PORT).withStartupTimeout(START));
    }

    String name() {
        return name;
    }

    @Override
    protected void containerIsCreated(String containerId) {
        ContainerEngine.connect(containerId, back, name);
    }

    URI url() {
        return URI.create("http://" + getHost() + ":" + port);
    }

    /// Opens a run and gives its id.
    String open(Map<String, ?> settings) throws IOException, InterruptedException {
        return TestRun.open(url(), settings).id();
    }

    /// Asks for short answers until one ends well, and gives the time that took.
    Duration recovery() throws InterruptedException {
        long began = System.nanoTime();
        while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(60)) {
            try {
                if (SseListener.listen(url(), open(Map.of("scenario", "chat"))).isDone()) {
                    return Duration.ofNanos(System.nanoTime() - began);
                }
            } catch (IOException _) {
                // not yet
            }
            StreamLoad.pause(100);
        }
        throw new IllegalStateException("expected a good answer within 60 s, " + name + " said " + getLogs());
    }
}
