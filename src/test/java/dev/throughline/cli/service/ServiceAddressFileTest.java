package dev.throughline.cli.service;

import dev.throughline.cli.service.ServiceAddressFile.Publication;
import dev.throughline.text.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceAddressFileTest {
    private static final URI ADDRESS = URI.create("http://127.0.0.1:4711");

    @TempDir
    private Path folder;

    private Map<String, String> environment = Map.of();

    @BeforeEach
    void useTheFolder() {
        environment = Map.of("THROUGHLINE_DATA_DIR", folder.toString());
    }

    @Test
    void findsAServiceWhileItRunsAndNotAfterwards() {
        try (var _ = ServiceAddressFile.publish(environment, ADDRESS, true)) {
            assertThat(ServiceAddressFile.find(environment)).hasValueSatisfying(found -> {
                assertThat(found.address()).isEqualTo(ADDRESS);
                assertThat(found.needsKey()).isTrue();
            });
        }
        assertThat(ServiceAddressFile.find(environment)).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void findsNothingOnAnotherDatabase() {
        Map<String, String> external =
                Map.of("THROUGHLINE_DATABASE_URL", "postgresql://u:p@db/x", "XDG_DATA_HOME", folder.toString());

        try (var _ = ServiceAddressFile.publish(external, ADDRESS, false)) {
            assertThat(ServiceAddressFile.find(external)).isPresent();
            assertThat(ServiceAddressFile.find(environment)).isEmpty();
            assertThat(ServiceAddressFile.find(Map.of(
                            "THROUGHLINE_DATABASE_URL", "postgresql://u:p@db/y", "XDG_DATA_HOME", folder.toString())))
                    .isEmpty();
        }
    }

    @Test
    void namesNoPassword() throws IOException {
        Map<String, String> external =
                Map.of("THROUGHLINE_DATABASE_URL", "postgresql://u:s3cret@db/x", "XDG_DATA_HOME", folder.toString());

        try (var _ = ServiceAddressFile.publish(external, ADDRESS, false);
                var files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile))
                    .singleElement()
                    .satisfies(file -> assertThat(Files.readString(file)).doesNotContain("s3cret"));
        }
    }

    @Test
    void ignoresAProcessThatHasEndedThoughItsIdIsInUseAgain() throws IOException {
        write(new Publication(ProcessHandle.current().pid(), Instant.EPOCH.plusSeconds(1), ADDRESS, false));

        assertThat(ServiceAddressFile.find(environment)).isEmpty();
    }

    @Test
    void ignoresAFileThatIsCutOff() throws IOException {
        Files.writeString(folder.resolve("service.json"), "{\"pid\": 12");

        assertThat(ServiceAddressFile.find(environment)).isEmpty();
    }

    @Test
    void leavesTheFileOfALaterService() throws IOException {
        var later = new Publication(1, Instant.EPOCH.plusSeconds(1), ADDRESS, false);
        try (var _ = ServiceAddressFile.publish(environment, ADDRESS, false)) {
            write(later);
        }

        assertThat(folder.resolve("service.json")).exists();
    }

    @Test
    void aServiceStartsWhereNothingCanBeWritten() throws IOException {
        Map<String, String> file = Map.of(
                "THROUGHLINE_DATA_DIR",
                Files.writeString(folder.resolve("file"), "").toString());

        try (var _ = ServiceAddressFile.publish(file, ADDRESS, false)) {
            assertThat(ServiceAddressFile.find(file)).isEmpty();
        }
    }

    private void write(Publication publication) throws IOException {
        Files.write(folder.resolve("service.json"), Json.RECORDS.writeValueAsBytes(publication));
    }
}
