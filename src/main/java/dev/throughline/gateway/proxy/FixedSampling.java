package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.settings.BackendKind;
import java.util.List;
import java.util.regex.Pattern;

/// The sampling parameters that a model fixes: the hosted service rejects any other value with 400, and applies
/// its own where the parameter is absent.
///
/// Sources: Kimi Open Platform docs, "Model Parameter Reference" (`kimi-k2.5`, `kimi-k2.6`: "Cannot be modified")
/// and "Migrating from OpenAI to Kimi API" (`temperature` is 1.0 with thinking and 0.6 without); AgentScope docs,
/// "Kimi" (the later models too; `moonshot-v1` and the first `kimi-k2` models are free).
final class FixedSampling {
    private static final Pattern KIMI = Pattern.compile("kimi-k(?:2\\.[5-9]|[3-9]).*");
    private static final String SECOND = "kimi-k2";
    private static final double WITH_THINKING = 1;
    private static final double WITHOUT_THINKING = 0.6;
    private static final double TOP_P = 0.95;

    private FixedSampling() {}

    /// Whether a model of a backend fixes them, `n` included.
    /// @param model the backend's name for the model
    static boolean of(BackendKind kind, String model) {
        return kind == BackendKind.MOONSHOT && KIMI.matcher(model).matches();
    }

    /// The fields of a request whose values the model rejects; `n` is not among them, since a client that
    /// requests several choices cannot do with one.
    /// @param isThinkingOff whether the request switches thinking off in a field that the backend gets
    static List<String> rejected(BackendKind kind, String model, ObjectNode body, boolean isThinkingOff) {
        if (!of(kind, model)) {
            return List.of();
        }
        double temperature = isThinkingOff ? WITHOUT_THINKING : WITH_THINKING;
        return List.of("temperature", "top_p", "presence_penalty", "frequency_penalty").stream()
                .filter(body::hasNonNull)
                .filter(field -> !switch (field) {
                    case "temperature" -> is(body.path(field), temperature);
                    case "top_p" -> model.startsWith(SECOND) && is(body.path(field), TOP_P);
                    default -> is(body.path(field), 0);
                })
                .toList();
    }

    private static boolean is(JsonNode value, double fixed) {
        return value.isNumber() && value.doubleValue() == fixed;
    }
}
