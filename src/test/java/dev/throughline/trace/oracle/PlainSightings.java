package dev.throughline.trace.oracle;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What became of the items of one answer in a request that carries it.
final class PlainSightings {
    private static final String DIFFERS = PlainTracer.DIFFERS;
    private static final int SHORTEST_BEGINNING = 8;
    private static final int SHORTEST_MOVED = 16;

    private final List<Found> everywhere = new ArrayList<>();
    private final List<Found> own;
    private final TracedExchange answer;

    /// A part and its place in the request.
    record Found(int message, int place, Role role, Part part) {
        String text() {
            return PlainTexts.of(part);
        }

        String item() {
            String[] steps = part.path().split("/", 4);
            return steps[1] + "/" + steps[2];
        }
    }

    record Located(PlantedItem item, Sighting sighting, Optional<Found> at) {}

    PlainSightings(Conversation request, TracedExchange answer, SortedSet<Integer> messages) {
        this.answer = answer;
        for (int i = 0; i < request.messages().size(); i++) {
            Message message = request.messages().get(i);
            for (int j = 0; j < message.parts().size(); j++) {
                everywhere.add(new Found(i, j, message.role(), message.parts().get(j)));
            }
        }
        this.own = everywhere.stream()
                .filter(found -> messages.contains(found.message()))
                .toList();
    }

    /// @param in the pointer of the message that lacks it
    static Sighting nowhere(boolean isThere, String in) {
        return new Sighting(
                isThere, Place.NOWHERE, TextMatch.NONE, SignatureMatch.NOT_ISSUED, true, 0, in, "", Optional.empty());
    }

    static Sighting named() {
        return new Sighting(
                true, Place.REFERENCE, TextMatch.EXACT, SignatureMatch.NOT_ISSUED, true, 1, "", "", Optional.empty());
    }

    /// @param isNamed items that the request names instead of carrying them
    /// @param isOutputStored whether results of calls are with the server
    List<Located> all(Predicate<PlantedItem> isNamed, boolean isOutputStored) {
        List<Located> all = new ArrayList<>();
        for (PlantedItem item : answer.items()) {
            Located found = item.category() != Category.TOOL_OUT && isNamed.test(item)
                    ? new Located(item, named(), Optional.empty())
                    : find(item);
            boolean isStored =
                    item.category() == Category.TOOL_OUT && found.at().isEmpty() && isOutputStored;
            all.add(isStored ? new Located(item, named(), Optional.empty()) : found);
        }
        return all;
    }

    /// Where the answer begins.
    Optional<Found> begin() {
        return own.stream().findFirst();
    }

    private Located find(PlantedItem item) {
        Optional<Located> found = switch (item.category()) {
            case THINK -> item.field().equals(PlainFields.OPAQUE) ? opaque(item) : reasoning(item);
            case CONTENT -> content(item);
            case TOOL_ID -> call(item).map(call -> id(item, call));
            case TOOL_IN -> input(item);
            case TOOL_OUT -> output(item);
        };
        return found.orElseGet(() -> new Located(item, nowhere(true, ""), Optional.empty()));
    }

    /// @param match how the text compares
    /// @param differs whether something is to be said of it
    private record Comparison(TextMatch match, boolean differs) {
        static final Comparison EXACT = new Comparison(TextMatch.EXACT, false);
        static final Comparison CHANGED = new Comparison(TextMatch.CHANGED, true);
        static final Comparison TRIMMED = new Comparison(TextMatch.TRIMMED, true);
        static final Comparison NONE = new Comparison(TextMatch.NONE, false);

        /// Exact; trimmed; its beginning or end; changed, if a token or half of it is left; else another text.
        static Comparison of(String issued, String found, String token) {
            String whole = issued.strip();
            String piece = found.strip();
            if (found.equals(issued)) {
                return EXACT;
            }
            if (piece.isEmpty()) {
                return NONE;
            }
            if (piece.equals(whole)) {
                return TRIMMED;
            }
            if (piece.length() >= SHORTEST_BEGINNING && (whole.startsWith(piece) || whole.endsWith(piece))) {
                return new Comparison(TextMatch.TRUNCATED, true);
            }
            boolean isSame = token.isEmpty() ? PlainTexts.likeness(issued, found) >= 0.5 : found.contains(token);
            return isSame ? CHANGED : NONE;
        }
    }

    private static Located at(
            PlantedItem item,
            Found found,
            Place place,
            Comparison text,
            String field,
            SignatureMatch proof,
            int copies) {
        return new Located(
                item,
                new Sighting(
                        true,
                        place,
                        text.match(),
                        proof,
                        true,
                        copies,
                        found.part().path(),
                        field,
                        text.differs() ? Optional.of(DIFFERS) : Optional.empty()),
                Optional.of(found));
    }

    private static Located at(PlantedItem item, Found found, Place place, Comparison text, int copies) {
        return at(item, found, place, text, "", SignatureMatch.NOT_ISSUED, copies);
    }

    private Optional<Found> withToken(String token) {
        return everywhere.stream()
                .filter(found -> !token.isEmpty() && found.text().contains(token))
                .findFirst();
    }

    // Visible text

    private Optional<Located> content(PlantedItem item) {
        List<Found> texts =
                own.stream().filter(found -> found.part() instanceof Part.Text).toList();
        List<Found> same = texts.stream()
                .filter(found -> found.text().equals(item.value()))
                .toList();
        if (!same.isEmpty()) {
            return Optional.of(at(item, same.getFirst(), Place.OWN, Comparison.EXACT, same.size()));
        }
        Comparison joined = Comparison.of(item.value(), joined(texts), item.token());
        Optional<Found> trimmed = texts.stream()
                .filter(found -> Comparison.of(item.value(), found.text(), item.token()) == Comparison.TRIMMED)
                .findFirst();
        if (joined != Comparison.EXACT && trimmed.isPresent()) {
            return Optional.of(at(item, trimmed.get(), Place.OWN, Comparison.TRIMMED, 1));
        }
        return joined.match() != TextMatch.NONE
                ? Optional.of(at(item, texts.getFirst(), Place.OWN, joined, 1))
                : withToken(item.token())
                        .map(found -> at(
                                item,
                                found,
                                Place.ELSEWHERE,
                                Comparison.of(item.value(), found.text(), item.token()),
                                1));
    }

    private static String joined(List<Found> parts) {
        return parts.stream().map(Found::text).collect(Collectors.joining());
    }

    // Calls

    /// By its id; by the token in its input; by its input or place among calls whose ids are no answer's.
    private Optional<Found> call(PlantedItem item) {
        String id = item.callId().orElseThrow();
        List<Found> anywhere =
                everywhere.stream().filter(found -> isCall(found, id)).toList();
        return own.stream()
                .filter(found -> isCall(found, id))
                .findFirst()
                .or(() -> anywhere.size() == 1 ? Optional.of(anywhere.getFirst()) : Optional.empty())
                .or(() -> answer.items().stream()
                        .filter(one -> one.category() == Category.TOOL_IN
                                && one.callId().equals(item.callId()))
                        .flatMap(one -> everywhere.stream()
                                .filter(found -> found.part() instanceof Part.ToolCall
                                        && !one.token().isEmpty()
                                        && found.text().contains(one.token())))
                        .findFirst())
                .or(() -> Optional.ofNullable(
                                new PlainRenaming(answer, parts(own)).byId().get(id))
                        .map(place -> own.get(place)));
    }

    private static List<Part> parts(List<Found> found) {
        return found.stream().map(Found::part).toList();
    }

    private static boolean isCall(Found found, String id) {
        return found.part() instanceof Part.ToolCall call && call.id().equals(id);
    }

    private Located id(PlantedItem item, Found call) {
        long copies = own.stream().filter(found -> isCall(found, item.value())).count();
        return at(item, call, Place.OWN, isCall(call, item.value()) ? Comparison.EXACT : Comparison.CHANGED, (int)
                Math.max(1, copies));
    }

    private Optional<Located> input(PlantedItem item) {
        return call(item)
                .map(found -> at(item, found, Place.OWN, inputs(item.value(), found.text()), 1))
                .or(() -> everywhere.stream()
                        .filter(found -> found.role() == Role.ASSISTANT
                                && !item.token().isEmpty()
                                && found.text().contains(item.token()))
                        .findFirst()
                        .map(found -> at(item, found, Place.ELSEWHERE, Comparison.CHANGED, 1)));
    }

    private static Comparison inputs(String issued, String found) {
        return PlainTexts.areSameInput(issued, found)
                ? new Comparison(TextMatch.EXACT, !PlainTexts.haveSameKeys(issued, found))
                : Comparison.CHANGED;
    }

    private Optional<Located> output(PlantedItem item) {
        List<String> ids = Stream.concat(
                        item.callId().stream(), call(item).stream().map(found -> ((Part.ToolCall) found.part()).id()))
                .toList();
        List<Found> results = everywhere.stream()
                .filter(found -> found.part() instanceof Part.ToolResult result && ids.contains(result.callId()))
                .toList();
        return results.stream()
                .filter(found -> found.text().contains(item.value()))
                .findFirst()
                .map(found -> at(item, found, Place.OWN, Comparison.EXACT, 1))
                .or(() -> results.stream()
                        .filter(found -> isCutOff(item, found.text()))
                        .reduce((_, last) -> last)
                        .map(found -> at(item, found, Place.OWN, Comparison.CHANGED, 1)))
                .or(() -> withToken(item.token()).map(found -> at(item, found, Place.ELSEWHERE, Comparison.EXACT, 1)))
                .or(() -> results.stream()
                        .reduce((_, last) -> last)
                        .map(found -> at(item, found, Place.OWN, new Comparison(TextMatch.NONE, true), 1)));
    }

    /// Whether something in a result must have been printed: one end of the token with what the command has apart from
    /// it, or what the command prints first, which stands in single quotes where the command itself is repeated.
    private boolean isCutOff(PlantedItem item, String result) {
        String[] ends = item.token().split("-(?=[^-]*$)");
        boolean isEnd = ends.length == 2
                && (result.contains(ends[0] + "-" + ends[1].charAt(0)) || result.contains("-" + ends[1]));
        return isEnd
                || answer.items().stream()
                        .filter(one -> one.category() == Category.TOOL_IN
                                && !one.token().isEmpty()
                                && one.callId().equals(item.callId()))
                        .anyMatch(one -> result.replace("'" + one.token(), "").contains(one.token()));
    }

    // Reasoning

    private boolean isOtherBlock(String text) {
        return answer.items().stream()
                .anyMatch(item ->
                        item.category() == Category.THINK && item.value().equals(text));
    }

    private static boolean isSealed(Found found) {
        return PlainFields.isSealed(found.part());
    }

    private Optional<Located> opaque(PlantedItem item) {
        List<Found> all = own.stream()
                .filter(found -> found.part() instanceof Part.RedactedReasoning || isSealed(found))
                .toList();
        return all.stream()
                .filter(found -> found.text().equals(item.value()))
                .findFirst()
                .map(found -> own(item, found, Comparison.EXACT, SignatureMatch.NOT_ISSUED))
                .or(() -> all.reversed().stream()
                        .filter(found -> !isOtherBlock(found.text()))
                        .findFirst()
                        .map(found -> own(item, found, Comparison.CHANGED, SignatureMatch.NOT_ISSUED)));
    }

    private static Located own(PlantedItem item, Found found, Comparison text, SignatureMatch proof) {
        return at(item, found, Place.OWN, text, item.field(), proof, 1);
    }

    private Optional<Located> reasoning(PlantedItem item) {
        List<Found> readable = own.stream()
                .filter(found -> found.part() instanceof Part.Reasoning reasoning
                        && !(item.field().equals(PlainFields.ITEM) && isSealed(found))
                        && !PlainFields.isInContent(item.field(), reasoning))
                .toList();
        Map<Boolean, List<Found>> byPlace = readable.stream()
                .collect(Collectors.partitioningBy(
                        found -> PlainFields.isOwn(item.field(), (Part.Reasoning) found.part())));
        List<Found> inPlace = byPlace.get(true);
        boolean isBesideEmpty = inPlace.stream().anyMatch(found -> found.text().isEmpty());
        return best(item, inPlace, Place.OWN)
                .or(() -> bySignature(item))
                .or(() -> bySeal(item))
                .or(() -> best(item, byPlace.get(false), isBesideEmpty ? Place.BESIDE_EMPTY : Place.ALIAS))
                .or(() -> item.token().isEmpty() ? moved(item) : elsewhere(item))
                .map(this::withVisibleCopies);
    }

    private Located withVisibleCopies(Located one) {
        String token = one.item().token();
        Sighting seen = one.sighting();
        int visible = (int) everywhere.stream()
                .filter(found -> found.role() == Role.ASSISTANT
                        && found.part() instanceof Part.Text
                        && !token.isEmpty()
                        && found.text().contains(token))
                .count();
        return visible == 0 || seen.place() != Place.OWN || seen.text() != TextMatch.EXACT
                ? one
                : at(
                        one.item(),
                        one.at().orElseThrow(),
                        Place.OWN,
                        new Comparison(TextMatch.EXACT, true),
                        seen.field(),
                        seen.signature(),
                        seen.copies() + visible);
    }

    /// The part that is most of the block; all parts together if they are the block and none is.
    private Optional<Located> best(PlantedItem item, List<Found> parts, Place place) {
        boolean isIssued = parts.stream().anyMatch(found -> found.text().equals(item.value()));
        List<Found> likely = parts.stream()
                .filter(found -> !item.token().isEmpty()
                        || (isIssued ? found.text().equals(item.value()) : !isOtherBlock(found.text())))
                .sorted(Comparator.comparing(
                        found -> item.token().isEmpty() ? -PlainTexts.likeness(item.value(), found.text()) : 0))
                .toList();
        Optional<Located> single = likely.stream()
                .map(found -> at(
                        item,
                        found,
                        place,
                        Comparison.of(item.value(), found.text(), item.token()),
                        ((Part.Reasoning) found.part()).field(),
                        proof(item, found),
                        copies(item, parts)))
                .filter(one -> one.sighting().text() != TextMatch.NONE)
                .min(Comparator.comparing(one -> one.sighting().text()));
        boolean isTogether = parts.size() > 1 && joined(parts).equals(item.value());
        boolean isWhole = single.isPresent() && single.get().sighting().text() == TextMatch.EXACT;
        return isTogether && !isWhole
                ? Optional.of(at(
                        item,
                        parts.getFirst(),
                        place,
                        Comparison.EXACT,
                        ((Part.Reasoning) parts.getFirst().part()).field(),
                        proof(item, parts.getFirst()),
                        1))
                : single;
    }

    private static int copies(PlantedItem item, List<Found> parts) {
        Map<String, Long> byField = parts.stream()
                .filter(found -> found.text().equals(item.value())
                        || !item.token().isEmpty() && found.text().contains(item.token()))
                .collect(
                        Collectors.groupingBy(found -> ((Part.Reasoning) found.part()).field(), Collectors.counting()));
        return byField.values().stream().mapToInt(Long::intValue).max().orElse(1);
    }

    /// A block's own proof, or the sealed form in the same item.
    private SignatureMatch proof(PlantedItem item, Found found) {
        if (item.signature().isEmpty()) {
            return SignatureMatch.NOT_ISSUED;
        }
        Optional<String> proof = ((Part.Reasoning) found.part())
                .signature()
                .filter(signature -> !signature.isEmpty())
                .or(() -> own.stream()
                        .filter(other -> isSealed(other)
                                && !other.text().isEmpty()
                                && other.item().equals(found.item()))
                        .map(Found::text)
                        .findFirst());
        return proof.isEmpty()
                ? SignatureMatch.GONE
                : proof.equals(item.signature()) ? SignatureMatch.SAME : SignatureMatch.CHANGED;
    }

    /// Our signature says which block it is, whatever its text says.
    private Optional<Located> bySignature(PlantedItem item) {
        return item.signature()
                .filter(BlockSignature::isOurs)
                .flatMap(proof -> own.stream()
                        .filter(found -> BlockSignature.in(found.part()).equals(Optional.of(proof)))
                        .findFirst())
                .map(found -> {
                    boolean isSilent = own.stream()
                            .filter(other -> other == found
                                    || item.field().equals(PlainFields.ITEM)
                                            && other.item().equals(found.item()))
                            .allMatch(other -> isSealed(other)
                                    || !(other.part() instanceof Part.Reasoning)
                                    || other.text().isBlank());
                    Comparison text = isSilent ? new Comparison(TextMatch.EXACT, true) : Comparison.CHANGED;
                    return own(item, found, text, SignatureMatch.SAME);
                });
    }

    /// The sealed form alone is enough in the Responses dialect.
    private Optional<Located> bySeal(PlantedItem item) {
        return item.signature()
                .filter(_ -> item.field().equals(PlainFields.ITEM))
                .flatMap(proof -> own.stream()
                        .filter(found -> isSealed(found) && found.text().equals(proof))
                        .findFirst())
                .map(found -> own(item, found, Comparison.EXACT, SignatureMatch.SAME));
    }

    private Optional<Located> moved(PlantedItem item) {
        return own.stream()
                .map(found -> moved(item, found))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Located> moved(PlantedItem item, Found found) {
        List<Comparison> ways = new ArrayList<>();
        if (found.part() instanceof Part.Text(String _, String text)) {
            PlainTexts.wrapped(text).forEach(thought -> ways.add(Comparison.of(item.value(), thought, "")));
            String bare = item.value().strip();
            ways.add(bare.length() >= SHORTEST_MOVED && text.contains(bare) ? Comparison.EXACT : Comparison.NONE);
        }
        if (found.part() instanceof Part.Reasoning reasoning && PlainFields.isInContent(item.field(), reasoning)) {
            ways.add(Comparison.of(item.value(), reasoning.text(), ""));
        }
        return ways.stream()
                .filter(way -> way.match() != TextMatch.NONE)
                .findFirst()
                .map(way -> at(item, found, Place.ELSEWHERE, way, "", withoutProof(item), 1));
    }

    private Optional<Located> elsewhere(PlantedItem item) {
        return withToken(item.token())
                .map(found -> at(
                        item,
                        found,
                        Place.ELSEWHERE,
                        Comparison.of(item.value(), found.text(), item.token()),
                        "",
                        withoutProof(item),
                        1));
    }

    private static SignatureMatch withoutProof(PlantedItem item) {
        return item.signature().isPresent() ? SignatureMatch.GONE : SignatureMatch.NOT_ISSUED;
    }
}
