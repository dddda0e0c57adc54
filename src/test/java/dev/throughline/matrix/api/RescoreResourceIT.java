package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.CommandRunner;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class RescoreResourceIT {
    private static final String PATH = "/api/v1/matrix/rescore";

    @Inject
    Pool pool;

    @AfterEach
    void release() {
        pool.query("DELETE FROM rescore_lease").execute().await().atMost(Duration.ofSeconds(10));
    }

    @Test
    void ofManyAtOnceOneProceedsAndTheOthersAreRefusedAtOnce() {
        String first = TestHttpClient.underTest()
                .post(PATH + "?dryRun=true&limit=10&rescoring=first", "")
                .json()
                .path("next")
                .asText();

        List<Integer> others = IntStream.range(0, 16)
                .mapToObj(other -> CompletableFuture.supplyAsync(
                        () -> TestHttpClient.underTest()
                                .post(PATH + "?dryRun=true&rescoring=other-" + other, "")
                                .status(),
                        work -> Thread.ofVirtual().start(work)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        TestHttpClient.Answer nameless = TestHttpClient.underTest().post(PATH + "?dryRun=true", "");
        TestHttpClient.Answer next =
                TestHttpClient.underTest().post(PATH + "?dryRun=true&rescoring=first&limit=10&cursor=" + first, "");

        assertThat(others).hasSize(16).containsOnly(409);
        assertThat(nameless.status()).isEqualTo(409);
        assertThat(nameless.json().path("detail").asText())
                .contains("Another rescoring is running since", "has scored", "only one can run at a time");
        assertThat(next.status()).as(next.body()).isEqualTo(200);
    }

    @Test
    void theCommandReportsThatAnotherIsInProgress() {
        TestHttpClient.underTest().post(PATH + "?dryRun=true&limit=10&rescoring=first", "");

        CommandRunner.Outcome outcome = CommandRunner.run("matrix rescore --dry-run --server "
                + TestHttpClient.underTest().service());

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.text()).contains("Another rescoring is running since");
    }

    @Test
    void aRescoringThatIsGoneIsFollowedByAnother() {
        TestHttpClient.underTest().post(PATH + "?dryRun=true&limit=10&rescoring=gone", "");
        pool.query("UPDATE rescore_lease SET renewed = now() - interval '61 seconds'")
                .execute()
                .await()
                .atMost(Duration.ofSeconds(10));

        assertThat(TestHttpClient.underTest()
                        .post(PATH + "?dryRun=true&rescoring=next", "")
                        .status())
                .isEqualTo(200);
        assertThat(TestHttpClient.underTest()
                        .post(PATH + "?dryRun=true&rescoring=gone", "")
                        .status())
                .isEqualTo(409);
    }

    @Test
    void theLastBatchGivesTheLeaseBack() {
        CommandRunner.run("matrix rescore --dry-run --server "
                + TestHttpClient.underTest().service());

        assertThat(TestHttpClient.underTest().post(PATH + "?dryRun=true", "").status())
                .isEqualTo(200);
        assertThat(TestHttpClient.underTest().post(PATH + "?dryRun=true", "").status())
                .isEqualTo(200);
    }

    @Test
    void aBatchSaysWhereTheNextBegins() {
        JsonNode first =
                TestHttpClient.underTest().post(PATH + "?dryRun=true", "").json();

        TestHttpClient.Answer second = TestHttpClient.underTest()
                .post(PATH + "?dryRun=true&cursor=" + first.path("next").asText(), "");

        assertThat(first.path("next").asText()).isNotEmpty();
        assertThat(second.status()).as(second.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "cursor=x,cursor",
        "limit=9,limit",
        "limit=501,limit",
        "dryRun=perhaps,dryRun",
        "rescoring=a%20b,rescoring"
    })
    void aWrongParameterIsNamed(String query, String parameter) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH + "?" + query, "");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("parameter").asText()).isEqualTo(parameter);
    }

    @Test
    void theCommandGoesThroughAllBatchesAndCounts() {
        CommandRunner.Outcome outcome = CommandRunner.run("matrix rescore --dry-run --server "
                + TestHttpClient.underTest().service());

        assertThat(outcome.code()).as(outcome.text()).isZero();
        assertThat(outcome.text()).contains("continues here", "runs rescored", "Dry run: nothing was written.");
    }

    @Test
    void theCommandNamesWhatIsWrong() {
        CommandRunner.Outcome outcome = CommandRunner.run("matrix rescore --batch 1 --server "
                + TestHttpClient.underTest().service());

        assertThat(outcome.code()).isEqualTo(64);
        assertThat(outcome.text()).contains("10 to 500");
    }
}
