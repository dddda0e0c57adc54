package dev.throughline.pages;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What all pages of a run's thread maps show, found by following their links.
///
/// @param pages addresses
/// @param observations number of marks of each request that has any
/// @param requests number of the run's exchanges
record DrawnRun(Set<String> pages, Map<Integer, Integer> observations, int requests) {
    private static final Pattern CONVERSATION = Pattern.compile("href=\"(/runs/[a-z0-9]+\\?conversation=\\d+)#map\"");
    private static final Pattern LATER = Pattern.compile("href=\"([^\"]+)#map\">(?:Later requests|Rows below)</a>");

    static DrawnRun of(String run) {
        Map<Integer, Integer> drawn = new TreeMap<>();
        var open = new TreeSet<>(List.of("/runs/" + run));
        var seen = new TreeSet<String>();
        // The first page shows a conversation that has an address of its own.
        var marks = new HashSet<DrawnMark>();
        while (!open.isEmpty()) {
            String path = open.pollFirst();
            String page = PageClient.page(path).body();
            seen.add(path);
            links(page).filter(link -> !seen.contains(link)).forEach(open::add);
            marks.addAll(DrawnMark.of(page));
        }
        marks.forEach(mark -> drawn.merge(mark.request(), 1, Integer::sum));
        int exchanges = PageClient.json("/api/v1/runs/" + run).path("exchanges").asInt();
        return new DrawnRun(seen, drawn, exchanges);
    }

    private static Stream<String> links(String page) {
        return Stream.concat(
                CONVERSATION.matcher(page).results().map(found -> found.group(1)),
                LATER.matcher(page).results().map(found -> found.group(1).replace("&amp;", "&")));
    }
}
