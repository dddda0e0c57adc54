package dev.throughline.run.prompt;

import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.prompt.PrefixPass.StepSummary;
import dev.throughline.run.report.PrefixSource;
import dev.throughline.run.report.PrefixTally;
import dev.throughline.text.BoundedMap;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/// Compares the first requests of a run with those that they continue, for its report.
///
/// Bounded by the settings: exchanges are read in pages by number, prompts are rendered one at a time and discarded,
/// and the tally says how far it got. Results for finished exchanges are cached for the next report.
@ApplicationScoped
class RunPrefixComparison implements PrefixSource {
    private static final Logger LOG = Logger.getLogger(RunPrefixComparison.class);
    private static final int PAGE = 50;
    private static final int KEPT_STEPS = 20_000;

    private final ExchangeStore exchangeStore;
    private final RecordedPrefixComparer prefixes;
    private final PrefixConfig config;
    private final Map<StepKey, StepSummary> known = Collections.synchronizedMap(new BoundedMap<>(KEPT_STEPS));

    private record StepKey(RunId run, int number) {}

    RunPrefixComparison(ExchangeStore exchangeStore, RecordedPrefixComparer prefixes, PrefixConfig config) {
        this.exchangeStore = exchangeStore;
        this.prefixes = prefixes;
        this.config = config;
    }

    @Override
    public Uni<Optional<PrefixTally>> of(Run run) {
        PrefixPass pass =
                new PrefixPass(config.reportRequests(), config.reportBytes().asLongValue());
        return next(run, pass)
                .map(_ -> pass.tally(run.exchanges()))
                .onFailure()
                .invoke(cause -> LOG.errorf(
                        cause, "prefixes not compared run=%s", run.id().value()))
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private Uni<PrefixPass> next(Run run, PrefixPass pass) {
        int limit = pass.left(PAGE);
        if (limit == 0) {
            return Uni.createFrom().item(pass);
        }
        return exchangeStore
                .list(run.id(), pass.through(), limit)
                .flatMap(found -> page(found, pass)
                        .flatMap(_ -> found.size() < limit ? Uni.createFrom().item(pass) : next(run, pass)));
    }

    private Uni<List<Boolean>> page(List<RecordedExchange> found, PrefixPass pass) {
        return Multi.createFrom()
                .iterable(found)
                .onItem()
                .transformToUniAndConcatenate(exchange -> look(exchange, pass))
                .collect()
                .asList();
    }

    /// Looks at one exchange; failures are counted and do not end the comparison.
    private Uni<Boolean> look(RecordedExchange exchange, PrefixPass pass) {
        if (!pass.begins(exchange)) {
            return Uni.createFrom().item(false);
        }
        StepKey key = new StepKey(exchange.run(), exchange.trace().number());
        StepSummary compared = known.get(key);
        if (compared != null) {
            pass.add(compared);
            return Uni.createFrom().item(true);
        }
        return prefixes.step(exchange, Optional.empty(), pass.prompts())
                .map(step -> step.map(StepSummary::of))
                .invoke(step -> step.ifPresent(pass::add))
                .invoke(step -> step.filter(_ -> exchange.end().isPresent()).ifPresent(found -> known.put(key, found)))
                .map(Optional::isPresent)
                .onFailure(PrefixPass::isExpected)
                .recoverWithItem(pass::failed);
    }
}
