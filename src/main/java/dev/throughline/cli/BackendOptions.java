package dev.throughline.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Options that configure a single backend behind `/v1` and `/`. More backends are configured by settings:
/// `throughline.backends.NAME.*`.
final class BackendOptions {
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
            description = "Environment variable with the backend's key (default: the client's key is passed through).")
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
        models.forEach(
                (pattern, model) -> System.setProperty("throughline.models.\"" + pattern + "\"", NAME + "/" + model));
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
