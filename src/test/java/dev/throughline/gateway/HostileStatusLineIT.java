package dev.throughline.gateway;

import dev.throughline.telemetry.ConsoleFilter;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logmanager.LogContext;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A backend whose status line contains terminal control sequences.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class HostileStatusLineIT {
    private static final String MARK = "\u001b[2J\u0007forged\u009b1A";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    private final Console console = new Console();
    private Level former = Level.INFO;

    @BeforeEach
    void listen() {
        former = root().getLevel();
        root().addHandler(console);
        root().setLevel(Level.FINE);
    }

    @AfterEach
    void stop() {
        root().setLevel(former);
        root().removeHandler(console);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 500 " + MARK,
                "HTTP/1.1 200 " + MARK,
                "HTTP/1.1 " + MARK + " 200 OK",
                MARK + "HTTP/1.1 200 OK",
                "HTTP/9." + MARK + " 200 OK"
            })
    void reachesNeitherTheLogNorTheClient(String statusLine) throws Exception {
        assertThat(ConfigProvider.getConfig().getValue("quarkus.log.console.filter", String.class))
                .as("the filter that the console has")
                .isEqualTo("console");
        String model = backend.model((_, socket) -> socket.raw(
                        statusLine + "\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}")
                .close());
        ProxiedRun run = ProxiedRun.open(service, "plain");

        for (boolean isStream : new boolean[] {false, true}) {
            HttpResponse<String> answer =
                    isStream ? run.stream(ProxiedRun.CHAT, model) : run.whole(ProxiedRun.CHAT, model);

            assertThat(answer.body()).doesNotContain("\u001b", "\u0007", "\u009b");
            assertThat(answer.headers().toString()).doesNotContain("forged");
        }
        assertThat(run.outcome()).isEqualTo("FAILED");
        assertThat(console.text.toString()).isNotEmpty().doesNotContain("\u001b[2J", "\u0007", "\u009b");
    }

    private static Logger root() {
        return LogContext.getLogContext().getLogger("");
    }

    /// What the console would show, from DEBUG on.
    private static final class Console extends Handler {
        private final PatternFormatter form = new PatternFormatter("%s%e%n");
        private final Filter filter = new ConsoleFilter();
        private final StringBuffer text = new StringBuffer();

        @Override
        public void publish(LogRecord entry) {
            if (filter.isLoggable(entry)) {
                text.append(form.format(entry));
            }
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
}
