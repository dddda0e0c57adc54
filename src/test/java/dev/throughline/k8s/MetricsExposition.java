package dev.throughline.k8s;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The names of the metrics that a service exposed to Prometheus.
/// @param metrics by name: the labels that its series have, and their values
/// @param types by the name of a family: `gauge`, `counter` or `histogram`
record MetricsExposition(Map<String, Map<String, Set<String>>> metrics, Map<String, String> types) {
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z0-9_:]+)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z0-9_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    static MetricsExposition of(String text) {
        Map<String, Map<String, Set<String>>> metrics = new TreeMap<>();
        Map<String, String> types = new TreeMap<>();
        text.lines().forEach(line -> {
            if (line.startsWith("# TYPE ")) {
                String[] words = line.split(" ");
                types.put(words[2], words[3]);
            } else if (!line.startsWith("#")) {
                add(metrics, line);
            }
        });
        return new MetricsExposition(metrics, types);
    }

    private static void add(Map<String, Map<String, Set<String>>> metrics, String line) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            throw new AssertionError("no sample of Prometheus: " + line);
        }
        Map<String, Set<String>> labels = metrics.computeIfAbsent(sample.group(1), _ -> new TreeMap<>());
        LABEL.matcher(sample.group(2) == null ? "" : sample.group(2))
                .results()
                .forEach(label -> labels.computeIfAbsent(label.group(1), _ -> new TreeSet<>())
                        .add(label.group(2)));
    }
}
