package dev.throughline.pages;

import dev.throughline.access.KeyId;
import dev.throughline.pages.TrafficContent.ClientLine;
import dev.throughline.pages.TrafficContent.Day;
import dev.throughline.pages.TrafficContent.DayMark;
import dev.throughline.pages.TrafficContent.LossLine;
import dev.throughline.pages.TrafficContent.SampleLine;
import dev.throughline.run.RunId;
import dev.throughline.run.lifecycle.LiveTrafficQuery;
import dev.throughline.run.lifecycle.LiveTrafficQuery.ClientDay;
import dev.throughline.run.lifecycle.TrafficSampleQuery;
import dev.throughline.run.lifecycle.TrafficSampleQuery.KeptItems;
import dev.throughline.run.lifecycle.TrafficSampleQuery.KeyLoss;
import dev.throughline.run.lifecycle.TrafficSampleQuery.Sample;
import dev.throughline.text.TimeWording;
import dev.throughline.text.UrlText;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.RunVerdict;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Reads how much reasoning live clients kept in the last days. Runs that are open are scored for the page
/// as long as they are small and few.
@ApplicationScoped
class TrafficContentFactory {
    static final int DAYS = 14;

    private static final int MOST_SCORED = 20;
    private static final int MOST_SAMPLES = 30;
    private static final int MOST_LOSSES = 40;

    /// About how many bytes of HTML the lines of clients may take, and what each of their parts takes.
    private static final int ROOM = 50_000;

    private static final int OF_LINE = 450;
    private static final int OF_DAY = 250;
    private static final int OF_GAP = 60;
    private static final DateTimeFormatter SHORT = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
    private static final VerdictMark ABSENT = new VerdictMark("no request", "–", "none");

    private final LiveTrafficQuery traffic;
    private final TrafficSampleQuery newest;
    private final RunVerdicts verdicts;
    private final MeterRegistry meters;

    TrafficContentFactory(
            LiveTrafficQuery traffic, TrafficSampleQuery newest, RunVerdicts verdicts, MeterRegistry meters) {
        this.traffic = traffic;
        this.newest = newest;
        this.verdicts = verdicts;
        this.meters = meters;
    }

    /// @param from position of the first client shown, by the number of requests
    Uni<TrafficContent> of(LocalDate today, Optional<KeyId> seesOnly, int from) {
        LocalDate since = today.minusDays(DAYS - 1);
        return traffic.since(since, seesOnly)
                .chain(days -> scored(days)
                        .chain(open -> newest.capabilities(since, seesOnly)
                                .chain(kept -> newest.requests(since, seesOnly)
                                        .chain(samples -> lossesByKey(since, seesOnly)
                                                .map(keys -> content(today, from, days, open, kept, keys, samples))))));
    }

    /// For those who see the runs of all keys.
    private Uni<List<KeyLoss>> lossesByKey(LocalDate since, Optional<KeyId> seesOnly) {
        return seesOnly.isPresent() ? Uni.createFrom().item(List.of()) : newest.keys(since);
    }

    /// The verdicts of the newest open runs, by id.
    private Uni<Map<String, RunVerdict>> scored(List<ClientDay> days) {
        List<String> open = days.stream()
                .flatMap(day -> day.unscored().stream())
                .limit(MOST_SCORED)
                .toList();
        return Multi.createFrom()
                .iterable(open)
                .onItem()
                .transformToUniAndConcatenate(id -> verdicts.of(new RunId(id)).map(found -> Map.entry(id, found)))
                .collect()
                .asList()
                .map(found -> {
                    Map<String, RunVerdict> byId = new HashMap<>();
                    found.forEach(entry -> entry.getValue().ifPresent(verdict -> byId.put(entry.getKey(), verdict)));
                    return byId;
                });
    }

    private TrafficContent content(
            LocalDate today,
            int from,
            List<ClientDay> found,
            Map<String, RunVerdict> open,
            List<KeptItems> kept,
            List<KeyLoss> keys,
            List<Sample> samples) {
        List<LocalDate> days =
                today.minusDays(DAYS - 1).datesUntil(today.plusDays(1)).toList().reversed();
        Map<Sender, Map<LocalDate, ClientDay>> senders = new LinkedHashMap<>();
        found.forEach(day -> senders.computeIfAbsent(
                        new Sender(day.client(), day.version(), day.base()), _ -> new HashMap<>())
                .put(day.day(), day));
        List<ClientLine> lines = new ArrayList<>();
        senders.forEach((sender, byDay) -> lines.add(line(sender, days, byDay, open)));
        lines.sort(Comparator.comparingLong(ClientLine::exchanges).reversed());
        boolean isPartial =
                found.stream().flatMap(day -> day.unscored().stream()).anyMatch(id -> !open.containsKey(id));
        List<ClientLine> shown = part(lines, from);
        int next = from + shown.size();
        List<LossLine> losses =
                VersionLosses.of(Stream.concat(kept.stream(), found.stream().flatMap(day -> kept(day, open)))
                        .toList());
        return new TrafficContent(
                days.stream()
                        .map(day -> new Day(day.toString(), day.format(SHORT)))
                        .toList(),
                shown,
                isPartial,
                next < lines.size() ? "/traffic?from=" + next : "",
                losses.stream().limit(MOST_LOSSES).toList(),
                Math.max(0, losses.size() - MOST_LOSSES),
                keys,
                samples.stream().limit(MOST_SAMPLES).map(SampleLine::of).toList(),
                added());
    }

    /// The reasoning that the open runs of a client kept, as far as they are scored for the page.
    private static Stream<KeptItems> kept(ClientDay day, Map<String, RunVerdict> open) {
        return day.unscored().stream()
                .flatMap(id -> Stream.ofNullable(open.get(id)))
                .flatMap(verdict -> verdict.capabilities().entrySet().stream())
                .map(one -> new KeptItems(
                        day.client(),
                        day.version(),
                        one.getKey(),
                        one.getValue().due(),
                        one.getValue().exact()));
    }

    /// As many lines as there is room for, at least one.
    private static List<ClientLine> part(List<ClientLine> lines, int from) {
        int room = ROOM;
        List<ClientLine> shown = new ArrayList<>();
        for (ClientLine line : lines.subList(Math.min(from, lines.size()), lines.size())) {
            room -= OF_LINE + 4 * (line.client().length() + line.version().length());
            room -= line.days().stream()
                    .mapToInt(day -> day.isSeen() ? OF_DAY : OF_GAP)
                    .sum();
            if (room < 0 && !shown.isEmpty()) {
                return shown;
            }
            shown.add(line);
        }
        return shown;
    }

    private String added() {
        var timers = meters.find("throughline.added.latency").timers();
        long count = timers.stream().mapToLong(Timer::count).sum();
        double total = timers.stream()
                .mapToDouble(timer -> timer.totalTime(TimeUnit.MICROSECONDS))
                .sum();
        return count == 0
                ? ""
                : "%s on average over %,d measurements"
                        .formatted(TimeWording.duration(Duration.ofNanos((long) (total * 1_000 / count))), count);
    }

    private record Sender(String client, String version, String base) {}

    private static ClientLine line(
            Sender sender, List<LocalDate> days, Map<LocalDate, ClientDay> byDay, Map<String, RunVerdict> open) {
        return new ClientLine(
                sender.client(),
                sender.version(),
                sender.base(),
                address(sender),
                byDay.values().stream().mapToLong(ClientDay::exchanges).sum(),
                days.stream()
                        .map(day -> Optional.ofNullable(byDay.get(day))
                                .map(sent -> mark(sent, open))
                                .orElse(new DayMark(day.toString(), ABSENT, "", false)))
                        .toList());
    }

    private static DayMark mark(ClientDay day, Map<String, RunVerdict> open) {
        long due = day.due();
        long exact = day.exact();
        for (String id : day.unscored()) {
            Optional<CapabilityVerdict> think = Optional.ofNullable(open.get(id))
                    .map(verdict -> verdict.capabilities().get(Capability.THINK));
            due += think.map(CapabilityVerdict::due).orElse(0);
            exact += think.map(CapabilityVerdict::exact).orElse(0);
        }
        String counts = "%d of %d items of reasoning kept in %d requests".formatted(exact, due, day.exchanges());
        return new DayMark(day.day().toString(), KeptRatio.mark(exact, due), counts, true);
    }

    private static String address(Sender sender) {
        String query = "client:" + sender.client() + " version:" + sender.version();
        boolean isSearchable =
                !sender.client().contains(" ") && !sender.version().contains(" ");
        return "/runs?q="
                + UrlText.query(
                        isSearchable ? query : "client:" + sender.client().split(" ", 2)[0]);
    }

    /// The part of what was due that came back unchanged, as a mark.
    static final class KeptRatio {
        private KeptRatio() {}

        /// Rounded down, so that 100 % means that nothing was lost.
        static VerdictMark mark(long exact, long due) {
            if (due == 0) {
                return new VerdictMark("nothing due", "–", "none");
            }
            String word = exact * 100 / due + " %";
            if (exact == due) {
                return new VerdictMark(word, "✓", "good");
            }
            return exact == 0 ? new VerdictMark(word, "✕", "bad") : new VerdictMark(word, "½", "warn");
        }
    }
}
