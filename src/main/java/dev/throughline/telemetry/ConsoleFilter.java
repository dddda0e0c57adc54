package dev.throughline.telemetry;

import io.quarkus.logging.LoggingFilter;
import java.io.IOException;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import org.jboss.logmanager.ExtLogRecord;

/// Decides which log records the console shows: everything, with its control characters escaped, but for an event
/// stream whose reader left. A browser that closes a page which follows a run is no error of the service.
@LoggingFilter(name = "console")
public final class ConsoleFilter implements Filter {
    private static final String EVENT_STREAMS = "org.jboss.resteasy.reactive.server.handlers.PublisherResponseHandler";

    private final Filter controlCharacters = new ControlCharacterFilter();

    @Override
    public boolean isLoggable(LogRecord entry) {
        return !isReaderGone(entry) && controlCharacters.isLoggable(entry);
    }

    private static boolean isReaderGone(LogRecord entry) {
        return entry instanceof ExtLogRecord logged
                && EVENT_STREAMS.equals(logged.getLoggerName())
                && logged.getThrown() instanceof IOException;
    }
}
