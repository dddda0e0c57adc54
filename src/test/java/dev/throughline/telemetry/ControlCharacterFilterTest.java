package dev.throughline.telemetry;

import java.util.logging.Level;
import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ControlCharacterFilterTest {
    private final ControlCharacterFilter filter = new ControlCharacterFilter();

    @Test
    void controlCharactersOfAMessageAndItsParametersAreEscaped() {
        ExtLogRecord entry = entry("backend said %s\r\n12:00:00 ERROR forged", "a\u001b[31mb\u0000\u009bc");

        assertThat(filter.isLoggable(entry)).isTrue();
        assertThat(entry.getMessage()).isEqualTo("backend said a\\x1b[31mb\\x00\\x9bc\\x0d\\x0a12:00:00 ERROR forged");
    }

    @Test
    void controlCharactersOfAStackTraceAreEscaped() {
        ExtLogRecord entry = entry("failed", "");
        entry.setThrown(new IllegalStateException(
                "outer", new IllegalArgumentException("invalid version format: \u001b[2JHTTP")));

        filter.isLoggable(entry);

        assertThat(entry.getThrown()).isNull();
        assertThat(entry.getMessage())
                .contains("failed", "invalid version format: \\x1b[2JHTTP", "\n\tat ", "Caused by:")
                .doesNotContain("\u001b");
    }

    @Test
    void aCleanRecordStaysAsItIs() {
        var cause = new IllegalStateException("nothing special: ä € {} %s");
        ExtLogRecord entry = entry("text %s", "with\ttab ä");
        entry.setThrown(cause);

        filter.isLoggable(entry);

        assertThat(entry.getMessage()).isEqualTo("text %s");
        assertThat(entry.getThrown()).isSameAs(cause);
    }

    @Test
    void colorsOfTheLineOfARequestStay() {
        ExtLogRecord entry = entry("\u001b[32m200\u001b[0m", "");
        entry.setLoggerName("throughline");

        filter.isLoggable(entry);

        assertThat(entry.getMessage()).contains("\u001b[32m");
    }

    private static ExtLogRecord entry(String format, String parameter) {
        var entry = new ExtLogRecord(
                Level.INFO, format, ExtLogRecord.FormatStyle.PRINTF, ControlCharacterFilterTest.class.getName());
        entry.setLoggerName("io.vertx");
        entry.setParameters(new Object[] {parameter});
        return entry;
    }
}
