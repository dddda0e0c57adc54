package dev.throughline.trace.sighting;

import dev.throughline.conversation.Part;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.CanonicalJson;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.match.RequestIndex.Spot;
import dev.throughline.trace.match.TaggedReasoning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Indexes the parts of the messages that carry an answer by everything that its items are searched by;
/// built once for all of them.
final class PartIndex {
    private final List<Spot> parts;
    private final Map<String, TextPartIndex> own = new HashMap<>();
    private final Map<String, TextPartIndex> alias = new HashMap<>();
    private final TextPartIndex texts;
    private final Map<String, List<Spot>> calls;
    private final Map<String, Spot> opaque = new HashMap<>();
    private final List<Spot> allOpaque = new ArrayList<>();
    private final Map<String, Spot> sealed = new HashMap<>();
    private final Map<String, Spot> proofs = new HashMap<>();
    private final Map<String, List<Spot>> byHolder = new HashMap<>();
    private final Map<String, String> sealedByHolder = new HashMap<>();
    private final Map<Spot, List<String>> tagged = new IdentityHashMap<>();
    private final Map<Spot, String> inputs = new IdentityHashMap<>();

    PartIndex(List<Spot> parts) {
        this.parts = parts;
        this.texts = new TextPartIndex(parts.stream()
                .filter(spot -> spot.isAssistant() && spot.part() instanceof Part.Text)
                .toList());
        this.calls = RenamedCalls.byId(parts);
        parts.forEach(this::index);
    }

    private void index(Spot spot) {
        String holder = RequestIndex.item(spot.part().path());
        byHolder.computeIfAbsent(holder, _ -> new ArrayList<>(1)).add(spot);
        BlockSignature.in(spot.part()).ifPresent(proof -> proofs.putIfAbsent(proof, spot));
        switch (spot.part()) {
            case Part.RedactedReasoning(String _, String data) -> opaque(data, spot);
            case Part.Reasoning(String _, String field, String text, Optional<String> _)
            when field.equals(ReasoningFields.ENCRYPTED) -> {
                // In the Responses dialect an opaque block is returned as the sealed form of an item.
                opaque(text, spot);
                sealed.putIfAbsent(text, spot);
                if (!text.isEmpty()) {
                    sealedByHolder.putIfAbsent(holder, text);
                }
            }
            case Part.Reasoning _,
                    Part.Text _,
                    Part.ToolCall _,
                    Part.ToolResult _,
                    Part.Reference _,
                    Part.Image _,
                    Part.Other _ -> {}
        }
    }

    private void opaque(String data, Spot spot) {
        opaque.putIfAbsent(data, spot);
        allOpaque.add(spot);
    }

    List<Spot> parts() {
        return parts;
    }

    /// Visible texts of the assistant.
    TextPartIndex texts() {
        return texts;
    }

    /// Calls by their ids.
    Map<String, List<Spot>> calls() {
        return calls;
    }

    /// Reasoning in the field that an item was issued in.
    TextPartIndex own(String field) {
        return own.computeIfAbsent(field, issued -> reasoning(issued, true));
    }

    /// Reasoning in another field than the one that an item was issued in.
    TextPartIndex alias(String field) {
        return alias.computeIfAbsent(field, issued -> reasoning(issued, false));
    }

    private TextPartIndex reasoning(String issued, boolean isOwn) {
        Predicate<Part.Reasoning> fits = found -> !isSealed(issued, found)
                && !ReasoningFields.isMisplaced(issued, found)
                && ReasoningFields.isOwn(issued, found) == isOwn;
        return new TextPartIndex(parts.stream()
                .filter(spot -> spot.part() instanceof Part.Reasoning reasoning && fits.test(reasoning))
                .toList());
    }

    private static boolean isSealed(String issued, Part.Reasoning part) {
        return issued.equals(ReasoningFields.RESPONSES) && part.field().equals(ReasoningFields.ENCRYPTED);
    }

    /// The first part with this opaque text.
    Optional<Spot> opaque(String data) {
        return Optional.ofNullable(opaque.get(data));
    }

    /// The last part with an opaque text of some kind.
    Optional<Spot> lastOpaque(Predicate<String> which) {
        for (Spot spot : allOpaque.reversed()) {
            if (which.test(TextPartIndex.text(spot))) {
                return Optional.of(spot);
            }
        }
        return Optional.empty();
    }

    /// The first sealed form of an item with this text.
    Optional<Spot> sealed(String text) {
        return Optional.ofNullable(sealed.get(text));
    }

    /// The first part with this proof of ours.
    Optional<Spot> withProof(String proof) {
        return Optional.ofNullable(proofs.get(proof));
    }

    /// The parts of the item that a part belongs to.
    List<Spot> holder(Spot spot) {
        return byHolder.getOrDefault(RequestIndex.item(spot.part().path()), List.of());
    }

    /// The sealed form beside a part.
    Optional<String> sealedBeside(Spot spot) {
        return Optional.ofNullable(
                sealedByHolder.get(RequestIndex.item(spot.part().path())));
    }

    /// The reasoning that a client wrapped into a visible text.
    List<String> tagged(Spot spot, String text) {
        return tagged.computeIfAbsent(spot, _ -> TaggedReasoning.in(text).thoughts());
    }

    /// The canonical form shared by all inputs of the same value.
    String input(Spot call) {
        return inputs.computeIfAbsent(call, spot -> CanonicalJson.canonical(((Part.ToolCall) spot.part()).arguments()));
    }
}
