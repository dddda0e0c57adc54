package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Checks one real client: installs it, opens a run, drives its turns and seals the run. However the check
/// ends, its run is sealed: here, or by the service once it is idle.
public final class ClientCheck {
    // A client sends no requests while it runs a command; no turn is longer than its limit.
    private static final int IDLE_TURNS = 3;
    private static final Duration LEAST_IDLE = Duration.ofMinutes(15);

    private final Recipe recipe;
    private final ServiceClient service;
    private final PackageCaches caches;
    private final ProgressListener progressListener;

    public ClientCheck(Recipe recipe, ServiceClient service, PackageCaches caches, ProgressListener progressListener) {
        this.recipe = recipe;
        this.service = service;
        this.caches = caches;
        this.progressListener = progressListener;
    }

    /// The options of a check besides the client's name.
    /// @param binary a program to use instead of installing one
    /// @param config a file that replaces the first file of the recipe
    /// @param keep whether the client's folders are kept
    /// @param tolerate what does not fail the run, as `POST /runs` names it
    public record Options(
            Optional<Path> binary,
            Optional<Path> config,
            boolean keep,
            Optional<Duration> turnTimeout,
            Optional<String> tolerate) {}

    /// The sealed runs of a check.
    /// @param run the one that is judged
    /// @param proxy the proxy run in front of it, in a check through the proxy
    public record Sealed(String run, Optional<String> proxy) {
        static Sealed of(ServiceClient.OpenRun run) {
            return new Sealed(run.judged(), run.stub().map(_ -> run.id()));
        }
    }

    /// Runs the check.
    /// @return the sealed runs; if a later turn failed, they are judged from what was recorded before
    /// @throws HarnessException if the check is inconclusive
    public Sealed run(ClientSpec spec, Options options) {
        // Outermost, so that it ends after the folders are removed.
        try (var _ = ShutdownDelay.begin()) {
            recipe.untried(spec).ifPresent(progressListener::say);
            Installation installed = Installation.of(recipe, spec, options.binary(), caches);
            ServiceClient.OpenRun run = service.open(spec, idle(options), options);
            progressListener.say("run " + run.id() + " is open");
            try {
                drive(spec, run, installed, options);
                service.seal(run.id());
                run.stub().ifPresent(service::seal);
            } catch (RuntimeException e) {
                endedEarly(run, e);
            }
            return Sealed.of(run);
        }
    }

    private Duration idle(Options options) {
        Duration turns = options.turnTimeout().orElse(recipe.turnTimeout()).multipliedBy(IDLE_TURNS);
        return turns.compareTo(LEAST_IDLE) > 0 ? turns : LEAST_IDLE;
    }

    /// Seals the runs of a failed check, and continues if what was recorded can be judged.
    private void endedEarly(ServiceClient.OpenRun run, RuntimeException failure) {
        // HTTP requests fail in a thread that is interrupted.
        boolean isInterrupted = Thread.interrupted();
        try {
            String reason = String.valueOf(failure.getMessage());
            service.seal(run.id(), reason);
            run.stub().ifPresent(stub -> service.seal(stub, reason));
            boolean isOver = isInterrupted || ProcessRunner.isEnding() || !(failure instanceof HarnessException);
            if (isOver || !isJudged(service.report(run.judged()))) {
                throw failure;
            }
            progressListener.say("ended early, judged by what was recorded before: " + failure.getMessage());
        } catch (HarnessException e) {
            if (e != failure) {
                failure.addSuppressed(e);
            }
            throw failure;
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Whether a report says something of its client: something was due, or a vendor refused a request.
    private static boolean isJudged(JsonNode report) {
        return report.path("total").asInt() > 0
                || report.at("/capabilities/ACCEPTED/status").asText().equals("BROKEN");
    }

    private void drive(ClientSpec spec, ServiceClient.OpenRun run, Installation installed, Options options) {
        ClientFolders clientFolders = ClientFolders.make();
        try {
            // A file of the user may send the client elsewhere in any of its turns.
            var turns = new ClientTurns(recipe, spec, run, clientFolders, installed, caches, progressListener);
            turns.drive(options, new LongAnswerDetector(service, run.judged()), printed -> {
                if (options.config().isEmpty()) {
                    expectRequests(spec, run, printed);
                }
            });
            options.config().ifPresent(file -> expectRequests(spec, run, file));
            service.settle(run.id());
            run.stub().ifPresent(service::settle);
        } finally {
            if (options.keep()) {
                progressListener.say("the client's folders are kept at " + clientFolders.root());
            } else {
                clientFolders.delete();
            }
        }
    }

    private void expectRequests(ClientSpec spec, ServiceClient.OpenRun run, String printed) {
        if (service.exchanges(run.id()) == 0) {
            throw new HarnessException(nothingCame(spec, run)
                    + (printed.isBlank() ? ", and printed nothing" : "; its last output:\n" + printed));
        }
    }

    private void expectRequests(ClientSpec spec, ServiceClient.OpenRun run, Path file) {
        if (service.exchanges(run.id()) == 0) {
            throw new HarnessException(nothingCame(spec, run) + ": " + file
                    + " points it elsewhere, so the report of the run there shows what it did; write {{openai}} or"
                    + " {{anthropic}} where the file has the address");
        }
    }

    private static String nothingCame(ClientSpec spec, ServiceClient.OpenRun run) {
        return spec.label() + " sent no request to the run of this check, " + run.openai();
    }

    /// Whether an answer of a run has been in flight for longer than the answers of the stub take: it thinks until it
    /// is interrupted.
    private static final class LongAnswerDetector implements BooleanSupplier {
        private static final Duration LONG = Duration.ofSeconds(2);

        private final ServiceClient service;
        private final String run;
        private OptionalInt open = OptionalInt.empty();
        private long since;

        LongAnswerDetector(ServiceClient service, String run) {
            this.service = service;
            this.run = run;
        }

        @Override
        public boolean getAsBoolean() {
            OptionalInt found = service.openExchange(run);
            if (found.isEmpty() || !found.equals(open)) {
                open = found;
                since = System.nanoTime();
            }
            return open.isPresent() && System.nanoTime() - since >= LONG.toNanos();
        }
    }

    /// Lets a component finish its own clean-up during shutdown; closed when that is done.
    private static final class ShutdownDelay implements AutoCloseable {
        private static final Duration PATIENCE = Duration.ofSeconds(8);

        private final CountDownLatch done = new CountDownLatch(1);
        private final Thread hook = new Thread(this::await);

        /// @throws HarnessException if shutdown has already begun
        public static ShutdownDelay begin() {
            var shutdownDelay = new ShutdownDelay();
            try {
                Runtime.getRuntime().addShutdownHook(shutdownDelay.hook);
            } catch (IllegalStateException e) {
                throw new HarnessException("interrupted before the client was started");
            }
            return shutdownDelay;
        }

        private ShutdownDelay() {}

        @Override
        public void close() {
            done.countDown();
            ProcessRunner.removeHook(hook);
        }

        private void await() {
            try {
                done.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
