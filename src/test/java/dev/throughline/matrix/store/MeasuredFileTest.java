package dev.throughline.matrix.store;

import dev.throughline.matrix.Vote;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.matrix.store.MeasuredFile.MeasuredFileException;
import dev.throughline.text.Sha256;
import dev.throughline.verdict.Status;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MeasuredFileTest {
    private static final byte[] FILE = MeasurementFiles.file(
            MeasurementFiles.row("run-a", Origin.HERE, "opencode", Status.BROKEN),
            MeasurementFiles.row("run-b", Origin.HERE, "opencode", Status.PRESERVED));

    private static Vote vote(String run, Origin origin, String client, Status status) {
        return MeasurementFiles.measurement(run, origin, client, status).vote();
    }

    @Test
    void whatIsWrittenIsReadAsMeasuredByTheProject() {
        assertThat(MeasurementFiles.read(FILE).votes())
                .containsExactly(
                        vote("run-a", Origin.PROJECT, "opencode", Status.BROKEN),
                        vote("run-b", Origin.PROJECT, "opencode", Status.PRESERVED));
    }

    @Test
    void theDatesOfReleasesAreReadAsWritten() {
        Map<String, Map<String, Instant>> releases = Map.of(
                "opencode", Map.of("1.1.34", Instant.parse("2026-01-24T00:00:00Z")),
                "codex", Map.of("0.171.0", Instant.parse("2026-11-20T10:11:12.345Z")));
        byte[] file =
                MeasurementFiles.file(releases, MeasurementFiles.row("run-a", Origin.HERE, "opencode", Status.BROKEN));

        assertThat(MeasurementFiles.read(file).releases()).isEqualTo(releases);
        assertThat(MeasurementFiles.read(file).votes()).hasSize(1);
        assertThat(MeasurementFiles.lines(file).get(2))
                .isEqualTo("{\"type\":\"releases\",\"product\":\"codex\","
                        + "\"published\":{\"0.171.0\":\"2026-11-20T10:11:12.345Z\"}}");
    }

    @Test
    void ofTwoFilesBothHaveTheirRunsOnceAndTheLaterOneIsRight() {
        Instant wrong = Instant.parse("2026-01-01T00:00:00Z");
        Instant right = Instant.parse("2026-01-24T00:00:00Z");
        byte[] earlier = MeasurementFiles.file(
                Map.of("opencode", Map.of("1.1.34", wrong, "1.0.0", wrong)),
                MeasurementFiles.row("run-b", Origin.HERE, "opencode", Status.BROKEN),
                MeasurementFiles.row("run-c", Origin.HERE, "opencode", Status.BROKEN));
        byte[] later = MeasurementFiles.file(
                Map.of("opencode", Map.of("1.1.34", right)),
                MeasurementFiles.row("run-a", Origin.HERE, "opencode", Status.PARTIAL),
                MeasurementFiles.row("run-c", Origin.HERE, "opencode", Status.PRESERVED));

        MeasuredFile.Content merged = MeasurementFiles.read(MeasuredFile.merge(earlier, later));

        assertThat(merged.votes())
                .containsExactly(
                        vote("run-a", Origin.PROJECT, "opencode", Status.PARTIAL),
                        vote("run-b", Origin.PROJECT, "opencode", Status.BROKEN),
                        vote("run-c", Origin.PROJECT, "opencode", Status.PRESERVED));
        assertThat(merged.releases()).isEqualTo(Map.of("opencode", Map.of("1.1.34", right, "1.0.0", wrong)));
        assertThat(MeasurementFiles.lines(MeasuredFile.merge(earlier, later)))
                .containsAll(MeasurementFiles.lines(later).subList(1, 3))
                .first()
                .asString()
                .contains("\"command\":\"a test\"");
        assertThatThrownBy(() -> MeasuredFile.merge(new byte[0], later)).hasMessageContaining("line 1");
    }

    @Test
    void aDateThatIsNoneIsNamedWithItsLine() {
        String file = new String(
                MeasurementFiles.file(Map.of("codex", Map.of("0.171.0", Instant.parse("2026-11-20T10:11:12Z")))),
                StandardCharsets.UTF_8);

        assertThatThrownBy(() -> MeasurementFiles.read(
                        file.replace("2026-11-20T10:11:12Z", "yesterday").getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(MeasuredFileException.class)
                .hasMessage("line 2: expected a time such as 2026-11-21T04:00:00Z, found yesterday");
    }

    @Test
    void aLineIsNamedAsInTheApi() {
        assertThat(MeasurementFiles.lines(FILE).get(1))
                .contains("\"type\":\"measurement\"", "\"clientVersion\":\"1.1.34\"")
                .doesNotContain("cellKey", "origin");
    }

    @Test
    void aLineOfAnOlderProgramHasNoPackages() {
        String text = new String(FILE, StandardCharsets.UTF_8);
        String older = text.replace("\"sdk\":\"\",\"reasoningField\":\"\",", "");
        assertThat(older).hasSizeLessThan(text.length());
        int footer = older.indexOf("{\"type\":\"footer\"");
        String digest = Sha256.hex(older.substring(0, footer).getBytes(StandardCharsets.UTF_8));

        assertThat(MeasurementFiles.read((older.substring(0, footer) + "{\"type\":\"footer\",\"lines\":2,\"sha256\":\""
                                + digest + "\"}\n")
                        .getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(MeasurementFiles.read(FILE));
    }

    @Test
    void anEmptyFileHasNoVotes() {
        assertThat(MeasurementFiles.read(MeasurementFiles.file()).votes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "throughline-measurements-header | run-report-header | line 1: expected type",
                "\"formatVersion\":1 | \"formatVersion\":2 | line 1: expected formatVersion 1, found 2",
                "\"policy\":\"preserved\" | \"policy\":\"none\" | line 2: expected a measurement",
                "\"dialectIn\":\"openai-chat\" | \"dialectIn\":\"smoke\" | line 2: expected a measurement",
                "\"exchanges\":3, | `` | line 2: expected a measurement",
                "\"client\":\"opencode\" | \"client\":null | line 2: expected a measurement",
                "\"capabilities\":{\"THINK\" | \"capabilities\":{\"WISDOM\" | line 2: expected a measurement",
                "{\"type\":\"measurement\" | [{\"type\":\"measurement\" | line 2: expected a JSON object",
                "run-b | run-a | line 3: expected a run that no other line has, found run-a",
                "\"lines\":2 | \"lines\":3 | line 4: expected 2 as lines, found 3",
                "1.1.34 | 1.1.35 | as sha256",
            })
    void aDamagedFileNamesTheLine(String whole, String damaged, String message) {
        String text = new String(FILE, StandardCharsets.UTF_8);
        assertThat(text).contains(whole);
        byte[] file = text.replaceFirst(Pattern.quote(whole), damaged).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> MeasurementFiles.read(file))
                .isInstanceOf(MeasuredFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aCutFileIsNotWhole() {
        String text = new String(FILE, StandardCharsets.UTF_8);
        byte[] cut = text.substring(0, text.indexOf("{\"type\":\"footer\"")).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> MeasurementFiles.read(cut))
                .hasMessageContaining("line 3: expected a footer, found measurement");
    }
}
