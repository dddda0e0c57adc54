package dev.throughline.gateway;

import dev.throughline.gateway.admission.ClientName;
import dev.throughline.gateway.admission.DialectRequest;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.io.Console;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;

/// Logs one line per request on a dialect endpoint: method, path, dialect, client, status, tokens, time.
/// Never a query, a header's value or text of a body. With `throughline.log=json` the fields of the log record have
/// the same values.
@Singleton
class RequestLog {
    private static final Logger LOG = Logger.getLogger("throughline");
    private static final String GONE = "client-gone";
    private static final int LONGEST_PATH = 120;
    private static final String GREEN = "[32m";
    private static final String YELLOW = "[33m";
    private static final String RED = "[31m";
    private static final String DIM = "[2m";

    private final boolean isColored;
    private final boolean isJson;

    /// @param color `always`, `never`, or `auto`: colored on a terminal
    /// @param format `json` or `text`; JSON is never colored
    RequestLog(
            @ConfigProperty(name = "throughline.log.color", defaultValue = "auto") String color,
            @ConfigProperty(name = "throughline.log", defaultValue = "text") String format) {
        this.isJson = format.equals("json");
        this.isColored = isColored(color) && !isJson;
    }

    private static boolean isColored(String color) {
        return switch (color) {
            case "always" -> true;
            case "never" -> false;
            case "auto" -> isTerminal();
            default ->
                throw new IllegalArgumentException(
                        "throughline.log.color: auto, always or never was expected, found " + color);
        };
    }

    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /// Logs a completed request.
    void over(DialectRequest dialectRequest) {
        if (LOG.isLoggable(Level.INFO)) {
            var line = new ExtLogRecord(Level.INFO, text(dialectRequest), RequestLog.class.getName());
            line.setLoggerName(LOG.getName());
            if (isJson) {
                line.setMdc(fields(dialectRequest));
            }
            LOG.logRaw(line);
        }
    }

    private String text(DialectRequest dialectRequest) {
        HttpServerRequest request = dialectRequest.request();
        int status = dialectRequest.response().getStatusCode();
        return request.method().name()
                + ' '
                + path(request)
                + ' '
                + paint(DIM, dialectRequest.codec().dialect().id())
                + ' '
                + ClientName.name(request)
                + ' '
                + (dialectRequest.isGone() ? paint(YELLOW, GONE) : paint(color(status), Integer.toString(status)))
                + ' '
                + dialectRequest.tokens()
                + " tokens "
                + millis(dialectRequest.micros())
                + " ms"
                + loss(dialectRequest);
    }

    /// The loss and where it is shown: ` reasoning missing; turns=1 in RUN/6`.
    private String loss(DialectRequest dialectRequest) {
        MultiMap headers = dialectRequest.response().headers();
        return dialectRequest
                .exchangeTelemetry()
                .loss()
                .map(loss -> " " + paint(RED, "reasoning " + loss) + " in " + headers.get("x-throughline-run") + "/"
                        + headers.get("x-throughline-exchange"))
                .orElse("");
    }

    /// With one decimal place.
    private static String millis(long micros) {
        long tenths = (micros + 50) / 100;
        return tenths / 10 + "." + tenths % 10;
    }

    private static Map<String, String> fields(DialectRequest dialectRequest) {
        HttpServerRequest request = dialectRequest.request();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("request", "req_" + dialectRequest.key());
        fields.put("method", request.method().name());
        fields.put("path", path(request));
        fields.put("dialect", dialectRequest.codec().dialect().id());
        fields.put("client", ClientName.name(request));
        fields.put("product", dialectRequest.client().name());
        fields.put("version", dialectRequest.client().version());
        fields.put(
                "status",
                dialectRequest.isGone()
                        ? GONE
                        : Integer.toString(dialectRequest.response().getStatusCode()));
        fields.put("tokens", Long.toString(dialectRequest.tokens()));
        fields.put("micros", Long.toString(dialectRequest.micros()));
        Optional.ofNullable(dialectRequest.response().headers().get("x-throughline-run"))
                .ifPresent(run -> fields.put("run", run));
        Optional.ofNullable(dialectRequest.response().headers().get("x-throughline-exchange"))
                .ifPresent(number -> fields.put("exchange", number));
        dialectRequest.exchangeTelemetry().loss().ifPresent(loss -> fields.put("lost", loss));
        dialectRequest
                .exchangeTelemetry()
                .conversation()
                .ifPresent(number -> fields.put("conversation", Integer.toString(number)));
        dialectRequest.exchangeTelemetry().traceId().ifPresent(trace -> fields.put("trace", trace));
        return fields;
    }

    private static String path(HttpServerRequest request) {
        String path = request.path();
        String shown = path.length() <= LONGEST_PATH ? path : path.substring(0, LONGEST_PATH) + "…";
        return shown.chars().allMatch(unit -> unit > 0x20 && (unit < 0x7F || unit == '…')) ? shown : "?";
    }

    private static String color(int status) {
        if (status < 400) {
            return GREEN;
        }
        return status < 500 ? YELLOW : RED;
    }

    private String paint(String color, String text) {
        return isColored ? "\u001b" + color + text + "\u001b[0m" : text;
    }
}
