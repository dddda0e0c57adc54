package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.recipe.GatewaySetup;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A single request whose answer fails on purpose, or is written as no dialect defines. What a gateway makes of it is
/// judged beside the conversations, and counts for no cell of the matrix.
public enum GatewayProbe {
    /// A chat backend writes reasoning and a call as GLM's markup into the content; the client must get them as
    /// reasoning and a call.
    MARKUP,
    /// An error event in the middle of a stream; the client must get an error, or no end.
    ERROR,
    /// A connection that breaks in the middle of a stream; the client must get an error, or no end.
    CUT,
    /// An answer 429 with `Retry-After`; the client must get its status and an error of its dialect.
    RATE_LIMIT,
    /// A client that leaves in the middle of a stream; the backend must be left as well.
    ABORT;

    /// Seconds after which a refused client may try again.
    static final int RETRY_AFTER = 7;

    private static final String CHAT = "openai-chat";
    private static final int EVENTS_BEFORE = 6;
    private static final int PACED_EVENTS = 150;

    /// All of them, by their names in options and reports.
    public static List<String> names() {
        return Arrays.stream(values()).map(GatewayProbe::id).toList();
    }

    static Optional<GatewayProbe> named(String id) {
        return Arrays.stream(values()).filter(probe -> probe.id().equals(id)).findFirst();
    }

    private String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The combinations for which it is made.
    boolean isMade(GatewaySetup.Route route, boolean isStreamed) {
        return switch (this) {
            case MARKUP -> route.backend().equals(CHAT);
            case ERROR, CUT, ABORT -> isStreamed;
            case RATE_LIMIT -> !isStreamed;
        };
    }

    /// Whether a client without a gateway must pass it: a gateway is asked to do more than to pass markup on.
    boolean isPassedDirectly() {
        return this != MARKUP;
    }

    /// Writes what the stub does.
    /// @param settings as `POST /runs` names them
    void write(ObjectNode settings) {
        switch (this) {
            case MARKUP -> settings.put("scenario", "tools").put("output", "raw-glm-4.5");
            case ERROR -> fault(settings, "ERROR_EVENT", EVENTS_BEFORE);
            case CUT -> fault(settings, "DROP_AFTER", EVENTS_BEFORE);
            case RATE_LIMIT -> fault(settings, "STATUS_429", RETRY_AFTER);
            case ABORT ->
                settings.put("scenario", "long").put("tokens", PACED_EVENTS).put("pace", "PT0.1S");
        }
    }

    private static void fault(ObjectNode settings, String kind, int amount) {
        settings.put("scenario", "chat")
                .putArray("faults")
                .addObject()
                .put("kind", kind)
                .put("amount", amount);
    }
}
