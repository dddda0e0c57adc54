package dev.throughline.pages;

import dev.throughline.pages.HomeContent.LiveExchange;
import dev.throughline.pages.HomeContent.LiveRun;
import dev.throughline.rest.SettingName;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RecordedToken;
import dev.throughline.run.RunId;
import dev.throughline.run.TokenKind;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.report.ThreadMap.MarkCount;
import dev.throughline.run.report.ThreadMark;
import dev.throughline.text.TimeWording;
import dev.throughline.verdict.IssuedAnswer;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads the latest requests of the run that is in use, with what answers in progress say so far. Its cost
/// does not grow with the run.
@ApplicationScoped
class LiveRunReader {
    private static final int LATEST = 12;
    /// A request that gives back more answers than this is listed without its marks: all of them would be read again
    /// whenever something changes. The run's own page has them.
    private static final int MOST_ANSWERS = 300;

    private static final int TAIL_ROWS = 60;
    private static final int TAIL_LENGTH = 400;
    private static final Set<TokenKind> SHOWN =
            EnumSet.of(TokenKind.REASONING, TokenKind.TEXT, TokenKind.CALL_ARGUMENTS);

    private final ExchangeStore exchangeStore;

    LiveRunReader(ExchangeStore exchangeStore) {
        this.exchangeStore = exchangeStore;
    }

    /// The first of these runs that has had a request; empty list if none has.
    Uni<List<LiveRun>> of(List<RunEntry> newest) {
        return HomeContent.used(newest)
                .map(run -> read(run).map(List::of))
                .orElseGet(() -> Uni.createFrom().item(List.of()));
    }

    private Uni<LiveRun> read(RunEntry run) {
        var id = new RunId(run.id());
        int before = Math.max(0, run.exchanges() - LATEST);
        return exchangeStore
                .list(id, before, LATEST)
                .chain(listed -> tails(id, listed)
                        .chain(tails -> exchangeStore
                                .numbered(id, judged(listed))
                                .chain(judged -> exchangeStore
                                        .issued(id, ObservedAnswers.outside(judged))
                                        .emitOn(Infrastructure.getDefaultWorkerPool())
                                        .map(earlier -> live(run, listed, judged, earlier, tails)))));
    }

    private static List<Integer> judged(List<RecordedExchange> listed) {
        return listed.stream()
                .filter(exchange -> !isLong(exchange))
                .map(exchange -> exchange.trace().number())
                .toList();
    }

    private static boolean isLong(RecordedExchange exchange) {
        return exchange.trace().facts().assistantMessages() > MOST_ANSWERS;
    }

    /// The ends of the answers in progress, by number.
    private Uni<Map<Integer, String>> tails(RunId run, List<RecordedExchange> found) {
        return Multi.createFrom()
                .iterable(found.stream()
                        .filter(exchange -> exchange.end().isEmpty())
                        .map(exchange -> exchange.trace().number())
                        .toList())
                .onItem()
                .transformToUniAndConcatenate(number -> exchangeStore
                        .latestTokens(run, number, TAIL_ROWS)
                        .map(tokens -> Map.entry(number, tail(tokens))))
                .collect()
                .asMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    private static String tail(List<RecordedToken> tokens) {
        String text = tokens.stream()
                .filter(token -> SHOWN.contains(token.kind()))
                .map(RecordedToken::text)
                .collect(Collectors.joining());
        int from = Math.max(0, text.length() - TAIL_LENGTH);
        boolean isCutInside = from > 0 && Character.isLowSurrogate(text.charAt(from));
        return (from > 0 ? "… " : "") + text.substring(isCutInside ? from + 1 : from);
    }

    private static LiveRun live(
            RunEntry run,
            List<RecordedExchange> listed,
            List<RecordedExchange> judged,
            List<IssuedAnswer> earlier,
            Map<Integer, String> tails) {
        Instant now = Instant.now();
        List<IssuedAnswer> before = ObservedAnswers.among(judged, earlier);
        Map<Integer, RecordedExchange> whole = judged.stream()
                .collect(Collectors.toMap(exchange -> exchange.trace().number(), exchange -> exchange));
        return new LiveRun(
                run,
                ThreadMapFactory.newest(judged, earlier),
                listed.stream()
                        .map(exchange -> whole.getOrDefault(exchange.trace().number(), exchange))
                        .sorted(Comparator.comparingInt((RecordedExchange exchange) ->
                                        exchange.trace().number())
                                .reversed())
                        .map(exchange -> exchange(exchange, before, tails, now))
                        .toList());
    }

    private static LiveExchange exchange(
            RecordedExchange exchange, List<IssuedAnswer> before, Map<Integer, String> tails, Instant now) {
        int number = exchange.trace().number();
        return new LiveExchange(
                number,
                exchange.trace().link().conversation(),
                exchange.trace().facts().dialect().id(),
                exchange.trace().facts().model(),
                SettingName.of(exchange.trace().outcome()),
                exchange.end().isEmpty(),
                TimeWording.age(exchange.received(), now),
                tails.getOrDefault(number, ""),
                isLong(exchange) ? new VerdictMark("not judged here", "–", "none") : mark(exchange, before));
    }

    private static VerdictMark mark(RecordedExchange exchange, List<IssuedAnswer> before) {
        List<MarkCount> counts = ThreadMapFactory.counts(List.of(exchange), before);
        List<MarkCount> due = counts.stream()
                .filter(count -> count.mark() != ThreadMark.CLEARED)
                .toList();
        List<MarkCount> others =
                due.stream().filter(count -> !count.mark().isKept()).toList();
        int all = due.stream().mapToInt(MarkCount::count).sum();
        if (others.isEmpty()) {
            return all > 0
                    ? new VerdictMark("all " + all + " kept", "✓", "good")
                    : new VerdictMark("nothing due", "–", "none");
        }
        int kept = all - others.stream().mapToInt(MarkCount::count).sum();
        String text = others.stream()
                .map(count -> count.count() + " " + count.mark().word())
                .collect(Collectors.joining(", ", kept + " of " + all + " kept, ", ""));
        boolean isLost = others.stream().anyMatch(count -> count.mark().tone().equals("bad"));
        return isLost ? new VerdictMark(text, "✕", "bad") : new VerdictMark(text, "!", "warn");
    }
}
