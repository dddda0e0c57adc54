package dev.throughline.gateway;

import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.Console;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/// One line per request on a dialect endpoint: method, path, dialect, client, status, tokens, time. Never a query, a
/// header's value or a text.
@ApplicationScoped
class ExchangeLog {
    private static final Logger LOG = Logger.getLogger("throughline");
    private static final int LONGEST_PATH = 120;
    private static final String GREEN = "[32m";
    private static final String YELLOW = "[33m";
    private static final String RED = "[31m";
    private static final String DIM = "[2m";

    private final boolean isColoured;

    /// @param colour `always`, `never`, or `auto`: coloured on a terminal
    ExchangeLog(@ConfigProperty(name = "throughline.log.colour", defaultValue = "auto") String colour) {
        this.isColoured = switch (colour) {
            case "always" -> true;
            case "never" -> false;
            case "auto" -> isTerminal();
            default ->
                throw new IllegalArgumentException(
                        "throughline.log.colour: auto, always or never was expected, found " + colour);
        };
    }

    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /// Writes the line of a request that is over.
    void over(Call call) {
        HttpServerRequest request = call.request();
        int status = call.response().getStatusCode();
        LOG.infof(
                "%s %s %s %s %s %d tokens %.1f ms",
                request.method().name(),
                path(request),
                paint(DIM, call.codec().dialect().id()),
                Clients.name(request),
                call.isGone() ? paint(YELLOW, "client-gone") : paint(colour(status), Integer.toString(status)),
                call.tokens(),
                call.micros() / 1_000.0);
    }

    private static String path(HttpServerRequest request) {
        String path = request.path();
        String shown = path.length() <= LONGEST_PATH ? path : path.substring(0, LONGEST_PATH) + "…";
        return shown.chars().allMatch(unit -> unit > 0x20 && (unit < 0x7F || unit == '…')) ? shown : "?";
    }

    private static String colour(int status) {
        if (status < 400) {
            return GREEN;
        }
        return status < 500 ? YELLOW : RED;
    }

    private String paint(String colour, String text) {
        return isColoured ? "\u001b" + colour + text + "\u001b[0m" : text;
    }
}
