package dev.throughline.containers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.testcontainers.utility.DockerImageName;

/// The images that the suite runs: the public ones, or those that the environment names instead.
final class Images {
    private static final String BUILT = "throughline:test";
    private static final List<String> BASES = List.of("JDK_IMAGE", "JRE_IMAGE");

    private static final class Service {
        static final String NAME = named("THROUGHLINE_IMAGE").orElseGet(Images::build);
    }

    private Images() {}

    /// PostgreSQL: `THROUGHLINE_POSTGRES_IMAGE`.
    static DockerImageName postgres() {
        return parsed(named("THROUGHLINE_POSTGRES_IMAGE").orElse("postgres:17")).asCompatibleSubstituteFor("postgres");
    }

    /// The balancer: `THROUGHLINE_HAPROXY_IMAGE`.
    static DockerImageName haproxy() {
        return parsed(named("THROUGHLINE_HAPROXY_IMAGE").orElse("haproxy:3.2"));
    }

    /// The service: `THROUGHLINE_IMAGE`, or built from these sources at the first use.
    static DockerImageName service() {
        return DockerImageName.parse(Service.NAME);
    }

    /// Of a name with a tag and a digest the digest counts, and Testcontainers takes no more than one of them.
    private static DockerImageName parsed(String name) {
        return DockerImageName.parse(name.replaceFirst(":[^:/@]+@", "@"));
    }

    private static Optional<String> named(String variable) {
        return Optional.ofNullable(System.getenv(variable)).filter(name -> !name.isBlank());
    }

    private static String build() {
        List<String> command =
                new ArrayList<>(List.of("docker", "build", "-t", BUILT, "-f", "src/main/docker/Dockerfile"));
        for (String base : BASES) {
            named("THROUGHLINE_" + base).ifPresent(name -> command.addAll(List.of("--build-arg", base + "=" + name)));
        }
        named("MAVEN_ARGS").ifPresent(arguments -> command.addAll(List.of("--build-arg", "MAVEN_ARGS=" + arguments)));
        command.add(Path.of("").toAbsolutePath().toString());
        System.out.println("building the service's image: " + String.join(" ", command));
        try {
            Process build =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (build.waitFor() != 0) {
                throw new IllegalStateException(
                        "expected the service's image to be built, " + String.join(" ", command) + " said\n" + said);
            }
        } catch (IOException e) {
            throw new IllegalStateException("expected the docker command, found none", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return BUILT;
    }
}
