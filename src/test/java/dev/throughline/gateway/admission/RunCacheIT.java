package dev.throughline.gateway.admission;

import dev.throughline.gateway.DialectHttpClient;
import dev.throughline.gateway.RecordedRun;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.stub.Scenario;
import dev.throughline.testing.PostgresResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Requests to a run that another process has sealed, replaced or deleted since this one looked it up.
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class RunCacheIT {
    @TestHTTPResource("/")
    URI service;

    @Inject
    RecordedRun recordedRun;

    @Inject
    RunStore runStore;

    @Test
    void goesOnInTheRunThatAResetElsewherePutInItsPlace() throws Throwable {
        String run = recordedRun.run(Scenario.PLAIN);
        ask("/r/" + run);
        Run fresh = VertxContextSupport.subscribeAndAwait(() -> runStore.reset(new RunId(run)));

        HttpResponse<String> answer = ask("/r/" + run);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().allValues("x-throughline-run"))
                .containsExactly(fresh.id().value());
        assertThat(answer.headers().allValues("x-throughline-exchange")).containsExactly("1");
    }

    @Test
    void opensAFreshDefaultRunWhenTheFormerWasSealedElsewhere() throws Throwable {
        String former = ask("/stub").headers().firstValue("x-throughline-run").orElseThrow();
        recordedRun.seal(former);

        HttpResponse<String> answer = ask("/stub");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().allValues("x-throughline-run"))
                .singleElement()
                .isNotEqualTo(former);
    }

    @Test
    void refusesARunThatWasSealedElsewhere() throws Throwable {
        String run = recordedRun.run(Scenario.PLAIN);
        ask("/r/" + run);
        recordedRun.seal(run);

        assertThat(ask("/r/" + run).statusCode()).isEqualTo(409);
        assertThat(recordedRun.exchanges(run)).hasSize(1);
    }

    @Test
    void refusesARunThatWasDeletedElsewhere() throws Throwable {
        String run = recordedRun.run(Scenario.PLAIN);
        ask("/r/" + run);
        VertxContextSupport.subscribeAndAwait(() -> runStore.delete(new RunId(run)));

        assertThat(ask("/r/" + run).statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> ask(String base) throws Exception {
        return new DialectHttpClient(service).post(base + "/v1/chat/completions", DialectHttpClient.chat(false));
    }
}
