package dev.throughline.render.tokenizer;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/// Writes a character map as SentencePiece does: a double array of the keys in UTF-8, and behind it the texts that its
/// values point to. Source: darts-clone, and `Builder::CompileCharsMap` of SentencePiece.
final class CharacterMap {
    private static final int UNITS = 1 << 14;
    private static final int HAS_VALUE = 1 << 8;
    private static final int VALUE = 1 << 31;
    private static final int OFFSET = 10;

    private final int[] units = new int[UNITS];
    private final BitSet used = new BitSet();
    private final BitSet bases = new BitSet();

    private static final class Node {
        private final Map<Integer, Node> children = new TreeMap<>();
        private int value = -1;
    }

    private CharacterMap() {}

    /// In Base64.
    static String of(Map<String, String> replacements) {
        Node root = new Node();
        ByteArrayOutputStream texts = new ByteArrayOutputStream();
        replacements.forEach((key, text) -> {
            Node node = root;
            for (byte each : key.getBytes(StandardCharsets.UTF_8)) {
                node = node.children.computeIfAbsent(each & 0xFF, _ -> new Node());
            }
            node.value = texts.size();
            texts.writeBytes(text.getBytes(StandardCharsets.UTF_8));
            texts.write(0);
        });
        CharacterMap map = new CharacterMap();
        map.used.set(0);
        map.place(root, 0);
        int length = map.used.length();
        // Lookups go up to 255 units beyond the last one.
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + (length + 256) * Integer.BYTES + texts.size())
                .order(ByteOrder.LITTLE_ENDIAN);
        out.putInt((length + 256) * Integer.BYTES);
        Arrays.stream(map.units, 0, length + 256).forEach(out::putInt);
        out.put(texts.toByteArray());
        return Base64.getEncoder().encodeToString(out.array());
    }

    private void place(Node node, int at) {
        int base = base(node);
        bases.set(base);
        units[at] |= (at ^ base) << OFFSET | (node.value >= 0 ? HAS_VALUE : 0);
        if (node.value >= 0) {
            used.set(base);
            units[base] = node.value | VALUE;
        }
        node.children.keySet().forEach(label -> {
            used.set(base ^ label);
            units[base ^ label] = label;
        });
        node.children.forEach((label, child) -> {
            if (!child.children.isEmpty() || child.value >= 0) {
                place(child, base ^ label);
            }
        });
    }

    private int base(Node node) {
        for (int base = 1; ; base++) {
            int tried = base;
            boolean isFree = !bases.get(base)
                    && (node.value < 0 || !used.get(base))
                    && node.children.keySet().stream().noneMatch(label -> used.get(tried ^ label));
            if (isFree) {
                return base;
            }
        }
    }
}
