package dev.throughline.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;

/// Two networks, one for clients and one for the database, and the containers in them. Closing it removes
/// all of them, whatever failed; their logs are kept in `target/containers`.
final class ContainerEnvironment implements AutoCloseable {
    private static final Path LOGS = Path.of("target", "containers");

    private final String prefix;
    private final Network front;
    private final Network back;
    private final Deque<GenericContainer<?>> containers = new ArrayDeque<>();
    private int started;

    /// @param name distinguishes its containers from those of other environments
    ContainerEnvironment(String name) {
        byte[] random = new byte[3];
        ThreadLocalRandom.current().nextBytes(random);
        prefix = "throughline-" + name + "-" + HexFormat.of().formatHex(random);
        front = network("front", false);
        // Leads nowhere else: ports are published in front.
        back = network("back", true);
    }

    private Network network(String side, boolean isInternal) {
        return Network.builder()
                .createNetworkCmdModifier(
                        command -> command.withName(prefix + "-" + side).withInternal(isInternal))
                .build();
    }

    /// The network that only services and the database are in.
    Network back() {
        return back;
    }

    /// What the names of all its containers begin with.
    String prefix() {
        return prefix;
    }

    Postgres postgres() {
        return postgres(new Postgres());
    }

    /// Starts a database that was set up otherwise.
    Postgres postgres(Postgres postgres) {
        start(postgres.withNetwork(front), Postgres.ALIAS);
        ContainerEngine.connect(postgres.getContainerId(), back, Postgres.ALIAS);
        return postgres;
    }

    /// A service on the database; not started yet.
    ServiceContainer service(String name, Postgres postgres, Map<String, String> environment) {
        return new ServiceContainer(name, front, back, postgres.urlInside()).withEnv(environment);
    }

    /// Starts a service on the database and waits until it is ready.
    ServiceContainer serve(String name, Postgres postgres, Map<String, String> environment) {
        return start(service(name, postgres, environment), name);
    }

    Balancer balancer(String... services) {
        return start(new Balancer(front, Arrays.asList(services)), "balancer");
    }

    /// Starts a container, which is removed with the others.
    <T extends GenericContainer<?>> T start(T container, String name) {
        String full = prefix + "-" + name + "-" + ++started;
        container.withCreateContainerCmdModifier(command -> command.withName(full));
        Path log = LOGS.resolve(full + ".log");
        container.withLogConsumer(frame -> append(log, frame.getUtf8String()));
        containers.push(container);
        container.start();
        return container;
    }

    private static void append(Path log, String text) {
        try {
            Files.createDirectories(LOGS);
            Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        RuntimeException failure = new IllegalStateException("not everything could be removed");
        containers.forEach(container -> attempt(container::stop, failure));
        attempt(front::close, failure);
        attempt(back::close, failure);
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }

    private static void attempt(Runnable removal, RuntimeException failure) {
        try {
            removal.run();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
