package dev.throughline.cli.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.harness.CheckListEntry;
import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.bisect.ReleaseBisection;
import dev.throughline.harness.probe.BackendReport;
import dev.throughline.harness.probe.BackendTarget;
import dev.throughline.harness.probe.ServerDialect;
import dev.throughline.harness.server.ServerCheck;
import dev.throughline.text.Json;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// Checks versions of a model server for a bisection; each result stays in the matrix.
///
/// @param running the service with the matrix
record ServerChecks(ServerCheck server, ServiceClient running, ProgressLines progress)
        implements ReleaseBisection.Checks {
    private static final int TURNS = 3;
    private static final Duration ANSWER = Duration.ofSeconds(120);

    @Override
    public CheckOutcome check(CheckListEntry check, boolean again) {
        long began = System.nanoTime();
        ServerRecipes.Started started = ServerRecipes.started(
                server, Optional.ofNullable(check.version()).orElseThrow());
        Optional<String> refusal = server.recipe().refusal(started.spec());
        if (refusal.isPresent()) {
            return new CheckOutcome.Unsupported(started.spec(), refusal.get());
        }
        try {
            BackendReport report = started.check(new BackendTarget(
                    URI.create("http://127.0.0.1"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.ofNullable(check.dialect()).flatMap(ServerDialect::named),
                    TURNS,
                    ANSWER));
            started.product(report)
                    .ifPresent(product -> report.record(product)
                            .ifPresent(body ->
                                    CheckBackendCommand.CheckRecorder.record(running, product, body, progress)));
            return new CheckOutcome.Judged(started.spec(), Json.TREES.readTree(report.json()), false, since(began));
        } catch (HarnessException e) {
            return new CheckOutcome.Failed(started.spec(), String.valueOf(e.getMessage()), since(began));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report is not JSON", e);
        }
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
