package dev.throughline.trace;

import dev.throughline.conversation.Part;
import dev.throughline.trace.Reading.Spot;
import dev.throughline.trace.Sighting.SignatureMatch;
import java.util.List;
import java.util.Optional;

/// Compares the proof issued with a reasoning block with the one that came back.
final class Signatures {
    private Signatures() {}

    static SignatureMatch match(PlantedItem item, Spot spot, List<Spot> all) {
        if (item.signature().isEmpty()) {
            return SignatureMatch.NOT_ISSUED;
        }
        Optional<String> found =
                spot.part() instanceof Part.Reasoning reasoning ? reasoning.signature() : Optional.empty();
        Optional<String> proof = found.or(() -> sealedBeside(spot, all));
        if (proof.isEmpty()) {
            return SignatureMatch.GONE;
        }
        return proof.equals(item.signature()) ? SignatureMatch.SAME : SignatureMatch.CHANGED;
    }

    /// In the Responses dialect the proof is the `encrypted_content` of the same item.
    private static Optional<String> sealedBeside(Spot spot, List<Spot> all) {
        String holder = item(spot.part().path());
        return all.stream()
                .map(Spot::part)
                .filter(part -> item(part.path()).equals(holder))
                .filter(part -> part instanceof Part.Reasoning reasoning
                        && reasoning.field().equals(ReasoningFields.ENCRYPTED)
                        && !reasoning.text().isEmpty())
                .map(part -> ((Part.Reasoning) part).text())
                .findFirst();
    }

    /// The pointer of the item that a part belongs to: its first two steps.
    static String item(String path) {
        int second = path.indexOf('/', 1);
        int third = second < 0 ? -1 : path.indexOf('/', second + 1);
        return third < 0 ? path : path.substring(0, third);
    }
}
