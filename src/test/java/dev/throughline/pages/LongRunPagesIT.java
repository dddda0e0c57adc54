package dev.throughline.pages;

import dev.throughline.testing.EventLoopWatch;
import dev.throughline.testing.LargeRunRows;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages of a run whose requests give back hundreds of answers.
@QuarkusTest
class LongRunPagesIT {
    private static final int REQUESTS = 320;

    @Inject
    Vertx vertx;

    @Inject
    Pool pool;

    @Test
    void holdNoEventLoop() throws Exception {
        String run = PageClient.open("{\"label\":\"long\"}");
        PageClient.converse(run, 2, _ -> false);
        new LargeRunRows(run, REQUESTS, REQUESTS)
                .statements()
                .forEach(sql -> pool.query(sql).executeAndAwait());
        List<String> paths = List.of(
                "/runs/" + run + "?conversation=1&after=" + (REQUESTS - 40), "/runs/" + run + "/exchanges/" + REQUESTS);

        for (String path : paths) {
            assertThat(PageClient.page(path).statusCode()).as(path).isEqualTo(200);

            HttpResponse<String> page = EventLoopWatch.watched(vertx, () -> PageClient.page(path));

            assertThat(page.body()).as(path).contains(String.valueOf(REQUESTS));
        }
    }
}
