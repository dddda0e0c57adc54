package dev.throughline.pages;

import dev.throughline.access.Scope;
import dev.throughline.testing.KeysProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What a key may see is what its pages show: its own runs and published ones, on every page, and what the API has.
@QuarkusTest
@TestProfile(KeysProfile.class)
class VisibleRunsIT {
    private static final String CLIENT = "seen-by-few";
    private static final List<String> LISTS =
            List.of("/", "/runs", "/runs?q=client:" + CLIENT, "/runs?q=hidden", "/runs?q=verdict:fail", "/live");

    private String owner = "";
    private String stranger = "";
    private String admin = "";
    private String run = "";

    @BeforeEach
    void holdsAConversationThatLosesAThought() {
        owner = PageClient.key(Scope.RUN).reveal();
        stranger = PageClient.key(Scope.RUN).reveal();
        admin = PageClient.key(Scope.ADMIN).reveal();
        run = open(owner);
        PageConversation.hold(
                PageClient.host() + "/r/" + run + "/v1", 3, number -> number == 3, "authorization", "Bearer " + owner);
        PageClient.post("/api/v1/runs/" + run + "/seal", "{}", "authorization", "Bearer " + owner);
    }

    @Test
    void aStrangerSeesNothingOfIt() {
        for (String path : ofRun()) {
            assertThat(status(path, stranger)).as(path).isEqualTo(404);
            assertThat(body(path, stranger)).as(path).doesNotContain(CLIENT);
            assertThat(status("/api/v1" + path, stranger)).as("API of " + path).isEqualTo(404);
        }
        for (String path : LISTS) {
            assertThat(body(path, stranger)).as(path).doesNotContain("/runs/" + run);
        }
        String own = open(stranger);
        assertThat(status("/runs/compare?run=" + run + "&run=" + own, stranger)).isEqualTo(404);
        assertThat(status("/runs/compare?run=" + run + "&run=" + own, admin)).isEqualTo(200);
    }

    @Test
    void itsOwnerAndAnAdministratorSeeIt() {
        for (String key : List.of(owner, admin)) {
            for (String path : ofRun()) {
                assertThat(status(path, key)).as(path).isEqualTo(200);
                assertThat(status("/api/v1" + path, key)).as("API of " + path).isEqualTo(200);
            }
            for (String path : LISTS) {
                if (!path.equals("/live")) {
                    assertThat(body(path, key)).as(path).contains("/runs/" + run);
                }
            }
        }
    }

    @Test
    void aPublishedRunIsSeenByAllAndChangedByItsOwner() {
        PageClient.post("/api/v1/runs/" + run + "/publish", "{}", "authorization", "Bearer " + owner);

        for (String path : ofRun()) {
            assertThat(status(path, stranger)).as(path).isEqualTo(200);
        }
        assertThat(body("/runs?q=client:" + CLIENT, stranger)).contains("/runs/" + run);
        assertThat(body("/runs/" + run, stranger)).doesNotContain("name=\"action\"");
        assertThat(body("/runs/" + run, owner)).contains("name=\"action\"");
    }

    @Test
    void anAdministratorSeesWithWhichKeyTrafficLostReasoning() {
        String client = "loses-by-key";
        String[] headers = {"authorization", "Bearer " + owner, "user-agent", client + "/1.0"};
        PageConversation.hold(PageClient.host() + "/stub/v1", 3, number -> number > 1, headers);
        String live = PageClient.json(
                        "/api/v1/runs?client=unknown:" + client, "application/json", "authorization", "Bearer " + owner)
                .at("/runs/0/id")
                .asText();
        PageClient.post("/api/v1/runs/" + live + "/seal", "{}", "authorization", "Bearer " + owner);

        Document all = Jsoup.parse(body("/traffic", admin));
        assertThat(all.select("h2#keys + div tr:contains(" + client + " 1.0) td[data-label=Kept]")
                        .text())
                .startsWith("0 of ");
        assertThat(Jsoup.parse(body("/traffic", owner)).select("h2#keys")).isEmpty();
    }

    private static String open(String key) {
        return PageClient.post(
                        "/api/v1/runs",
                        "{\"label\":\"hidden\",\"client\":{\"name\":\"" + CLIENT + "\",\"version\":\"1.0.0\"}}",
                        "authorization",
                        "Bearer " + key)
                .path("id")
                .textValue();
    }

    private List<String> ofRun() {
        return List.of("/runs/" + run, "/runs/" + run + "/exchanges/1", "/runs/" + run + "/exchanges/3");
    }

    private static int status(String path, String key) {
        return PageClient.page(path, "authorization", "Bearer " + key).statusCode();
    }

    private static String body(String path, String key) {
        return PageClient.page(path, "authorization", "Bearer " + key).body();
    }
}
