package dev.throughline.render.tokenizer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Trains a small byte-level BPE vocabulary: merges the most frequent pair, again and again.
public final class BpeTrainer {
    private final Map<List<String>, Integer> words =
            new TreeMap<>((one, other) -> String.join(" ", one).compareTo(String.join(" ", other)));
    private final Map<String, Integer> vocabulary = new LinkedHashMap<>();
    private final List<List<String>> merges = new ArrayList<>();

    public BpeTrainer() {
        for (int value = 0; value < 256; value++) {
            vocabulary.put(String.valueOf(ByteAlphabet.character(value)), value);
        }
    }

    public void add(String word) {
        List<String> symbols = new ArrayList<>();
        for (byte each : word.getBytes(StandardCharsets.UTF_8)) {
            symbols.add(String.valueOf(ByteAlphabet.character(each & 0xFF)));
        }
        words.merge(symbols, 1, Integer::sum);
    }

    public void train(int count) {
        Map<List<String>, Integer> current = words;
        while (merges.size() < count) {
            Map<List<String>, Integer> pairs = new HashMap<>();
            current.forEach((symbols, times) -> {
                for (int at = 0; at + 1 < symbols.size(); at++) {
                    pairs.merge(symbols.subList(at, at + 2), times, Integer::sum);
                }
            });
            List<String> best = pairs.entrySet().stream()
                    .max(Map.Entry.<List<String>, Integer>comparingByValue()
                            .thenComparing(entry -> String.join(" ", entry.getKey())))
                    .orElseThrow()
                    .getKey();
            merges.add(List.copyOf(best));
            vocabulary.putIfAbsent(best.get(0) + best.get(1), vocabulary.size());
            current = merged(current, List.copyOf(best));
        }
    }

    private static Map<List<String>, Integer> merged(Map<List<String>, Integer> words, List<String> pair) {
        Map<List<String>, Integer> found = new HashMap<>();
        words.forEach((symbols, times) -> {
            List<String> made = new ArrayList<>(symbols.size());
            for (int at = 0; at < symbols.size(); at++) {
                if (at + 1 < symbols.size() && symbols.subList(at, at + 2).equals(pair)) {
                    made.add(pair.get(0) + pair.get(1));
                    at++;
                } else {
                    made.add(symbols.get(at));
                }
            }
            found.merge(made, times, Integer::sum);
        });
        return found;
    }

    public Map<String, Integer> vocabulary() {
        return vocabulary;
    }

    public List<List<String>> merges() {
        return merges;
    }
}
