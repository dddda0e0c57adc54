package dev.throughline.trace.sighting;

import dev.throughline.conversation.Part;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.match.RequestIndex.Spot;
import java.util.Optional;

/// Compares the proof issued with a reasoning block with the one that was returned.
public final class SignatureComparison {
    private SignatureComparison() {}

    /// An empty proof is none. In the Responses dialect the proof is the `encrypted_content` of the same item; in a
    /// chat message with several
    /// fields it is in the details.
    static SignatureMatch match(PlantedItem item, Spot spot, PartIndex index) {
        if (item.signature().isEmpty()) {
            return SignatureMatch.NOT_ISSUED;
        }
        Optional<String> found =
                spot.part() instanceof Part.Reasoning reasoning ? reasoning.signature() : Optional.empty();
        Optional<String> proof = found.filter(signature -> !signature.isEmpty())
                .or(() -> index.sealedBeside(spot))
                .or(() -> detailed(item, index));
        if (proof.isEmpty()) {
            return SignatureMatch.GONE;
        }
        return proof.equals(item.signature()) ? SignatureMatch.SAME : SignatureMatch.CHANGED;
    }

    private static Optional<String> detailed(PlantedItem item, PartIndex index) {
        return ReasoningFields.has(item.field(), ReasoningFields.DETAILS)
                ? index.own(ReasoningFields.DETAILS).all().stream()
                        .flatMap(spot -> ((Part.Reasoning) spot.part()).signature().stream())
                        .filter(signature -> !signature.isEmpty())
                        .findFirst()
                : Optional.empty();
    }
}
