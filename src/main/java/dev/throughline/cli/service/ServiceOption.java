package dev.throughline.cli.service;

import dev.throughline.harness.ServiceClient;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The service that a command uses: a running one by its address, or one that it starts itself.
public final class ServiceOption {
    /// Statuses by which the service refuses what it was asked, rather than who asks or when.
    private static final Set<Integer> USAGE = Set.of(400, 404, 409, 422);

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "${env:THROUGHLINE_SERVER:-}",
            description = "A running service, for example http://127.0.0.1:8080 (default: THROUGHLINE_SERVER, else"
                    + " one on the same database on this machine where the command only reads, else a temporary"
                    + " one). The key that it may require is read from THROUGHLINE_KEY.")
    private String server = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private static Optional<String> key() {
        return Optional.ofNullable(System.getenv("THROUGHLINE_KEY"))
                .map(String::strip)
                .filter(key -> !key.isEmpty());
    }

    /// The running service that was named; empty if the command starts its own.
    public Optional<ServiceClient> running() {
        return server.isEmpty() ? Optional.empty() : Optional.of(new ServiceClient(named(), key()));
    }

    private URI named() {
        try {
            URI uri = new URI(server);
            if (List.of("http", "https").contains(String.valueOf(uri.getScheme())) && uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // as an address of another kind
        }
        throw new ParameterException(
                spec.commandLine(), "--server: expected an address such as http://127.0.0.1:8080, found " + server);
    }

    /// Begins the start of a service that the command will need, before its arguments are read; unless they or the
    /// environment name one, or one seems to run.
    /// @param arguments of the command, with its name
    public static void expect(String... arguments) {
        boolean isNamed =
                !System.getenv().getOrDefault("THROUGHLINE_SERVER", "").isEmpty();
        boolean isOther = Arrays.stream(arguments)
                .anyMatch(argument ->
                        argument.startsWith("--server") || argument.equals("-h") || argument.equals("--help"));
        if (!isNamed && !isOther && ServiceAddressFile.find(System.getenv()).isEmpty()) {
            LocalService.prepare();
        }
    }

    /// A response to a question whose names and values the user typed.
    /// @throws ParameterException if the service does not know or accept them
    public ServiceClient.Response known(ServiceClient.Response response) {
        if (USAGE.contains(response.status())) {
            throw new ParameterException(spec.commandLine(), response.detail());
        }
        return response.accepted();
    }

    /// Runs an action that only reads on the service that was named, else on one that runs on the same database on
    /// this machine, else on one that the command starts.
    public int query(ToIntFunction<ServiceClient> work) {
        Optional<ServiceClient> local = running().or(ServiceOption::onSameDatabase);
        if (local.isEmpty()) {
            return with(work);
        }
        try (ServiceClient service = local.get()) {
            return work.applyAsInt(service);
        }
    }

    private static Optional<ServiceClient> onSameDatabase() {
        return ServiceAddressFile.find(System.getenv())
                .filter(service -> !service.needsKey() || key().isPresent())
                .map(service -> new ServiceClient(service.address(), key()))
                .filter(ServiceClient::isHealthy);
    }

    /// Runs an action on the service and stops it afterwards if the command started it.
    public int with(ToIntFunction<ServiceClient> work) {
        if (!server.isEmpty()) {
            try (ServiceClient service = new ServiceClient(named(), key())) {
                return work.applyAsInt(service);
            }
        }
        try (LocalService own = LocalService.start();
                ServiceClient service = new ServiceClient(own.address())) {
            return work.applyAsInt(service);
        }
    }
}
