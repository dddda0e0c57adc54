package dev.throughline.telemetry;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.logging.Level;
import org.jboss.logmanager.ExtLogRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ConsoleFilterTest {
    private static final String EVENT_STREAMS = "org.jboss.resteasy.reactive.server.handlers.PublisherResponseHandler";

    private final ConsoleFilter filter = new ConsoleFilter();

    @Test
    void aReaderWhoLeftAnEventStreamIsNotShown() {
        assertThat(filter.isLoggable(entry(EVENT_STREAMS, new ClosedChannelException())))
                .isFalse();
        assertThat(filter.isLoggable(entry(EVENT_STREAMS, new IOException("Broken pipe"))))
                .isFalse();
    }

    @Test
    void aFailureOfAnEventStreamIsShown() {
        assertThat(filter.isLoggable(entry(EVENT_STREAMS, new IllegalStateException("no row"))))
                .isTrue();
        assertThat(filter.isLoggable(entry(EVENT_STREAMS, null))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"dev.throughline.backend", "io.vertx.core", "''"})
    void aConnectionThatBreaksElsewhereIsShown(String logger) {
        assertThat(filter.isLoggable(entry(logger, new IOException("Broken pipe"))))
                .isTrue();
    }

    @Test
    void whatIsShownHasNoControlCharacters() {
        ExtLogRecord entry = entry("io.vertx.core", null);
        entry.setMessage("a\u001b[31m");

        assertThat(filter.isLoggable(entry)).isTrue();
        assertThat(entry.getMessage()).isEqualTo("a\\x1b[31m");
    }

    private static ExtLogRecord entry(String logger, @Nullable Throwable thrown) {
        var entry = new ExtLogRecord(Level.SEVERE, "failed", ConsoleFilterTest.class.getName());
        entry.setLoggerName(logger);
        entry.setThrown(thrown);
        return entry;
    }
}
