package dev.throughline.pages;

import dev.throughline.pages.RunContent.CapabilityLine;
import dev.throughline.pages.RunContent.ConversationLine;
import dev.throughline.pages.RunContent.ConversationMap;
import dev.throughline.pages.RunContent.Fact;
import dev.throughline.pages.RunContent.LossLine;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunState;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.exchange.ConversationSize;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.report.Remedy;
import dev.throughline.run.report.RunRemedyFinder;
import dev.throughline.run.report.ThreadMap;
import dev.throughline.text.TimeWording;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.VerdictSummary;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Reads what the page of a run shows: one part of one conversation, so that its cost does not grow with the run.
@ApplicationScoped
class RunContentFactory {
    /// Requests of a conversation on one page.
    static final int COLUMNS = 40;

    private static final int MOST_LOSSES = 6;

    /// Answers before the requests of a page whose items are drawn even if nothing changed about them.
    private static final int MOST_ANSWERS = 300;

    /// Conversations shown on either side of the current one.
    private static final int NEIGHBORS = 15;

    private static final List<String> FORMATS = List.of("html", "text", "json", "junit", "sarif");

    private final ExchangeStore exchangeStore;
    private final RunVerdicts verdicts;
    private final RunRemedyFinder remedies;

    RunContentFactory(ExchangeStore exchangeStore, RunVerdicts verdicts, RunRemedyFinder remedies) {
        this.exchangeStore = exchangeStore;
        this.verdicts = verdicts;
        this.remedies = remedies;
    }

    /// The part of a run that a page shows.
    /// @param conversation number of the exchange that began it; empty for the one with the most requests
    /// @param after only requests with a greater number
    /// @param row position of the first row
    record Part(Optional<Integer> conversation, int after, int row) {}

    /// The data that is read of a run.
    /// @param numbers of all requests of the conversation; empty for a short one
    /// @param since items of answers before this exchange are there only where something changed
    private record Found(
            List<ConversationSize> conversations,
            List<RecordedExchange> columns,
            List<IssuedAnswer> earlier,
            List<Integer> numbers,
            int since) {}

    Uni<RunContent> of(Run run, Part part, boolean isOwned) {
        return found(run, part)
                .chain(found -> verdicts.summary(run)
                        .chain(summary -> remedies(run, summary.map(VerdictSummary::verdict))
                                .emitOn(Infrastructure.getDefaultWorkerPool())
                                .map(known -> content(run, part, isOwned, found, summary, known))));
    }

    private Uni<Found> found(Run run, Part part) {
        return conversations(run, part)
                .chain(all -> numbers(run, all, part).chain(numbers -> {
                    int since = since(numbers, part.after());
                    return columns(run, all, part, since)
                            .chain(columns -> earlier(run, columns)
                                    .map(earlier -> new Found(all, columns, earlier, numbers, since)));
                }));
    }

    /// The exchange that is some answers before the first request of a part, 0 in a shorter conversation.
    private static int since(List<Integer> numbers, int after) {
        int found = Collections.binarySearch(numbers, after + 1);
        int first = found < 0 ? -found - 1 : found;
        return first <= MOST_ANSWERS ? 0 : numbers.get(first - MOST_ANSWERS);
    }

    /// For a large run, only the shown ones are read, and the largest is not known.
    private Uni<List<ConversationSize>> conversations(Run run, Part part) {
        return run.exchanges() > ScoredExchanges.WHOLE
                ? exchangeStore.conversationsAround(
                        run.id(), part.conversation().orElse(0), NEIGHBORS)
                : exchangeStore.conversations(run.id());
    }

    private Uni<List<Integer>> numbers(Run run, List<ConversationSize> all, Part part) {
        int current = all.isEmpty() ? 0 : current(all, part);
        boolean isLong = all.stream().anyMatch(size -> size.number() == current && size.exchanges() > COLUMNS);
        return isLong
                ? exchangeStore.conversationNumbers(run.id(), current)
                : Uni.createFrom().item(List.of());
    }

    private Uni<List<RecordedExchange>> columns(Run run, List<ConversationSize> all, Part part, int since) {
        return all.isEmpty()
                ? Uni.createFrom().item(List.of())
                : exchangeStore.conversation(run.id(), current(all, part), part.after(), COLUMNS + 1, since);
    }

    private Uni<List<IssuedAnswer>> earlier(Run run, List<RecordedExchange> columns) {
        return exchangeStore.issued(run.id(), ObservedAnswers.outside(columns));
    }

    private Uni<List<Remedy>> remedies(Run run, Optional<RunVerdict> verdict) {
        return verdict.map(judged -> remedies.of(run, judged))
                .orElseGet(() -> Uni.createFrom().item(List.of()));
    }

    private static int current(List<ConversationSize> all, Part part) {
        int largest = all.stream()
                .reduce((a, b) -> b.exchanges() > a.exchanges() ? b : a)
                .map(ConversationSize::number)
                .orElse(1);
        return part.conversation().orElse(largest);
    }

    private static RunContent content(
            Run run, Part part, boolean isOwned, Found found, Optional<VerdictSummary> summary, List<Remedy> remedies) {
        Optional<RunVerdict> verdict = summary.map(VerdictSummary::verdict);
        List<ConversationSize> all = found.conversations();
        boolean hasLater = found.columns().size() > COLUMNS;
        List<RecordedExchange> columns = hasLater ? found.columns().subList(0, COLUMNS) : found.columns();
        Optional<RunLosses> losses = summary.map(RunLosses::new);
        List<LossLine> lost = losses.map(RunContentFactory::lines).orElse(List.of());
        int current = all.isEmpty() ? 0 : current(all, part);
        Optional<ThreadMap> map = columns.isEmpty()
                ? Optional.empty()
                : Optional.of(ThreadMapFactory.of(columns, found.earlier(), part.row()));
        String base = "/runs/" + run.id() + "?conversation=" + current + "&after=";
        String here = base + part.after() + "&row=";
        boolean hasMoreRows = map.filter(drawn -> part.row() + ThreadMapFactory.MOST_ROWS < drawn.rows())
                .isPresent();
        return new RunContent(
                RunEntry.of(run, verdict.map(RunVerdict::verdict), Instant.now()),
                sentence(run, verdict),
                remedies,
                lost.stream().limit(MOST_LOSSES).toList(),
                Math.max(0, lost.size() - MOST_LOSSES)
                        + summary.map(VerdictSummary::more).orElse(0),
                verdict.map(RunContentFactory::capabilities).orElse(List.of()),
                facts(run),
                conversations(all, current),
                run.exchanges() > ScoredExchanges.WHOLE ? 0 : all.size(),
                map.stream().toList(),
                found.since(),
                overview(found.numbers(), columns, losses, base),
                part.after() > 0 ? base + 0 + "#map" : "",
                hasLater ? base + columns.getLast().trace().number() + "#map" : "",
                part.row() > 0 ? here + Math.max(0, part.row() - ThreadMapFactory.MOST_ROWS) + "#map" : "",
                hasMoreRows ? here + (part.row() + ThreadMapFactory.MOST_ROWS) + "#map" : "",
                verdict.map(RunVerdict::notes).orElse(List.of()),
                FORMATS,
                run.state() == RunState.SEALED,
                run.isPublished(),
                run.isPinned(),
                isOwned);
    }

    private static List<LossLine> lines(RunLosses losses) {
        return losses.lines().stream()
                .map(line -> new LossLine(line.request(), line.text()))
                .toList();
    }

    private static List<ConversationMap> overview(
            List<Integer> numbers, List<RecordedExchange> columns, Optional<RunLosses> losses, String base) {
        if (numbers.isEmpty() || columns.isEmpty()) {
            return List.of();
        }
        int first = columns.getFirst().trace().number();
        int last = columns.getLast().trace().number();
        return List.of(ConversationMap.of(numbers, losses, base, first, last));
    }

    /// Those near the current one, with the first and the last of all.
    private static List<ConversationLine> conversations(List<ConversationSize> all, int current) {
        int place = IntStream.range(0, all.size())
                .filter(at -> all.get(at).number() == current)
                .findFirst()
                .orElse(0);
        return IntStream.range(0, all.size())
                .filter(at -> at == 0 || at == all.size() - 1 || Math.abs(at - place) <= NEIGHBORS)
                .mapToObj(all::get)
                .map(size -> new ConversationLine(size.number(), size.exchanges(), size.number() == current))
                .toList();
    }

    private static String sentence(Run run, Optional<RunVerdict> verdict) {
        if (verdict.isPresent()) {
            RunVerdict found = verdict.get();
            return found.assessment().replaceFirst("^" + found.verdict() + ":\\s*", "");
        }
        return run.exchanges() == 0
                ? "Waiting for the first request."
                : "This run is large and still open: it is scored when it is sealed, and in its report.";
    }

    private static List<CapabilityLine> capabilities(RunVerdict verdict) {
        return verdict.capabilities().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> line(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static CapabilityLine line(Capability capability, CapabilityVerdict verdict) {
        return new CapabilityLine(
                capability,
                VerdictMark.of(verdict.status()),
                VerdictMark.of(verdict.withinTurn()),
                VerdictMark.of(verdict.acrossTurns()),
                verdict.due(),
                verdict.exact(),
                verdict.outcomes().entrySet().stream()
                        .map(count ->
                                count.getValue() + " " + count.getKey().name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")));
    }

    private static List<Fact> facts(Run run) {
        List<Fact> facts = new ArrayList<>();
        run.settings()
                .client()
                .ifPresent(client -> facts.add(new Fact(
                        "Client",
                        client.name() + " " + client.version()
                                + client.variant()
                                        .map(variant -> " (" + variant + ")")
                                        .orElse(""))));
        run.settings()
                .client()
                .map(client -> client.packages())
                .filter(packages -> !packages.isEmpty())
                .ifPresent(packages -> facts.add(new Fact("Packages", String.join(", ", packages))));
        facts.add(new Fact(
                "Answered by",
                run.settings().mode() == RunMode.STUB
                        ? "stub, scenario "
                                + run.settings().stub().scenario().name().toLowerCase(Locale.ROOT)
                        : "backend " + run.settings().backend().orElse("")));
        facts.add(new Fact("Policy", run.settings().policy().name().toLowerCase(Locale.ROOT)));
        facts.add(new Fact("Opened", TimeWording.time(run.created())));
        run.sealed().ifPresent(instant -> facts.add(new Fact("Sealed", TimeWording.time(instant))));
        run.sealReason().ifPresent(reason -> facts.add(new Fact("Sealed because", reason)));
        facts.add(new Fact("Exchanges", Integer.toString(run.exchanges())));
        if (!run.hasContents()) {
            facts.add(new Fact("Removed by retention", "request bodies and tokens"));
        }
        return facts;
    }
}
