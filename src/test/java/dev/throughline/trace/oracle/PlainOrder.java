package dev.throughline.trace.oracle;

import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.oracle.PlainSightings.Found;
import dev.throughline.trace.oracle.PlainSightings.Located;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What can be said of an item only beside the others of its request: whether it is in order, and whether tools run.
final class PlainOrder {
    private final List<Answer> answers;
    private final List<Piece> pieces;
    private final long whole;

    /// An answer and what became of its items.
    /// @param begin where its first message begins
    record Answer(TracedExchange exchange, List<Located> items, Optional<Found> begin) {}

    /// What was observed of an item.
    interface Observer {
        void on(TracedExchange answer, PlantedItem item, Sighting sighting);
    }

    /// A block of an answer where it was found.
    private record Piece(int answer, int block, int message, int place, boolean isThought) {
        boolean isIssuedBefore(Piece other) {
            return answer < other.answer || answer == other.answer && block < other.block;
        }

        boolean isReturnedBefore(Piece other) {
            return message < other.message || message == other.message && place < other.place;
        }

        boolean isSwappedWith(Piece other) {
            return isIssuedBefore(other) && other.isReturnedBefore(this)
                    || other.isIssuedBefore(this) && isReturnedBefore(other);
        }
    }

    PlainOrder(List<Answer> answers) {
        this.answers = answers;
        this.pieces = answers.stream()
                .flatMap(answer -> answer.items().stream().flatMap(item -> piece(answer, item).stream()))
                .distinct()
                .sorted(Comparator.comparingInt(Piece::answer)
                        .thenComparingInt(Piece::block)
                        .thenComparingInt(Piece::message)
                        .thenComparingInt(Piece::place))
                .toList();
        this.whole = heaviest(pieces);
    }

    private static Optional<Piece> piece(Answer answer, Located item) {
        boolean counts = item.sighting().place() == Place.OWN && item.item().category() != Category.TOOL_OUT;
        return item.at()
                .filter(_ -> counts)
                .map(at -> new Piece(
                        answer.exchange().number(),
                        item.item().block(),
                        at.message(),
                        at.place(),
                        item.item().category() == Category.THINK));
    }

    /// The weight of the most that can stay where it is, so that the rest is what was moved: all texts and calls that
    /// can, before any reasoning.
    private long heaviest(List<Piece> some) {
        long[] upTo = new long[some.size()];
        long heaviest = 0;
        for (int i = 0; i < upTo.length; i++) {
            for (int j = 0; j < i; j++) {
                upTo[i] = some.get(i).isSwappedWith(some.get(j)) ? upTo[i] : Math.max(upTo[i], upTo[j]);
            }
            upTo[i] += some.get(i).isThought() ? 1 : 1 + pieces.size();
            heaviest = Math.max(heaviest, upTo[i]);
        }
        return heaviest;
    }

    /// Whether as much can stay without it as with it.
    private boolean isMoved(Piece piece) {
        if (pieces.stream().noneMatch(piece::isSwappedWith)) {
            return false;
        }
        List<Piece> others = new ArrayList<>(pieces);
        others.remove(piece);
        return heaviest(others) == whole;
    }

    void observed(Observer observer) {
        boolean doToolsRun = answers.stream()
                .flatMap(answer -> answer.items().stream())
                .filter(item -> item.item().category() == Category.TOOL_OUT)
                .map(Located::sighting)
                .anyMatch(seen ->
                        seen.place() == Place.ELSEWHERE || seen.place() == Place.OWN && seen.text() != TextMatch.NONE);
        for (Answer answer : answers) {
            String message = message(answer);
            answer.items()
                    .forEach(item ->
                            observer.on(answer.exchange(), item.item(), sighting(answer, item, message, doToolsRun)));
        }
    }

    private Sighting sighting(Answer answer, Located item, String message, boolean doToolsRun) {
        Sighting seen = item.sighting();
        if (seen.turnPresent() && seen.place() == Place.NOWHERE) {
            return PlainSightings.nowhere(true, item.item().category() == Category.TOOL_OUT ? "" : message);
        }
        boolean isMoved = piece(answer, item).filter(this::isMoved).isPresent();
        boolean isOther = doToolsRun && seen.place() == Place.OWN && seen.text() == TextMatch.NONE;
        return !isMoved && !isOther
                ? seen
                : new Sighting(
                        seen.turnPresent(),
                        seen.place(),
                        isOther ? TextMatch.CHANGED : seen.text(),
                        seen.signature(),
                        !isMoved,
                        seen.copies(),
                        seen.path(),
                        seen.field(),
                        Optional.of(PlainTracer.DIFFERS));
    }

    /// Where the first item is that stayed in its place, else where the answer begins.
    private String message(Answer answer) {
        return answer.items().stream()
                .filter(item -> piece(answer, item).filter(one -> !isMoved(one)).isPresent())
                .flatMap(item -> item.at().stream())
                .findFirst()
                .or(answer::begin)
                .map(found -> "/" + found.item())
                .orElse("");
    }
}
