package dev.throughline.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.access.AccessSetting;
import dev.throughline.access.KeyTable;
import dev.throughline.access.ListenAddress;
import dev.throughline.cli.output.CliCommand;
import dev.throughline.cli.service.ApplicationLoader;
import dev.throughline.cli.service.DatabaseOption;
import dev.throughline.cli.service.PortCheck;
import dev.throughline.cli.service.ServiceAddressFile;
import dev.throughline.cli.service.TrainingTraffic;
import dev.throughline.store.database.Database;
import io.quarkus.runtime.Quarkus;
import java.net.URI;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Starts the service and runs until it is stopped.
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = {
            "Starts the service. If other machines can reach it, it requires keys and is not ready without one.",
            "Without THROUGHLINE_DATABASE_URL (postgresql://user:password@host:port/db) it runs an embedded PostgreSQL"
                    + " in THROUGHLINE_DATA_DIR."
        },
        footer = {
            "",
            "Examples:",
            "  throughline serve",
            "  throughline serve --backend http://127.0.0.1:8000/v1 --backend-set history=repair",
            "  throughline serve --host 0.0.0.0 --access keys"
        })
final class ServeCommand extends CliCommand {
    private static final String SETTING = "throughline.access";
    private static final String FIRST_KEY = "THROUGHLINE_FIRST_KEY";
    private static final int LAST_PORT = 65_535;

    @Option(names = "--port", defaultValue = "8080", description = "Port to listen on (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    private String host = "";

    @CommandLine.Mixin
    private DatabaseOption place = new DatabaseOption();

    @Option(
            names = "--access",
            paramLabel = "A",
            description = "open, keys or open-to-everyone (default: open on a loopback address, keys elsewhere).")
    private Optional<String> access = Optional.empty();

    @Option(
            names = "--log",
            paramLabel = "FORMAT",
            description = "text, or json for one JSON object per line (default: throughline.log, else text).")
    private String log = "";

    @Option(
            names = "--stub-vendor",
            paramLabel = "NAME[:MODEL]",
            description = "Let the default stub give and refuse what this vendor does, such as openai:gpt-5.6"
                    + " (throughline.stub-vendor).")
    private Optional<String> stubVendor = Optional.empty();

    @Option(names = "--train", hidden = true, description = "Use the service for some seconds, then end it.")
    private boolean trains;

    @CommandLine.Mixin
    private BackendOptions backend = new BackendOptions();

    @Override
    public Integer call() {
        configureLog();
        ListenAddress listenAddress = listenAddress();
        if (port < 0 || port > LAST_PORT) {
            throw wrong("--port: expected 0 to " + LAST_PORT + ", found " + port);
        }
        backend.configure();
        ConfiguredBackends backends = backends();
        port = trains ? PortCheck.free() : port;
        PortCheck.checkFree(host, port);
        stubVendor.ifPresent(value -> System.setProperty("throughline.stub-vendor", value));
        access.ifPresent(value -> System.setProperty(SETTING, value));
        System.setProperty("quarkus.http.host", host);
        System.setProperty("quarkus.http.port", Integer.toString(port));
        ApplicationLoader.start();
        try (Database database = Database.open(place.environment(), this::say)) {
            say("Database: " + database.description());
            say("Answers: " + backends.text());
            KeyTable keys = new KeyTable(database.dataSource());
            Optional.ofNullable(System.getenv(FIRST_KEY))
                    .filter(text -> listenAddress.needsKeys() && !text.isBlank())
                    .ifPresent(keys::first);
            say("Access: " + access(listenAddress, keys));
            database.configure();
            run(listenAddress.needsKeys());
        }
        return 0;
    }

    private ConfiguredBackends backends() {
        try {
            return ConfiguredBackends.read();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private String access(ListenAddress listenAddress, KeyTable keys) {
        if (!listenAddress.needsKeys()) {
            return "open";
        }
        return keys.valid() > 0
                ? "keys"
                : "keys; none exists, make one: throughline keys create --scope admin" + place.arguments();
    }

    private void run(boolean needsKey) {
        ServiceAddressFile file = ServiceAddressFile.publish(place.environment(), address(), needsKey);
        Runtime.getRuntime().addShutdownHook(new Thread(file::close, "throughline-address"));
        if (trains) {
            Thread.ofVirtual().name("throughline-training").start(new TrainingTraffic(address()));
        }
        Quarkus.run();
        Quarkus.waitForExit();
    }

    /// A wildcard address cannot be connected to; its loopback can.
    private URI address() {
        String name = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
        return URI.create("http://" + (name.indexOf(':') >= 0 ? "[" + name + "]" : name) + ":" + port);
    }

    /// The option takes precedence over the environment.
    private ListenAddress listenAddress() {
        Optional<AccessSetting> setting = access.or(() -> Optional.ofNullable(System.getProperty(SETTING)))
                .or(() -> Optional.ofNullable(System.getenv("THROUGHLINE_ACCESS")))
                .filter(value -> !value.isBlank())
                .map(value -> AccessSetting.named(value).orElseThrow(() -> unknown(value)));
        return ListenAddress.of(host, setting);
    }

    private ParameterException unknown(String value) {
        return wrong("--access (" + SETTING + "): expected open, keys or open-to-everyone, found " + value + ".");
    }

    private void configureLog() {
        switch (log) {
            case "" -> {
                // as configured
            }
            case "text", "json" -> System.setProperty("throughline.log", log);
            default -> throw wrong("--log: expected text or json, found " + log);
        }
    }

    /// Standard output is the log if that is JSON, one object per line, from the first one on.
    private void say(String line) {
        String format = log.isEmpty() ? System.getenv().getOrDefault("THROUGHLINE_LOG", "") : log;
        System.out.println(
                format.equals("json")
                        ? JsonNodeFactory.instance
                                .objectNode()
                                .put(
                                        "timestamp",
                                        OffsetDateTime.now(ZoneOffset.UTC).toString())
                                .put("loggerName", ServeCommand.class.getName())
                                .put("level", "INFO")
                                .put("message", line)
                        : line);
    }

    /// Options that configure a single backend behind `/v1` and `/`. More backends are configured by settings:
    /// `throughline.backends.NAME.*`.
    static final class BackendOptions {
        private static final String NAME = "default";
        private static final String PREFIX = "throughline.backends." + NAME + ".";

        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec;

        @Option(
                names = "--backend",
                paramLabel = "URL",
                description = "Model server that answers behind /v1 and /, for example http://127.0.0.1:8000/v1"
                        + " (default: the stub answers).")
        private String url = "";

        @Option(
                names = "--api-key-env",
                paramLabel = "VAR",
                description = "Environment variable with the backend's key (default: the client's key is passed"
                        + " through).")
        private String keyVariable = "";

        @Option(
                names = "--backend-set",
                paramLabel = "KEY=VALUE",
                description = "Another setting of the backend, for example history=repair or reasoning-in=prefilled;"
                        + " repeatable.")
        private Map<String, String> settings = new LinkedHashMap<>();

        @Option(
                names = "--model",
                paramLabel = "PATTERN=MODEL",
                description = "Model of the backend for the names that clients request, for example"
                        + " 'claude-*=glm-4.7'; repeatable.")
        private Map<String, String> models = new LinkedHashMap<>();

        /// Adds the backend to the service's configuration.
        void configure() {
            if (url.isEmpty()) {
                if (!keyVariable.isEmpty() || !settings.isEmpty() || !models.isEmpty()) {
                    throw wrong("--api-key-env, --backend-set and --model need --backend URL.");
                }
                return;
            }
            settings.forEach((key, value) -> System.setProperty(PREFIX + key, value));
            models.forEach((pattern, model) ->
                    System.setProperty("throughline.models.\"" + pattern + "\"", NAME + "/" + model));
            System.setProperty(PREFIX + "url", url);
            System.setProperty("throughline.default-backend", NAME);
            if (!keyVariable.isEmpty()) {
                String key = System.getenv(keyVariable);
                if (key == null || key.isBlank()) {
                    throw wrong("--api-key-env: the environment variable " + keyVariable + " is not set.");
                }
                System.setProperty(PREFIX + "api-key", key);
            }
        }

        private ParameterException wrong(String message) {
            return new ParameterException(spec.commandLine(), message);
        }
    }
}
