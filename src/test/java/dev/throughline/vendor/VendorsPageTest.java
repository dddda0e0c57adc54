package dev.throughline.vendor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VendorsPageTest {
    @Test
    void thePageIsThatOfTheRuleBook() throws IOException {
        assertThat(Files.readString(Path.of("src/site/markdown/reference/vendors.md")))
                .as("write it with ./throughline explain --rules")
                .isEqualTo(VendorsPage.of(RuleBook.bundled()));
    }
}
