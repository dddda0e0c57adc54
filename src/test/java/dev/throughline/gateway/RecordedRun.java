package dev.throughline.gateway;

import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RecordedToken;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.stub.InjectedFault;
import dev.throughline.stub.Scenario;
import dev.throughline.stub.StubOutputForm;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.wire.ReasoningField;
import io.quarkus.vertx.VertxContextSupport;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Opens runs for tests and reads what was recorded of them.
@ApplicationScoped
public class RecordedRun {
    private final RunStore runStore;
    private final ExchangeStore exchangeStore;

    RecordedRun(RunStore runStore, ExchangeStore exchangeStore) {
        this.runStore = runStore;
        this.exchangeStore = exchangeStore;
    }

    public String run(Scenario scenario, InjectedFault... faults) throws Throwable {
        return run(scenario, 50, Duration.ZERO, 1_000, List.of(faults));
    }

    String run(Scenario scenario, int tokens, Duration pace, int maxRequests, List<InjectedFault> faults)
            throws Throwable {
        var stub = new StubSettings(
                scenario,
                StubOutputForm.NATIVE,
                ReasoningField.REASONING_CONTENT,
                tokens,
                pace,
                false,
                faults,
                7,
                Optional.empty());
        var settings = new RunSettings(
                "test",
                RunMode.STUB,
                Optional.empty(),
                Optional.empty(),
                ThinkingPolicy.PRESERVED,
                stub,
                maxRequests,
                Duration.ofHours(1));
        Run run = VertxContextSupport.subscribeAndAwait(() -> runStore.create(settings, Optional.empty()));
        return run.id().value();
    }

    public void seal(String run) throws Throwable {
        VertxContextSupport.subscribeAndAwait(() -> runStore.seal(new RunId(run)));
    }

    public List<RecordedExchange> exchanges(String run) throws Throwable {
        return VertxContextSupport.subscribeAndAwait(() -> exchangeStore.numbered(
                new RunId(run), IntStream.rangeClosed(1, 1_000).boxed().toList()));
    }

    /// How the first exchange of a run ended, once it has.
    ExchangeEnd firstEnd(String run) throws Throwable {
        return VertxContextSupport.subscribeAndAwait(() -> exchangeStore
                .find(new RunId(run), 1)
                .repeat()
                .withDelay(Duration.ofMillis(20))
                .indefinitely()
                .map(found -> found.flatMap(RecordedExchange::end))
                .filter(Optional::isPresent)
                .map(Optional::get)
                .toUni()
                .ifNoItem()
                .after(Duration.ofSeconds(10))
                .fail());
    }

    List<RecordedToken> tokens(String run, int number) throws Throwable {
        return VertxContextSupport.subscribeAndAwait(
                () -> exchangeStore.tokens(new RunId(run), number).collect().asList());
    }

    static InjectedFault fault(InjectedFault.Kind kind, int amount) {
        return new InjectedFault(kind, OptionalInt.empty(), amount);
    }
}
