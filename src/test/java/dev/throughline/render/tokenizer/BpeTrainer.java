package dev.throughline.render.tokenizer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Trains a small byte-level BPE vocabulary: merges the most frequent pair, again and again.
public final class BpeTrainer {
    private final Map<List<String>, Integer> words = new HashMap<>();
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
        Map<List<String>, Integer> pairs = new HashMap<>();
        words.forEach((symbols, times) -> count(symbols, times, pairs));
        while (merges.size() < count) {
            List<String> best = pairs.entrySet().stream()
                    .max(Map.Entry.<List<String>, Integer>comparingByValue()
                            .thenComparing(entry -> String.join(" ", entry.getKey())))
                    .orElseThrow()
                    .getKey();
            merges.add(best);
            vocabulary.putIfAbsent(best.get(0) + best.get(1), vocabulary.size());
            for (List<String> symbols : List.copyOf(words.keySet())) {
                if (Collections.indexOfSubList(symbols, best) >= 0) {
                    int times = words.remove(symbols);
                    count(symbols, -times, pairs);
                    List<String> merged = merged(symbols, best);
                    count(merged, times, pairs);
                    words.merge(merged, times, Integer::sum);
                }
            }
        }
    }

    private static void count(List<String> symbols, int times, Map<List<String>, Integer> pairs) {
        for (int at = 0; at + 1 < symbols.size(); at++) {
            pairs.merge(List.of(symbols.get(at), symbols.get(at + 1)), times, Integer::sum);
        }
    }

    private static List<String> merged(List<String> symbols, List<String> pair) {
        List<String> made = new ArrayList<>(symbols.size());
        for (int at = 0; at < symbols.size(); at++) {
            if (at + 1 < symbols.size() && symbols.subList(at, at + 2).equals(pair)) {
                made.add(pair.get(0) + pair.get(1));
                at++;
            } else {
                made.add(symbols.get(at));
            }
        }
        return made;
    }

    public Map<String, Integer> vocabulary() {
        return vocabulary;
    }

    public List<List<String>> merges() {
        return merges;
    }
}
