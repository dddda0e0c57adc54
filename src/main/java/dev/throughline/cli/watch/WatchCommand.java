package dev.throughline.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.ServiceOption;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.process.HarnessException;
import dev.throughline.text.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// Follows a run in the terminal until it is sealed.
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = {
            "Follows a run live: requests as they come, and what each one kept of the answers before it.",
            "Connects again when the service restarts, and shows what it missed.",
            "Exit codes: 0 the run was sealed, 64 usage or no such run, 70 internal failure."
        },
        footer = {"", "Examples:", "  throughline watch", "  throughline watch --json > events.jsonl"})
public final class WatchCommand implements Callable<Integer> {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "The run (default: the newest open one).")
    private Optional<String> run = Optional.empty();

    @Option(names = "--json", description = "Print each event as one JSON object on a line.")
    private boolean json;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long to wait for the service to come back (default: ${DEFAULT-VALUE}).")
    private int patience;

    @Mixin
    private ColorOption color = new ColorOption();

    @Mixin
    private ServiceOption service = new ServiceOption();

    @Override
    public Integer call() {
        return service.query(this::watch);
    }

    private int watch(ServiceClient running) {
        String watched = run.orElseGet(() -> newest(running));
        ServiceClient.Response found = running.get("/api/v1/runs/" + watched);
        if (found.isRefused()) {
            throw new ParameterException(spec.commandLine(), found.detail());
        }
        var lanes = new WatchLanes(color.isOn());
        var position = new WatchedPosition();
        long lastSeen = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            position.connect();
            try (InputStream in = running.events("/api/v1/runs/" + watched + "/events", position.id())) {
                lastSeen = System.nanoTime();
                if (isSealed(new WatchedEventReader(in, position), lanes)) {
                    return ExitCode.YES;
                }
            } catch (IOException | HarnessException e) {
                if (System.nanoTime() - lastSeen > Duration.ofSeconds(patience).toNanos()) {
                    throw new HarnessException("the service did not come back within " + patience + " s");
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return ExitCode.FAILED;
    }

    private boolean isSealed(WatchedEventReader events, WatchLanes lanes) throws IOException {
        for (Optional<WatchedEvent> event = events.next(); event.isPresent(); event = events.next()) {
            print(event.get(), lanes);
            if (event.get().name().equals("sealed")) {
                return true;
            }
        }
        return false;
    }

    private void print(WatchedEvent event, WatchLanes lanes) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? written(event) : lanes.line(event));
        out.flush();
    }

    private static String written(WatchedEvent event) {
        try {
            return Json.TREES.writeValueAsString(
                    Json.TREES.createObjectNode().put("event", event.name()).set("data", event.data()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String newest(ServiceClient running) {
        for (String state : new String[] {"running", "created"}) {
            JsonNode runs = running.get("/api/v1/runs?limit=1&state=" + state)
                    .accepted()
                    .json()
                    .path("runs");
            if (!runs.isEmpty()) {
                return runs.path(0).path("id").asText();
            }
        }
        throw new ParameterException(spec.commandLine(), "No run is open; name one, or send a request first.");
    }
}
