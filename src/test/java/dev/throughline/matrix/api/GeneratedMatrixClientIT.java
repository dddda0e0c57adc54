package dev.throughline.matrix.api;

import dev.throughline.generated.ApiClient;
import dev.throughline.generated.ApiException;
import dev.throughline.generated.api.MatrixApi;
import dev.throughline.generated.model.Capability;
import dev.throughline.generated.model.Cell;
import dev.throughline.generated.model.MatrixPage;
import dev.throughline.generated.model.Product;
import dev.throughline.generated.model.SeenLatest;
import dev.throughline.generated.model.Status;
import dev.throughline.generated.model.UseAnswer;
import dev.throughline.generated.model.VersionBoundary;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// A client that was generated from the OpenAPI document reads the matrix.
@QuarkusTest
class GeneratedMatrixClientIT {
    private static final String CLIENT = "generated-reads";

    @Inject
    MatrixRows rows;

    private final MatrixApi matrix = new MatrixApi(client());

    private static ApiClient client() {
        var client = new ApiClient();
        client.updateBaseUri(TestHttpClient.underTest().service().toString());
        return client;
    }

    private MatrixPage page(String cursor, int limit) throws ApiException {
        return matrix.listMatrix(
                null, null, cursor, limit, null, null, null, null, "THINK", CLIENT, null, null, null, null, null, null,
                null, null, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    private void measured() {
        rows.cell(CLIENT, "1.1.34", "THINK", "BROKEN");
        rows.cell(CLIENT, "1.1.53", "THINK", "PRESERVED");
    }

    @Test
    void readsCellsPageByPage() throws ApiException {
        measured();

        MatrixPage first = page(null, 1);
        MatrixPage second = page(first.getNext(), 1);

        Cell newest = first.getCells().getFirst();
        assertThat(newest.getClient().getVersion()).isEqualTo("1.1.53");
        assertThat(newest.getCapability()).isEqualTo(Capability.THINK);
        assertThat(newest.getStatus()).isEqualTo(Status.PRESERVED);
        assertThat(newest.getLastMeasured()).isNotNull();
        assertThat(second.getCells()).extracting(Cell::getStatus).containsExactly(Status.BROKEN);
        assertThat(second.getNext()).isNull();
    }

    @Test
    void readsRangesAndAnswers() throws ApiException {
        measured();

        UseAnswer answer =
                matrix.canIUse(CLIENT + "@1.1.34", null, null, null, null, null, null, null, null, null, null);

        assertThat(answer.getAnswer()).isFalse();
        assertThat(matrix.listRanges(
                                null, null, null, "THINK", CLIENT, null, null, null, null, null, null, null, null, null,
                                null, null, null, null, null, null, null, null, null, null, null, null)
                        .getTracks())
                .flatExtracting(track -> track.getBoundaries())
                .extracting(VersionBoundary::getWords)
                .containsExactly("between 1.1.34 and 1.1.53");
    }

    @Test
    void tellsOfALatestVersionAndReadsProducts() throws ApiException {
        measured();

        Product product = matrix.sawLatest(CLIENT, new SeenLatest().version("2.0.0"));

        assertThat(product.getLatest()).isEqualTo("2.0.0");
        assertThat(matrix.listProducts("client", null).getProducts())
                .extracting(Product::getId)
                .contains(CLIENT);
        ApiException refused =
                catchThrowableOfType(ApiException.class, () -> matrix.getProduct("generated-raeds", null));
        assertThat(refused.getCode()).isEqualTo(404);
        assertThat(refused.getResponseBody()).contains(CLIENT);
    }
}
