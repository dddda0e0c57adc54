package dev.throughline.run.report;

import dev.throughline.run.report.ProxyTally.RequestPreservation;
import dev.throughline.trace.Preservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Writes the lines of a report about what a proxy did.
final class ProxyText {
    private ProxyText() {}

    static List<String> lines(ProxyTally proxy) {
        List<String> lines = new ArrayList<>();
        lines.add("  Requests   " + requests(proxy.preservation()));
        proxy.preservation().stream()
                .filter(one -> !one.state().equals(Preservation.State.EXACT.word()))
                .forEach(one -> lines.add(
                        "    request " + one.exchange() + ": reasoning " + one.state() + ", " + turns(one.turns())));
        lines.add("  Repairs    " + repairs(proxy.repairs()));
        lines.add("  Anomalies  " + anomalies(proxy.anomalies()));
        return lines;
    }

    private static String requests(List<RequestPreservation> requests) {
        return requests.isEmpty()
                ? "none had to carry reasoning"
                : counts(requests.stream()
                        .collect(Collectors.groupingBy(
                                RequestPreservation::state, TreeMap::new, Collectors.counting())));
    }

    private static String turns(List<Integer> turns) {
        String all = turns.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return (turns.size() == 1 ? "turn " : "turns ") + all;
    }

    private static String repairs(ProxyTally.RepairTally repairs) {
        return repairs.count() == 0
                ? "none"
                : ReportWording.count(repairs.blocks(), "block") + " in "
                        + ReportWording.count(repairs.count(), "message") + " (" + counts(repairs.by()) + ")";
    }

    private static String anomalies(Map<String, Long> anomalies) {
        return anomalies.isEmpty() ? "none" : counts(anomalies);
    }

    private static String counts(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }
}
