package dev.throughline.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.model.ContainerNetwork;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;

/// What an operator, or fate, does to a container.
final class ContainerEngine {
    private static final DockerClient DOCKER = DockerClientFactory.instance().client();

    private static final int FREEZE_TRIES = 5;

    private ContainerEngine() {}

    /// SIGKILL.
    static void kill(GenericContainer<?> container) {
        DOCKER.killContainerCmd(container.getContainerId()).exec();
    }

    /// SIGTERM (or what the image says), and SIGKILL after the grace time.
    /// @return the exit code; 137 where it had to be killed
    static long stop(GenericContainer<?> container, int graceSeconds) {
        DOCKER.stopContainerCmd(container.getContainerId())
                .withTimeout(graceSeconds)
                .exec();
        return inspect(container).getState().getExitCodeLong();
    }

    /// Starts it again after it ended, with its files as they were.
    static void start(GenericContainer<?> container) {
        DOCKER.startContainerCmd(container.getContainerId()).exec();
    }

    /// Stops its processes where they stand; its connections stay, unanswered.
    static void pause(GenericContainer<?> container) {
        for (int tries = 1; ; tries++) {
            try {
                DOCKER.pauseContainerCmd(container.getContainerId()).exec();
                return;
            } catch (InternalServerErrorException e) {
                // A busy machine does not always get all threads to stand still in time.
                if (tries == FREEZE_TRIES) {
                    throw e;
                }
            }
        }
    }

    static void unpause(GenericContainer<?> container) {
        DOCKER.unpauseContainerCmd(container.getContainerId()).exec();
    }

    /// Disconnects it from a network: packets on its connections are lost silently.
    static void disconnect(GenericContainer<?> container, Network network) {
        DOCKER.disconnectFromNetworkCmd()
                .withContainerId(container.getContainerId())
                .withNetworkId(network.getId())
                .withForce(true)
                .exec();
    }

    static void connect(String container, Network network, String alias) {
        DOCKER.connectToNetworkCmd()
                .withContainerId(container)
                .withNetworkId(network.getId())
                .withContainerNetwork(new ContainerNetwork().withAliases(alias))
                .exec();
    }

    static InspectContainerResponse inspect(GenericContainer<?> container) {
        return DOCKER.inspectContainerCmd(container.getContainerId()).exec();
    }

    static void removeVolume(String name) {
        DOCKER.removeVolumeCmd(name).exec();
    }
}
