package dev.throughline.run.api;

import dev.throughline.generated.ApiClient;
import dev.throughline.generated.ApiException;
import dev.throughline.generated.api.EvidenceApi;
import dev.throughline.generated.api.RunsApi;
import dev.throughline.generated.api.ServiceApi;
import dev.throughline.generated.model.Exchange;
import dev.throughline.generated.model.ExchangeOutcome;
import dev.throughline.generated.model.NewClient;
import dev.throughline.generated.model.NewRun;
import dev.throughline.generated.model.Outcome;
import dev.throughline.generated.model.Run;
import dev.throughline.generated.model.RunPage;
import dev.throughline.generated.model.RunReport;
import dev.throughline.generated.model.RunState;
import dev.throughline.generated.model.Status;
import dev.throughline.generated.model.Verdict;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// A client that was generated from the OpenAPI document reads the API.
@QuarkusTest
class GeneratedClientIT {
    private final ApiClient client = new ApiClient();
    private final RunsApi runs;
    private final EvidenceApi evidence;

    GeneratedClientIT() {
        client.updateBaseUri(TestHttpClient.underTest().service().toString());
        runs = new RunsApi(client);
        evidence = new EvidenceApi(client);
    }

    private static ChatSession talked() {
        ChatSession chatSession = ChatSession.open("{\"label\":\"generated\",\"scenario\":\"chat\"}");
        chatSession.say("one", false);
        chatSession.say("two", false);
        return chatSession;
    }

    @Test
    void opensFindsAndSealsARun() throws ApiException {
        Run opened = runs.createRun(new NewRun()
                .label("generated client")
                .client(new NewClient().name("probe").version("1"))
                .pace("PT0.001S"));

        assertThat(opened.getState()).isEqualTo(RunState.CREATED);
        assertThat(opened.getPace()).isEqualTo("PT0.001S");
        assertThat(runs.getRun(opened.getId()).getClient().getName()).isEqualTo("probe");
        assertThat(listed(Map.of(
                                "state", "created",
                                "client", "probe",
                                "version", "1",
                                "label", "generated client",
                                "limit", 500))
                        .getRuns())
                .extracting(Run::getId)
                .contains(opened.getId());
        assertThat(runs.sealRun(opened.getId(), null).getState()).isEqualTo(RunState.SEALED);
    }

    /// Lists runs by parameters named as in the document, so that a new filter of the list changes no position.
    private RunPage listed(Map<String, Object> parameters) {
        Method list = Arrays.stream(RunsApi.class.getMethods())
                .filter(method -> method.getName().equals("listRuns"))
                .min(Comparator.comparingInt(Method::getParameterCount))
                .orElseThrow();
        List<String> names =
                Arrays.stream(list.getParameters()).map(Parameter::getName).toList();
        assertThat(names).containsAll(parameters.keySet());
        try {
            return (RunPage)
                    list.invoke(runs, names.stream().map(parameters::get).toArray());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void readsTheReport() throws ApiException {
        ChatSession chatSession = talked();

        RunReport report = runs.getReport(chatSession.id(), "json", null, null, null);

        assertThat(report.getVerdict()).isEqualTo(Verdict.FAIL);
        assertThat(report.getCapabilities().get("THINK").getStatus()).isEqualTo(Status.BROKEN);
        assertThat(report.getItems()).anyMatch(item -> item.getOutcome() == Outcome.MISSING);
        assertThat(report.getCreated()).isNotNull();
    }

    @Test
    void readsTheEvidence() throws ApiException {
        ChatSession chatSession = talked();

        List<Exchange> listed =
                evidence.listExchanges(chatSession.id(), null, 10).getExchanges();
        Exchange second = evidence.getExchange(chatSession.id(), 2, null, null);

        assertThat(listed).extracting(Exchange::getNumber).containsExactly(1, 2);
        assertThat(second.getOutcome()).isEqualTo(ExchangeOutcome.COMPLETED);
        assertThat(second.getEvidence().getObservations()).isNotEmpty();
    }

    @Test
    void receivesAProblemInItsWords() {
        ApiException refused = catchThrowableOfType(ApiException.class, () -> runs.getRun("no-such-run"));

        assertThat(refused.getCode()).isEqualTo(404);
        assertThat(refused.getResponseBody()).contains("urn:throughline:problem:unknown-run");
    }

    @Test
    void readsTheStateOfTheService() throws ApiException {
        assertThat(new ServiceApi(client).getHealth().getStatus()).isEqualTo("UP");
    }
}
