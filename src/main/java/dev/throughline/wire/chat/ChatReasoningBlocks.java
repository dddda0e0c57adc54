package dev.throughline.wire.chat;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The reasoning of a message of any dialect as blocks, each once, however many fields of the message
/// repeat it.
///
/// Fields of the same holder (a chat message, a Responses item, a content block) have the same content: the
/// first with a text is used, or `reasoning_details` if they have the same text, with their blocks and
/// signatures. Opaque data and proofs without a text are always included.
///
/// Restored parts have no location (path "") and are all included, in order.
final class ChatReasoningBlocks {
    public static final String DETAILS = "reasoning_details";
    private static final String ENCRYPTED = "encrypted_content";

    private ChatReasoningBlocks() {}

    /// One block.
    public sealed interface Block {
        record Readable(String text, Optional<String> signature) implements Block {}

        /// @param data opaque data that only the provider can read
        record Sealed(String data) implements Block {}
    }

    public static List<Block> of(Message message) {
        Map<String, Map<String, List<Block>>> holders = new LinkedHashMap<>();
        for (Part part : message.parts()) {
            if (part instanceof Part.Reasoning(String path, String field, String text, Optional<String> signature)) {
                add(holders, path, field, new Block.Readable(text, signature));
            } else if (part instanceof Part.RedactedReasoning(String path, String data)) {
                add(holders, path, path.contains("/" + DETAILS + "/") ? DETAILS : "data", new Block.Sealed(data));
            }
        }
        List<Block> blocks = new ArrayList<>();
        holders.values().forEach(fields -> blocks.addAll(chosen(fields)));
        return blocks;
    }

    /// The readable text, blocks joined without a separator.
    public static String text(List<Block> blocks) {
        var text = new StringBuilder();
        for (Block block : blocks) {
            switch (block) {
                case Block.Readable(String more, Optional<String> _) -> text.append(more);
                case Block.Sealed _ -> {}
            }
        }
        return text.toString();
    }

    private static void add(Map<String, Map<String, List<Block>>> holders, String path, String field, Block block) {
        holders.computeIfAbsent(holder(path), any -> new LinkedHashMap<>())
                .computeIfAbsent(path.isEmpty() ? "" : field, any -> new ArrayList<>())
                .add(block);
    }

    private static String holder(String path) {
        int details = path.lastIndexOf("/" + DETAILS + "/");
        return path.substring(0, details >= 0 ? details : Math.max(0, path.lastIndexOf('/')));
    }

    private static List<Block> chosen(Map<String, List<Block>> fields) {
        String proof = text(fields.getOrDefault(ENCRYPTED, List.of()));
        List<Block> details = fields.getOrDefault(DETAILS, List.of());
        Optional<List<Block>> plain = fields.entrySet().stream()
                .filter(field ->
                        !field.getKey().equals(DETAILS) && !field.getKey().equals(ENCRYPTED))
                .map(Map.Entry::getValue)
                .filter(blocks -> !text(blocks).isEmpty())
                .findFirst();
        boolean isSame = plain.isEmpty() || text(plain.get()).equals(text(details));
        List<Block> blocks = new ArrayList<>(isSame ? details : plain.get());
        fields.values().stream()
                .flatMap(List::stream)
                .filter(block -> isOnlyForItsProvider(block) && !blocks.contains(block))
                .forEach(blocks::add);
        return proof.isEmpty() ? blocks : proven(blocks, proof);
    }

    private static boolean isOnlyForItsProvider(Block block) {
        return switch (block) {
            case Block.Sealed _ -> true;
            case Block.Readable(String text, Optional<String> signature) -> text.isEmpty() && signature.isPresent();
        };
    }

    /// `encrypted_content` is the proof of the text beside it; alone it is a separate block.
    private static List<Block> proven(List<Block> blocks, String proof) {
        if (blocks.size() == 1 && blocks.getFirst() instanceof Block.Readable(String text, Optional<String> _)) {
            return List.of(new Block.Readable(text, Optional.of(proof)));
        }
        return blocks.isEmpty() ? List.of(new Block.Sealed(proof)) : blocks;
    }
}
