package dev.throughline.pages;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.pages.ExchangeDetail.Comparison;
import dev.throughline.pages.ExchangeDetail.Fact;
import dev.throughline.pages.ExchangeDetail.Issued;
import dev.throughline.pages.ExchangeDetail.Repaired;
import dev.throughline.rest.SettingName;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.report.ReportWording;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.JudgedItem;
import dev.throughline.verdict.ObservationJudge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lays out an exchange for its page.
public final class ExchangeDetailFactory {
    /// UTF-16 code units of a text on the page, and of all texts of a part of it.
    private static final int LONGEST = 8_000;

    private static final int COMPARED = 45_000;
    private static final int ISSUED = 16_000;

    /// About how much a comparison takes beside its texts.
    private static final int OF_COMPARISON = 900;

    private final Run run;
    private final RecordedExchange exchange;
    private final ItemsPart part;
    private final List<IssuedAnswer> earlier;
    private final ReturnedText returned;

    /// @param part which of the items that it observed `exchange` has
    /// @param earlier the answers whose items the request observed
    /// @param body the request's body as JSON; missing if it was removed
    public ExchangeDetailFactory(
            Run run, RecordedExchange exchange, ItemsPart part, List<IssuedAnswer> earlier, JsonNode body) {
        this.run = run;
        this.exchange = exchange;
        this.part = part;
        this.earlier = earlier;
        this.returned = new ReturnedText(body);
    }

    /// @param rawText text of the backend that was not passed on verbatim
    /// @param commit how long the end of the answer waited for its commit, if that is known
    public ExchangeDetail detail(String rawText, PromptExcerpt prompt, Optional<Duration> commit) {
        List<JudgedItem> judged = judged();
        List<Comparison> compared = compared(judged);
        int kept = (int) judged.stream().filter(JudgedItem::isKept).count();
        int number = exchange.trace().number();
        return new ExchangeDetail(
                run.id().value(),
                number,
                facts(),
                compared,
                (int) judged.stream().filter(this::isLostHere).count(),
                RunLosses.words(judged.stream().filter(this::isLostHere)),
                (int) judged.stream().filter(this::isRestored).count(),
                RunLosses.words(judged.stream().filter(this::isRestored)),
                kept,
                judged.size() - compared.size(),
                part,
                issued(exchange.trace().items()),
                exchange.anomalies().stream()
                        .map(anomaly -> anomaly.kind() + " at character " + anomaly.at()
                                + (anomaly.detail().isEmpty() ? "" : ": " + anomaly.detail()))
                        .toList(),
                exchange.repairs().stream()
                        .map(repair -> new Repaired(
                                repair.path(), repair.exchange(), SettingName.of(repair.by()), repair.blocks()))
                        .toList(),
                exchange.dropped(),
                cut(rawText, LONGEST),
                TimingBar.of(exchange.end(), commit),
                prompt,
                number - 1,
                number < run.exchanges());
    }

    // What was lost first: it is what the page is opened for.
    private List<JudgedItem> judged() {
        return ObservationJudge.of(List.of(exchange.trace()), earlier).stream()
                .sorted(Comparator.comparing((JudgedItem judged) -> !isLost(judged))
                        .thenComparing(JudgedItem::isKept))
                .toList();
    }

    private static boolean isLost(JudgedItem judged) {
        return !judged.isKept() && judged.isDue();
    }

    private boolean isRestored(JudgedItem judged) {
        return isLost(judged)
                && judged.item().category() == Category.THINK
                && exchange.repairs().stream()
                        .anyMatch(
                                repair -> repair.exchange() == judged.planted().number());
    }

    private boolean isLostHere(JudgedItem judged) {
        return isLost(judged) && !isRestored(judged);
    }

    /// As many as there is room for, at least one.
    private List<Comparison> compared(List<JudgedItem> judged) {
        List<Comparison> compared = new ArrayList<>();
        Map<Integer, String> messages = messages(judged);
        int room = COMPARED;
        for (JudgedItem one : judged) {
            String issued = cut(one.item().value(), LONGEST);
            String back = one.isKept()
                    ? issued
                    : cut(returned.of(one.item(), one.observation().sighting()), LONGEST);
            room -= OF_COMPARISON + issued.length() + back.length();
            if (room < 0 && !compared.isEmpty()) {
                break;
            }
            String path = one.observation().sighting().path();
            String belongs = messages.getOrDefault(one.planted().number(), "");
            compared.add(comparison(one, path.isEmpty() ? belongs : path, issued, back));
        }
        return compared;
    }

    /// JSON pointers to the messages that carry something of an answer, the first of each, by its number.
    private static Map<Integer, String> messages(List<JudgedItem> judged) {
        return judged.stream()
                .filter(one -> one.observation().sighting().path().indexOf('/', 1) > 0)
                .collect(Collectors.toMap(
                        one -> one.planted().number(),
                        one -> message(one.observation().sighting().path()),
                        (first, _) -> first));
    }

    /// `/messages/3` of `/messages/3/content`.
    private static String message(String path) {
        int end = path.indexOf('/', path.indexOf('/', 1) + 1);
        return end < 0 ? path : path.substring(0, end);
    }

    private Comparison comparison(JudgedItem judged, String path, String issued, String back) {
        PlantedItem item = judged.item();
        WordDifference difference = WordDifference.of(issued, back);
        String outcome = judged.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return new Comparison(
                ReportWording.kind(item.category()),
                judged.planted().number(),
                judged.isDue() ? "must come back" : "need not come back",
                judged.isKept() ? "✓" : isRestored(judged) ? "↺" : judged.isDue() ? "✕" : "○",
                judged.isKept() ? "good" : isRestored(judged) ? "warn" : judged.isDue() ? "bad" : "none",
                isRestored(judged) ? outcome + ", put back" : outcome,
                judged.judged().reason().orElse(""),
                path,
                judged.isKept(),
                difference.before(),
                difference.after());
    }

    private static List<Issued> issued(List<PlantedItem> items) {
        List<Issued> issued = new ArrayList<>();
        int room = ISSUED;
        for (PlantedItem item : items) {
            String value = cut(item.value(), Math.min(LONGEST, room));
            room -= value.length();
            issued.add(issued(item, value));
        }
        return issued;
    }

    private static Issued issued(PlantedItem item, String value) {
        return new Issued(
                ReportWording.kind(item.category()),
                item.field(),
                item.token(),
                value,
                item.signature().isPresent());
    }

    private List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        var trace = exchange.trace();
        facts.add(new Fact("Request", exchange.method() + " " + exchange.path()));
        facts.add(new Fact("Dialect", trace.facts().dialect().id() + (exchange.stream() ? ", streamed" : "")));
        facts.add(new Fact("Model", trace.facts().model()));
        facts.add(new Fact("Client", exchange.client()));
        facts.add(new Fact("Kind", SettingName.of(trace.facts().kind())));
        facts.add(new Fact(
                "Place",
                "conversation %d, turn %d, step %d"
                        .formatted(
                                trace.link().conversation(),
                                trace.link().turn(),
                                trace.link().step())));
        exchange.backend().ifPresent(asked -> facts.add(new Fact("Backend", asked.name() + ", " + asked.model())));
        facts.add(new Fact("Outcome", SettingName.of(trace.outcome())));
        exchange.end().ifPresent(end -> end(facts, end));
        facts.add(new Fact("Received", exchange.received().toString()));
        return facts;
    }

    private static void end(List<Fact> facts, ExchangeEnd end) {
        facts.add(new Fact("Status", Integer.toString(end.status())));
        end.error().ifPresent(error -> facts.add(new Fact("Error", error)));
        facts.add(new Fact(
                "Usage",
                "%d tokens in (%d cached), %d out (%d reasoning)"
                        .formatted(
                                end.usage().inputTokens(),
                                end.usage().cachedTokens(),
                                end.usage().outputTokens(),
                                end.usage().reasoningTokens())));
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, Math.max(0, longest)) + " …";
    }

    /// Finds in a request body the text that came back of an item.
    static final class ReturnedText {
        private static final List<String> FIELDS = List.of(
                "reasoning_content",
                "thinking",
                "reasoning",
                "text",
                "content",
                "arguments",
                "input",
                "output",
                "data");

        private final JsonNode body;

        /// @param body missing if retention removed it
        ReturnedText(JsonNode body) {
            this.body = body;
        }

        /// The text; empty if there is none.
        String of(PlantedItem item, Sighting seen) {
            if (seen.path().isEmpty() || seen.place() == Sighting.Place.NOWHERE) {
                return "";
            }
            JsonNode found = at(seen.path());
            if (found.isObject()) {
                return Stream.concat(Stream.of(seen.field(), item.field()), FIELDS.stream())
                        .filter(name -> !name.isEmpty())
                        .map(found::path)
                        .filter(node -> !node.isMissingNode() && !node.isNull())
                        .findFirst()
                        .map(ReturnedText::text)
                        .orElseGet(() -> text(found));
            }
            return text(found);
        }

        private JsonNode at(String path) {
            try {
                return body.at(JsonPointer.compile(path));
            } catch (IllegalArgumentException _) {
                return body.path(path);
            }
        }

        private static String text(JsonNode node) {
            if (node.isMissingNode()) {
                return "";
            }
            return node.isTextual() ? node.asText() : node.toString();
        }
    }
}
