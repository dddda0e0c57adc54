package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.Commands;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class RescoreResourceTest {
    private static final String PATH = "/api/v1/matrix/rescore";

    @Test
    void aBatchSaysWhereTheNextBegins() {
        JsonNode first = Web.post(PATH + "?dryRun=true", "").json();

        Web.Answer second =
                Web.post(PATH + "?dryRun=true&cursor=" + first.path("next").asText(), "");

        assertThat(first.path("next").asText()).isNotEmpty();
        assertThat(second.status()).as(second.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"cursor=x,cursor", "limit=9,limit", "limit=501,limit", "dryRun=perhaps,dryRun"})
    void aWrongParameterIsNamed(String query, String parameter) {
        Web.Answer answer = Web.post(PATH + "?" + query, "");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("parameter").asText()).isEqualTo(parameter);
    }

    @Test
    void theCommandGoesThroughAllBatchesAndCounts() {
        Commands.Outcome outcome = Commands.run("matrix rescore --dry-run --server " + Web.service());

        assertThat(outcome.code()).as(outcome.text()).isZero();
        assertThat(outcome.text()).contains("goes on here", "runs scored again", "A dry run: nothing was written.");
    }

    @Test
    void theCommandNamesWhatIsWrong() {
        Commands.Outcome outcome = Commands.run("matrix rescore --batch 1 --server " + Web.service());

        assertThat(outcome.code()).isEqualTo(64);
        assertThat(outcome.text()).contains("10 to 500");
    }
}
