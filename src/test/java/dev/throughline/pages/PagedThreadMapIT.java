package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The thread maps of long runs, over all of their pages.
@QuarkusTest
class PagedThreadMapIT {
    private static final Pattern CONVERSATION = Pattern.compile("href=\"(/runs/[a-z0-9]+\\?conversation=\\d+)#map\"");
    private static final Pattern LATER = Pattern.compile("href=\"([^\"]+)#map\">(?:Later requests|Rows below)</a>");
    private static final Pattern COUNT = Pattern.compile("</span> [a-z ]+: (\\d+)</span>");

    @ParameterizedTest
    @ValueSource(longs = {11, 12})
    void allPagesTogetherShowWhatTheApiHas(long seed) {
        var random = new Random(seed);
        String run = PageClient.open("{\"label\":\"paged " + seed + "\"}");
        PageClient.converse(run, 46 + random.nextInt(4), _ -> random.nextInt(4) == 0);
        PageClient.converse(run, 2 + random.nextInt(4), _ -> random.nextInt(2) == 0);

        Map<Integer, Integer> drawn = new TreeMap<>();
        var open = new TreeSet<>(List.of("/runs/" + run));
        var seen = new TreeSet<String>();
        var marks = new HashSet<DrawnMark>();
        while (!open.isEmpty()) {
            String path = open.pollFirst();
            String page = PageClient.page(path).body();
            seen.add(path);
            links(page).stream().filter(link -> !seen.contains(link)).forEach(open::add);
            marks.addAll(DrawnMark.of(page));
        }
        marks.forEach(mark -> drawn.merge(mark.request(), 1, Integer::sum));

        assertThat(seen).as("pages").hasSizeGreaterThan(3);
        assertThat(drawn).isEqualTo(recorded(run));
    }

    @Test
    void theNumbersBesideAMapCountItsObservations() {
        var random = new Random(13);
        String run = PageClient.open("{\"label\":\"counted\"}");
        PageClient.converse(run, 9, _ -> random.nextInt(3) == 0);
        String page = PageClient.page("/runs/" + run).body();
        JsonNode report = PageClient.json("/api/v1/runs/" + run + "/report?format=json");

        int counted = COUNT.matcher(page)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .sum();
        assertThat(counted).isEqualTo(DrawnMark.of(page).size());
        report.path("capabilities")
                .properties()
                .forEach(capability -> assertThat(page)
                        .contains(">" + capability.getValue().path("exact").asInt() + " / "
                                + capability.getValue().path("due").asInt() + "<"));
    }

    @Test
    void aRunOfManyConversationsOffersThoseAroundTheCurrentOne() {
        String run = PageClient.open("{\"label\":\"many\"}");
        for (int i = 0; i < 40; i++) {
            PageClient.converse(run, 1, _ -> false);
        }

        String page = PageClient.page("/runs/" + run + "?conversation=20").body();

        assertThat(page).contains("of 40</span>", "conversation=1#map", "conversation=40#map", "conversation=35#map");
        assertThat(page).doesNotContain("conversation=36#map", "conversation=4#map");
    }

    private static List<String> links(String page) {
        List<String> links = CONVERSATION
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toList());
        LATER.matcher(page)
                .results()
                .map(found -> found.group(1).replace("&amp;", "&"))
                .forEach(links::add);
        return links;
    }

    /// The number of observations of each request that has any.
    private static Map<Integer, Integer> recorded(String run) {
        Map<Integer, Integer> counts = new TreeMap<>();
        int exchanges = PageClient.json("/api/v1/runs/" + run).path("exchanges").asInt();
        for (int number = 1; number <= exchanges; number++) {
            int observations = PageClient.json("/api/v1/runs/" + run + "/exchanges/" + number)
                    .at("/evidence/observations")
                    .size();
            if (observations > 0) {
                counts.put(number, observations);
            }
        }
        return counts;
    }
}
