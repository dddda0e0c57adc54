package dev.throughline.export;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CsvTableTest {

    private static String written(String... cells) {
        var table = new CsvTable(List.of(cells).stream().map(_ -> "c").toList());
        String file = new String(table.row(List.of(cells)).bytes(), StandardCharsets.UTF_8);
        return file.substring(file.indexOf("\r\n") + 2);
    }

    @Test
    void writesAHeaderAndRowsThatEndWithCrLf() {
        byte[] file = new CsvTable(List.of("name", "count"))
                .row(List.of("\u00e9", "1"))
                .row(List.of("", "2"))
                .bytes();

        assertThat(file).asString(StandardCharsets.UTF_8).isEqualTo("name,count\r\n\u00e9,1\r\n,2\r\n");
    }

    @Test
    void quotesWhatWouldBreakARow() {
        assertThat(written("a,b", "say \"x\"", "one\r\ntwo")).isEqualTo("\"a,b\",\"say \"\"x\"\"\",\"one\r\ntwo\"\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "\uff1d1", "=HYPERLINK(\"http://x\",\"y\")"})
    void putsAnApostropheBeforeWhatASpreadsheetWouldCompute(String cell) {
        assertThat(written(cell)).startsWith("\"'" + cell.charAt(0));
    }

    @Test
    void leavesTextAloneThatHoldsSuchSignsLater() {
        assertThat(written("a=b", "1-2", "x@y")).isEqualTo("a=b,1-2,x@y\r\n");
    }

    @Test
    void replacesWhatNoFileMayHold() {
        assertThat(written("a\u0000b\ud800c\u001b[2J")).isEqualTo("a\ufffdb\ufffdc\ufffd[2J\r\n");
    }

    @Test
    void refusesARowOfAnotherWidth() {
        var table = new CsvTable(List.of("a", "b"));

        assertThatThrownBy(() -> table.row(List.of("1"))).hasMessageContaining("2 cells");
    }
}
