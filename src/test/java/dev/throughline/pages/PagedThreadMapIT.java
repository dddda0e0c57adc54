package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.Thoroughness;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The thread maps of long runs, over all of their pages.
@Expensive(49)
@QuarkusTest
class PagedThreadMapIT {
    /// Beside one of 200 requests, twenty requests each.
    private static final int CONVERSATIONS = Thoroughness.tries(90, 20);

    private static final Pattern COUNT = Pattern.compile("</span> [a-z ]+: (\\d+)</span>");

    @ParameterizedTest
    @ValueSource(longs = {11, 12})
    void allPagesTogetherShowWhatTheApiHas(long seed) {
        var random = new Random(seed);
        String run = PageClient.open("{\"label\":\"paged " + seed + "\"}");
        PageClient.converse(run, 46 + random.nextInt(4), _ -> random.nextInt(4) == 0);
        PageClient.converse(run, 2 + random.nextInt(4), _ -> random.nextInt(2) == 0);

        DrawnRun drawn = DrawnRun.of(run);

        assertThat(drawn.pages()).as("pages").hasSizeGreaterThan(3);
        assertThat(drawn.observations()).isEqualTo(recorded(run, IntStream.rangeClosed(1, drawn.requests())));
    }

    @Test
    void aRunOfManyHundredRequestsShowsEachObservation() throws Exception {
        var random = new Random(14);
        String run = PageClient.open("{\"label\":\"many hundred\",\"maxRequests\":20000}");
        holdAtOnce(run, random.nextLong());

        DrawnRun drawn = DrawnRun.of(run);

        assertThat(drawn.requests()).isEqualTo(200 + 20 * CONVERSATIONS);
        int[] some = random.ints(200, 1, drawn.requests() + 1).distinct().toArray();
        Map<Integer, Integer> recorded = recorded(run, IntStream.of(some));
        assertThat(recorded).hasSizeGreaterThan(some.length * 3 / 4);
        for (int number : some) {
            assertThat(drawn.observations().getOrDefault(number, 0))
                    .as("request %d", number)
                    .isEqualTo(recorded.getOrDefault(number, 0));
        }
    }

    /// The conversations, four at a time; each request drops the reasoning of all earlier answers with a probability
    /// of 1 / 4.
    private static void holdAtOnce(String run, long seed) throws Exception {
        List<Callable<Void>> conversations = new ArrayList<>();
        for (int i = 0; i <= CONVERSATIONS; i++) {
            var random = new Random(seed + i);
            int requests = i == 0 ? 200 : 20;
            conversations.add(() -> {
                PageClient.converse(run, requests, _ -> random.nextInt(4) == 0);
                return null;
            });
        }
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (Future<Void> held : threads.invokeAll(conversations)) {
                held.get();
            }
        }
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

    /// The number of observations of each of these requests that has any, as the API has them.
    private static Map<Integer, Integer> recorded(String run, IntStream requests) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (int number : requests.toArray()) {
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
