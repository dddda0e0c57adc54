package dev.throughline.backend;

import dev.throughline.filter.Families;
import dev.throughline.filter.Family;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.FamilyMarkers;
import dev.throughline.filter.FilterSettings;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Looks for calls and reasoning in the markup of described families in the text of a model whose family nothing names.
///
/// Keeps the beginning of the text, and works at its end only, if it has what begins a call. A call counts if a tool
/// of the request has its name.
public final class UnparsedMarkup {
    private static final int MOST = 32_768;
    /// Characters of a marker that no text has by chance.
    private static final int SHORTEST = 6;

    private final Families families;
    private final FilterSettings settings;
    private final Consumer<String> found;
    private final StringBuilder text = new StringBuilder();

    /// @param found receives the id of a family that is found
    UnparsedMarkup(Families families, FilterSettings settings, Consumer<String> found) {
        this.families = families;
        this.settings = settings;
        this.found = found;
    }

    /// Takes an event that the client gets.
    public void on(StreamEvent event) {
        if (event instanceof StreamEvent.TextDelta(String more)) {
            text.append(more, 0, Math.min(more.length(), MOST - text.length()));
        }
    }

    /// The id of the family whose calls the text has; to be asked at the end of the answer.
    public Optional<String> family() {
        String whole = text.toString();
        Optional<String> family = families.ids().stream()
                .flatMap(id -> families.withId(id).stream())
                .filter(markers -> markers.hasCallMarker(whole))
                .flatMap(markers -> reading(markers, whole).stream())
                .min(Comparator.comparingInt(Reading::repairs))
                .map(Reading::family);
        family.ifPresent(found);
        return family;
    }

    /// What the text has: the id of a family, or the marker with which several begin their reasoning, or end it.
    public Optional<String> named() {
        return family().or(this::reasoning);
    }

    /// A marker at the beginning of the text whose other one follows, or an only closing one that no code is before.
    private Optional<String> reasoning() {
        String whole = text.toString().strip();
        return families.ids().stream()
                .flatMap(id -> families.withId(id).stream())
                .flatMap(markers -> markers.family().reasoning().stream())
                .flatMap(pair -> marker(pair, whole).stream())
                .findFirst();
    }

    private static Optional<String> marker(Family.Reasoning pair, String whole) {
        return pair.close().stream()
                .filter(close -> close.length() >= SHORTEST && whole.contains(close))
                .flatMap(close -> {
                    String before = whole.substring(0, whole.indexOf(close));
                    boolean isOnly =
                            !before.contains("`") && pair.open().stream().noneMatch(before::contains);
                    return Stream.concat(
                            pair.open().stream().filter(open -> open.length() >= SHORTEST && whole.startsWith(open)),
                            isOnly ? Stream.of(close) : Stream.empty());
                })
                .findFirst();
    }

    /// A family that finds calls.
    /// @param repairs number of things that it would repair: another family fits better that has less
    private record Reading(String family, int repairs) {}

    private Optional<Reading> reading(FamilyMarkers markers, String whole) {
        var filter = new FamilyFilter(settings, markers);
        List<StreamEvent> events = new ArrayList<>();
        filter.on(new StreamEvent.TextDelta(whole), events::add);
        filter.on(new StreamEvent.Finish(FinishReason.STOP), events::add);
        boolean isCalled = events.stream()
                .anyMatch(event -> event instanceof StreamEvent.ToolCallStart(int _, String _, String name)
                        && settings.tools().containsKey(name));
        return isCalled
                ? Optional.of(
                        new Reading(markers.family().id(), filter.anomalies().size()))
                : Optional.empty();
    }
}
