package dev.throughline.access;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.LogContext;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Everything that is logged while a test runs, from DEBUG on; the console stays as quiet as it was.
final class CapturedLog extends Handler implements BeforeEachCallback, AfterEachCallback {
    private static final PatternFormatter FORM = new PatternFormatter("%s%e%n");

    private final StringBuffer text = new StringBuffer();
    private Level former = Level.INFO;

    String text() {
        return text.toString();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Logger root = root();
        former = root.getLevel();
        for (Handler other : root.getHandlers()) {
            other.setFilter(record -> record.getLevel().intValue() >= Level.INFO.intValue());
        }
        setLevel(Level.FINE);
        root.addHandler(this);
        root.setLevel(Level.FINE);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        root().removeHandler(this);
        for (Handler other : root().getHandlers()) {
            other.setFilter(null);
        }
        root().setLevel(former);
    }

    private static Logger root() {
        return LogContext.getLogContext().getLogger("");
    }

    @Override
    public void publish(LogRecord record) {
        text.append(FORM.format(record));
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public void close() {
        // nothing is open
    }
}
