package dev.throughline.run.prompt;

import dev.throughline.prompt.UnknownTemplateException;
import dev.throughline.render.PrefixCause;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.TokenizerFormatException;
import dev.throughline.rest.ProblemException;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.prompt.RecordedPrompts.UnreadableRequestException;
import dev.throughline.run.report.PrefixTally;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// One pass over the requests of a run. Keeps what was lost, and no prompt but the latest. Used sequentially.
final class PrefixPass {
    private static final int NAMED_MODELS = 3;

    private final int mostRequests;
    private final long mostCharacters;
    private final List<StepLoss> losses = new ArrayList<>();
    private final List<Unreported> unreported = new ArrayList<>();
    private final Set<String> reporting = new LinkedHashSet<>();
    private final Set<String> withoutTemplate = new LinkedHashSet<>();
    private final LatestPrompts prompts = new LatestPrompts();
    private int looked;
    private int through;
    private int compared;
    private int failed;
    private long characters;
    private boolean isEstimated;
    private boolean isStopped;

    /// A request whose answer has no count of cached tokens: the count is 0 if another answer of its backend has one.
    private record Unreported(String backend, StepLoss loss) {}

    /// @param mostRequests maximum number of requests to look at
    /// @param mostCharacters number of prompt characters after which it ends
    PrefixPass(int mostRequests, long mostCharacters) {
        this.mostRequests = mostRequests;
        this.mostCharacters = mostCharacters;
    }

    LatestPrompts prompts() {
        return prompts;
    }

    /// How many of `page` requests may still be looked at.
    int left(int page) {
        return isStopped ? 0 : Math.min(page, mostRequests - looked);
    }

    /// Number of the last request that was looked at.
    int through() {
        return through;
    }

    /// @return whether the next request is to be compared
    boolean begins(RecordedExchange exchange) {
        if (isStopped) {
            return false;
        }
        looked++;
        through = exchange.trace().number();
        return exchange.trace().link().parent().isPresent();
    }

    void add(StepSummary step) {
        compared++;
        characters += step.characters();
        isStopped = characters > mostCharacters;
        isEstimated |= step.isEstimated();
        step.lost().ifPresent(losses::add);
        if (step.isReported()) {
            reporting.add(step.backend());
            step.unexplained().ifPresent(losses::add);
        } else {
            step.unexplained().ifPresent(loss -> unreported.add(new Unreported(step.backend(), loss)));
        }
    }

    /// Whether a failure is caused by the request, its template or its tokenizer.
    static boolean isExpected(Throwable cause) {
        return cause instanceof UnknownTemplateException
                || cause instanceof UnreadableRequestException
                || cause instanceof TemplateException
                || cause instanceof ProblemException
                || cause instanceof TokenizerFormatException
                || cause instanceof UncheckedIOException;
    }

    /// Counts a request that could not be compared.
    boolean failed(Throwable cause) {
        if (cause instanceof UnknownTemplateException unknown) {
            withoutTemplate.add(unknown.name());
        } else {
            failed++;
        }
        return false;
    }

    /// @param all number of requests of the run
    /// @return empty if nothing could be compared and nothing can be done about it
    Optional<PrefixTally> tally(int all) {
        unreported.stream()
                .filter(one -> reporting.contains(one.backend()))
                .map(Unreported::loss)
                .forEach(losses::add);
        unreported.clear();
        List<String> notes = notes();
        if (compared == 0 && notes.isEmpty()) {
            return Optional.empty();
        }
        long wasted = losses.stream()
                .filter(loss -> !loss.cause().equals(PrefixCause.SERVER))
                .mapToLong(StepLoss::tokens)
                .sum();
        return Optional.of(
                new PrefixTally(compared, through, through >= all, isEstimated, wasted, LossGroups.of(losses), notes));
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        withoutTemplate.stream()
                .limit(NAMED_MODELS)
                .forEach(model -> notes.add("No template is known for the model \"" + model
                        + "\": name its file in throughline.templates.\"" + model + "\" to compare its prompts."));
        if (withoutTemplate.size() > NAMED_MODELS) {
            notes.add("The same holds for " + (withoutTemplate.size() - NAMED_MODELS) + " more models.");
        }
        if (failed > 0) {
            notes.add("Requests whose prompt could not be rendered: " + failed + ".");
        }
        return notes;
    }

    /// The part of one comparison that a report keeps; never a prompt.
    ///
    /// @param characters length of the prompt
    /// @param backend name of the backend; empty for the stub
    /// @param isReported whether the server counts cached tokens
    /// @param lost the loss explained by the prompts
    /// @param unexplained what the server recomputed without a cause in the prompts; a server without counts is
    ///     assumed to have read nothing
    record StepSummary(
            int characters,
            boolean isEstimated,
            String backend,
            boolean isReported,
            Optional<StepLoss> lost,
            Optional<StepLoss> unexplained) {
        static StepSummary of(RecordedStep step) {
            boolean isReported =
                    step.cache().filter(cache -> cache.reported().isPresent()).isPresent();
            return new StepSummary(
                    step.prompt().turn().prompt().text().length(),
                    step.isEstimated(),
                    step.prompt()
                            .exchange()
                            .backend()
                            .map(SelectedBackend::name)
                            .orElse(""),
                    isReported,
                    StepLoss.ofPrompt(step),
                    StepLoss.ofServer(isReported ? step : step.withReported(OptionalInt.of(0))));
        }
    }
}
