package dev.throughline.matrix.store;

import dev.throughline.matrix.Claim;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The curated file holds what the pages and the API may show.
class ClaimCatalogTest {
    private final List<Claim> claims = new ClaimCatalog().list();

    @Test
    void areAboutKnownProductsByProductAndNewestFirst() throws IOException {
        String schema = Files.readString(Path.of("db/V1__schema.sql"));

        assertThat(claims).hasSize(8).allSatisfy(claim -> assertThat(schema).contains("('" + claim.product() + "', '"));
        assertThat(claims).extracting(Claim::id).doesNotHaveDuplicates();
        assertThat(claims).extracting(Claim::product).isSorted();
    }

    @Test
    void sayWhatWasReportedWhereAndWhen() {
        assertThat(claims).allSatisfy(claim -> {
            assertThat(claim.text()).isNotBlank().hasSizeLessThanOrEqualTo(500);
            assertThat(claim.source()).isNotBlank().hasSizeLessThanOrEqualTo(500);
            assertThat(claim.reported()).isBeforeOrEqualTo(LocalDate.now(ZoneOffset.UTC));
            if (claim.source().contains("://")) {
                assertThat(URI.create(claim.source())).hasScheme("https").hasNoUserInfo();
            }
        });
    }

    @Test
    void thoseAboutSomeProductsLeaveOutTheOthers() {
        var catalog = new ClaimCatalog(claims);

        assertThat(catalog.about(List.of("vllm", "nothing")))
                .extracting(Claim::product)
                .containsExactly("vllm", "vllm");
    }
}
