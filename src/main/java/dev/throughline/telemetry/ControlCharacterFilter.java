package dev.throughline.telemetry;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import org.jboss.logmanager.ExtFormatter;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;

/// Writes control characters of log messages and stack traces as `\x1b`, so that text from a client or a
/// backend cannot control a terminal. Line feeds are kept, since our messages may have several lines. The
/// request log is excepted: its colors are ours and its texts are already checked.
final class ControlCharacterFilter implements Filter {
    private static final String REQUESTS = "throughline";
    private static final ExtFormatter MESSAGE = new PatternFormatter("%s");

    @Override
    public boolean isLoggable(LogRecord entry) {
        if (entry instanceof ExtLogRecord logged && !REQUESTS.equals(logged.getLoggerName())) {
            escape(logged);
        }
        return true;
    }

    private static void escape(ExtLogRecord logged) {
        String message = MESSAGE.format(logged);
        Throwable thrown = logged.getThrown();
        String trace = thrown == null || isClean(thrown) ? "" : trace(thrown);
        if (trace.isEmpty() && isClean(message)) {
            return;
        }
        String whole = trace.isEmpty() ? message : message + ": " + trace;
        logged.setMessage(escaped(whole, !trace.isEmpty()), ExtLogRecord.FormatStyle.NO_FORMAT);
        logged.setParameters(null);
        if (!trace.isEmpty()) {
            logged.setThrown(null);
        }
    }

    private static boolean isClean(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && !isClean(cause.getMessage())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isClean(String text) {
        return text == null || text.chars().noneMatch(unit -> isControl(unit) && unit != '\n');
    }

    private static boolean isControl(int unit) {
        return unit < 0x20 && unit != '\t' || unit >= 0x7F && unit < 0xA0;
    }

    private static String trace(Throwable thrown) {
        var text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    private static String escaped(String text, boolean hasTrace) {
        var out = new StringBuilder(text.length() + 16);
        text.chars().forEach(unit -> {
            if (isControl(unit) && !(hasTrace && unit == '\n')) {
                out.append(String.format("\\x%02x", unit));
            } else {
                out.append((char) unit);
            }
        });
        return out.toString();
    }
}
