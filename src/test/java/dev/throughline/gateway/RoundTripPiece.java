package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// A piece of an answer in no dialect; an answer is a list of them, in the order in which the model wrote them.
sealed interface RoundTripPiece {
    /// @param proof what the backend needs back with it; empty for none
    record Thought(String text, String proof) implements RoundTripPiece {}

    /// A thought that only the backend reads.
    record Sealed(String data) implements RoundTripPiece {}

    record Text(String text) implements RoundTripPiece {}

    record Call(String id, JsonNode arguments) implements RoundTripPiece {}

    /// The pieces without what proves thoughts.
    static List<RoundTripPiece> unproven(List<RoundTripPiece> pieces) {
        List<RoundTripPiece> bare = new ArrayList<>();
        for (RoundTripPiece piece : pieces) {
            switch (piece) {
                case Thought(String text, String _) -> bare.add(new Thought(text, ""));
                case Sealed _ -> {}
                case Text _, Call _ -> bare.add(piece);
            }
        }
        return bare;
    }

    /// The pieces as a chat message has them: thoughts, one text, calls.
    static List<RoundTripPiece> asMessage(List<RoundTripPiece> pieces) {
        List<RoundTripPiece> message = new ArrayList<>();
        pieces.stream()
                .filter(piece -> piece instanceof Thought || piece instanceof Sealed)
                .forEach(message::add);
        String text = text(pieces);
        if (!text.isEmpty()) {
            message.add(new Text(text));
        }
        pieces.stream().filter(Call.class::isInstance).forEach(message::add);
        return message;
    }

    /// All thoughts as one.
    static List<RoundTripPiece> joined(List<RoundTripPiece> pieces) {
        List<RoundTripPiece> joined = new ArrayList<>();
        joined.add(new Thought(thoughts(pieces), ""));
        asMessage(pieces).stream()
                .filter(piece -> !(piece instanceof Thought || piece instanceof Sealed))
                .forEach(joined::add);
        return joined;
    }

    /// The readable thoughts, without a separator.
    static String thoughts(List<RoundTripPiece> pieces) {
        var text = new StringBuilder();
        for (RoundTripPiece piece : pieces) {
            if (piece instanceof Thought(String thought, String _)) {
                text.append(thought);
            }
        }
        return text.toString();
    }

    private static String text(List<RoundTripPiece> pieces) {
        var text = new StringBuilder();
        for (RoundTripPiece piece : pieces) {
            if (piece instanceof Text(String visible)) {
                text.append(visible);
            }
        }
        return text.toString();
    }

    /// A text in fragments, cut between code points.
    static List<String> fragments(String text) {
        List<String> fragments = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = text.offsetByCodePoints(from, Math.min(11, text.codePointCount(from, text.length())));
            fragments.add(text.substring(from, to));
            from = to;
        }
        return fragments;
    }
}
