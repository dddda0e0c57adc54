package dev.throughline.trace.sighting;

import dev.throughline.conversation.Part;
import dev.throughline.trace.CanonicalJson;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.match.RequestIndex.Spot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Looks for a call: its id, its input (as a JSON value), and its output (by containment).
final class ToolCallMatcher {
    private static final TextComparison CUT_OUTPUT =
            new TextComparison(TextMatch.CHANGED, Optional.of("the result holds only a part of the output"));
    private static final TextComparison NO_OUTPUT =
            new TextComparison(TextMatch.NONE, Optional.of("the result holds nothing of the output of its command"));

    private final RequestIndex requestIndex;
    private final Map<String, List<PlantedItem>> markedInputs = new HashMap<>();
    private final Map<String, List<Spot>> byId;
    private final Map<String, Spot> byOrder;

    /// @param siblings all items of the answer, for finding a call by its input or position if its id is gone
    /// @param parts the parts of the messages that carry the answer
    ToolCallMatcher(RequestIndex requestIndex, List<PlantedItem> siblings, PartIndex parts) {
        this.requestIndex = requestIndex;
        this.byId = parts.calls();
        this.byOrder = RenamedCalls.match(siblings, parts, requestIndex.budget());
        for (PlantedItem sibling : siblings) {
            if (sibling.category() == Category.TOOL_IN && !sibling.token().isEmpty()) {
                markedInputs
                        .computeIfAbsent(sibling.callId().orElse(""), _ -> new ArrayList<>(1))
                        .add(sibling);
            }
        }
    }

    LocatedSighting id(PlantedItem item) {
        Optional<Spot> call = call(item);
        if (call.isEmpty()) {
            return LocatedSighting.missing(item);
        }
        Part.ToolCall found = (Part.ToolCall) call.get().part();
        TextComparison text = found.id().equals(item.value())
                ? TextComparison.EXACT
                : new TextComparison(TextMatch.CHANGED, Optional.of("the call came back as " + brief(found.id())));
        LocatedSighting locatedSighting = seen(item, call.get(), text, Place.OWN);
        int copies = byId.getOrDefault(item.value(), List.of()).size();
        return copies < 2
                ? locatedSighting
                : new LocatedSighting(
                        item, SightingFactory.copies(locatedSighting.sighting(), copies), locatedSighting.spot());
    }

    LocatedSighting input(PlantedItem item) {
        Optional<Spot> call = call(item);
        if (call.isPresent()) {
            return seen(item, call.get(), compare(item, call.get()), Place.OWN);
        }
        return requestIndex.withToken(item.token()).stream()
                .filter(Spot::isAssistant)
                .findFirst()
                .map(spot -> seen(
                        item,
                        spot,
                        new TextComparison(TextMatch.CHANGED, Optional.of("not in a call")),
                        Place.ELSEWHERE))
                .orElseGet(() -> LocatedSighting.missing(item));
    }

    LocatedSighting output(PlantedItem item) {
        List<Spot> results = results(item);
        return results.stream()
                .filter(result -> text(result).contains(item.value()))
                .findFirst()
                .map(result -> seen(item, result, TextComparison.EXACT, Place.OWN))
                .or(() -> last(results, result -> isPartOf(item, text(result)))
                        .map(result -> seen(item, result, CUT_OUTPUT, Place.OWN)))
                .or(() -> elsewhere(item))
                .or(() -> last(results, _ -> true).map(result -> seen(item, result, NO_OUTPUT, Place.OWN)))
                .orElseGet(() -> LocatedSighting.missing(item));
    }

    /// The results of a call, by the id that was issued and the one that came back.
    private List<Spot> results(PlantedItem item) {
        Set<String> ids = new LinkedHashSet<>(item.callId().stream().toList());
        call(item).ifPresent(spot -> ids.add(((Part.ToolCall) spot.part()).id()));
        return ids.stream().flatMap(id -> requestIndex.results(id).stream()).toList();
    }

    private static String text(Spot result) {
        return ((Part.ToolResult) result.part()).text();
    }

    private static Optional<Spot> last(List<Spot> results, Predicate<Spot> which) {
        return results.reversed().stream().filter(which).findFirst();
    }

    /// Whether a result holds what only the executed command can have printed, see `ScriptedToolUse`: one end of the
    /// token beyond the place where the command joins it, or the input's token outside of the quotes that it has in
    /// the command, which a result may repeat.
    private boolean isPartOf(PlantedItem item, String result) {
        String token = item.token();
        int joint = token.lastIndexOf('-') + 1;
        boolean isEnd = joint > 1
                && (result.contains(token.substring(0, joint + 1)) || result.contains(token.substring(joint - 1)));
        return isEnd
                || markedInputs.getOrDefault(item.callId().orElse(""), List.of()).stream()
                        .anyMatch(input -> isUnquoted(input.token(), result));
    }

    private static boolean isUnquoted(String token, String text) {
        for (int at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
            if (at == 0 || text.charAt(at - 1) != '\'') {
                return true;
            }
        }
        return false;
    }

    private Optional<LocatedSighting> elsewhere(PlantedItem item) {
        return requestIndex.withToken(item.token()).stream()
                .findFirst()
                .map(spot -> seen(item, spot, TextComparison.EXACT, Place.ELSEWHERE));
    }

    /// The call by its id, otherwise by the token in its input, otherwise by its position among calls with new ids.
    private Optional<Spot> call(PlantedItem item) {
        String id = item.callId().orElse("");
        List<Spot> anywhere = requestIndex.calls(id).size() == 1 ? requestIndex.calls(id) : List.of();
        return byId.getOrDefault(id, anywhere).stream()
                .findFirst()
                .or(() -> markedInputs.getOrDefault(id, List.of()).stream()
                        .flatMap(sibling -> requestIndex.withToken(sibling.token()).stream())
                        .filter(spot -> spot.part() instanceof Part.ToolCall)
                        .findFirst())
                .or(() -> Optional.ofNullable(byOrder.get(id)));
    }

    private static TextComparison compare(PlantedItem item, Spot spot) {
        String found = ((Part.ToolCall) spot.part()).arguments();
        if (found.equals(item.value())) {
            return TextComparison.EXACT;
        }
        var issued = CanonicalJson.parse(item.value());
        var came = CanonicalJson.parse(found.isBlank() ? "{}" : found);
        if (issued.isEmpty() || came.isEmpty()) {
            return new TextComparison(TextMatch.CHANGED, Optional.of("the arguments are not JSON"));
        }
        return CanonicalJson.difference(issued.get(), came.get())
                .map(difference -> new TextComparison(TextMatch.CHANGED, Optional.of(difference)))
                .orElseGet(() -> CanonicalJson.haveSameOrder(issued.get(), came.get())
                        ? TextComparison.EXACT
                        : new TextComparison(TextMatch.EXACT, Optional.of("its keys are in another order")));
    }

    private static LocatedSighting seen(PlantedItem item, Spot spot, TextComparison text, Place place) {
        return new LocatedSighting(
                item,
                SightingFactory.at(place, text, spot.part().path(), "", SignatureMatch.NOT_ISSUED),
                Optional.of(spot));
    }

    private static String brief(String id) {
        return id.length() <= 48 ? id : id.substring(0, 48) + "…";
    }
}
