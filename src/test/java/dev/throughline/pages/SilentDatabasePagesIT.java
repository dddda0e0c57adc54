package dev.throughline.pages;

import dev.throughline.pages.PageScreens.Screen;
import dev.throughline.testing.CuttablePostgres;
import dev.throughline.testing.ScarceProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Pages and their forms while the database keeps its connections open and answers nothing, as one whose processes are
/// stopped.
@QuarkusTest
@TestProfile(ScarceProfile.class)
class SilentDatabasePagesIT {
    private static final Duration MOST = Duration.ofSeconds(5);
    private static final String CAUSE = "The database has not answered";

    CuttablePostgres database;

    @AfterEach
    void mend() {
        database.mend();
    }

    @Test
    void everyPageSaysWithinFiveSecondsWhatIsWrong() throws Exception {
        List<Screen> screens = PageScreens.all();
        database.silence();

        Map<String, Answer> answers = new TreeMap<>();
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, Future<Answer>> open = new TreeMap<>();
            screens.forEach(screen ->
                    open.put(screen.name(), readers.submit(() -> answer(() -> PageClient.page(screen.path())))));
            for (Map.Entry<String, Future<Answer>> one : open.entrySet()) {
                answers.put(one.getKey(), one.getValue().get());
            }
        }

        assertThat(answers).allSatisfy((_, answer) -> {
            assertThat(answer.time()).isLessThan(MOST);
            assertThat(answer.status()).isIn(200, 503);
            assertThat(answer.body()).contains(answer.status() == 503 ? CAUSE : "<h1");
        });
        assertThat(answers.values())
                .filteredOn(answer -> answer.status() == 503)
                .hasSizeGreaterThan(15);
    }

    @Test
    void aFormSaysWithinFiveSecondsWhatIsWrong() throws Exception {
        String run = PageClient.open("{}");
        String cookie = PageClient.page("/runs/" + run)
                .headers()
                .firstValue("set-cookie")
                .orElseThrow()
                .replaceFirst(";.*", "");
        String token = cookie.substring(cookie.indexOf('=') + 1);
        database.silence();

        Answer answer = answer(() -> PageClient.submit("/runs/" + run, cookie, "action", "seal", "token", token));

        assertThat(answer.time()).isLessThan(MOST);
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).contains(CAUSE);
    }

    private static Answer answer(Callable<HttpResponse<String>> request) throws Exception {
        long began = System.nanoTime();
        HttpResponse<String> response = request.call();
        return new Answer(response.statusCode(), response.body(), Duration.ofNanos(System.nanoTime() - began));
    }

    private record Answer(int status, String body, Duration time) {}
}
