package dev.throughline.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.rest.SettingName;
import dev.throughline.trace.ThinkingPolicy;
import java.util.Optional;
import java.util.function.Function;

/// The combination that a cell describes. Runs with equal keys are evidence for the same cell.
///
/// Source: architecture.md, "A cell of the matrix".
///
/// @param suite major version of the test suite; verdicts of different ones are not comparable
/// @param scenario the content of the answers, as `POST /runs` names it; behind a gateway followed by the form in
///     which a stub without parsers wrote them (`tools-raw-glm-4.5`); `probe` for a backend check, `traffic` for
///     live traffic
/// @param streaming whether the requests asked for streamed answers
/// @param client the client or SDK under test; empty for a backend check
/// @param variant a setting of its recipe, empty for the default
/// @param sdk the packages that the client loads, as resolved and in order: `ai@6.0.1 @ai-sdk/openai@2.0.23`; empty
///     if it loads none, or if they are not known
/// @param reasoningField where a chat answer carried its reasoning, empty for `reasoning_content`; empty in the other
///     dialects, and for a real backend
/// @param model the model id that the client was configured with, empty if not declared; some clients depend on it
/// @param gateway the gateway between client and backend; empty for none
/// @param backend the backend that answered; empty for the stub
/// @param template SHA-256 of the backend's chat template in hexadecimal, empty if the backend does not expose it
/// @param dialectIn the client's dialect
/// @param dialectOut the backend's dialect; the same for the stub
/// @param vendor id of the rule book's profile as which the stub answered, empty for none
public record CellKey(
        int suite,
        String scenario,
        ThinkingPolicy policy,
        Streaming streaming,
        Optional<Versioned> client,
        String variant,
        String sdk,
        String reasoningField,
        String model,
        Optional<Versioned> gateway,
        Optional<Versioned> backend,
        String template,
        Dialect dialectIn,
        Dialect dialectOut,
        String vendor) {
    /// Scenario of live traffic. Its cells are apart from what was measured on purpose.
    public static final String TRAFFIC = "traffic";

    /// The client by which gateways are measured: it gives back every answer as it came.
    public static final String FAITHFUL = "faithful";

    /// The field of a chat answer that carries reasoning where none is named.
    private static final String USUAL_FIELD = "reasoning_content";

    /// Whether live traffic is its evidence.
    public boolean isTraffic() {
        return scenario.equals(TRAFFIC);
    }

    /// The combination with these values.
    /// @param value that of each axis
    /// @throws IllegalStateException if a setting is unknown
    public static CellKey of(Function<Axis, String> value) {
        return new CellKey(
                Integer.parseInt(value.apply(Axis.SUITE)),
                value.apply(Axis.SCENARIO),
                setting(ThinkingPolicy.class, value.apply(Axis.POLICY)),
                setting(Streaming.class, value.apply(Axis.STREAMING)),
                versioned(value.apply(Axis.CLIENT), value.apply(Axis.CLIENT_VERSION)),
                value.apply(Axis.VARIANT),
                value.apply(Axis.SDK),
                value.apply(Axis.REASONING_FIELD),
                value.apply(Axis.MODEL),
                versioned(value.apply(Axis.GATEWAY), value.apply(Axis.GATEWAY_VERSION)),
                versioned(value.apply(Axis.BACKEND), value.apply(Axis.BACKEND_VERSION)),
                value.apply(Axis.TEMPLATE),
                setting(Dialect.class, value.apply(Axis.DIALECT_IN)),
                setting(Dialect.class, value.apply(Axis.DIALECT_OUT)),
                value.apply(Axis.VENDOR));
    }

    private static Optional<Versioned> versioned(String product, String version) {
        return product.isEmpty() ? Optional.empty() : Optional.of(new Versioned(product, version));
    }

    private static <E extends Enum<E>> E setting(Class<E> type, String written) {
        return SettingName.find(type, written)
                .orElseThrow(() -> new IllegalStateException("a " + type.getSimpleName()
                        + " was expected in a combination of the matrix, found " + written));
    }

    /// The settings that a loss may depend on beside the scenario: `openai-chat, model glm-4.7, reasoning in
    /// reasoning_details`.
    public String setting() {
        return dialectIn.id()
                + (vendor.isEmpty() ? "" : ", as " + vendor)
                + (model.isEmpty() ? "" : ", model " + model)
                + (namedField().isEmpty() ? "" : ", reasoning in " + namedField());
    }

    /// The field of a chat answer that carried its reasoning, the usual one included; empty in the other dialects.
    public String namedField() {
        return reasoningField.isEmpty() && dialectIn == Dialect.OPENAI_CHAT ? USUAL_FIELD : reasoningField;
    }

    /// The same with another value of an axis.
    public CellKey with(Axis changed, String value) {
        return of(axis -> axis == changed ? value : axis.of(this));
    }

    /// A product and its version.
    /// @param product its id, for instance `opencode`
    /// @param version as the product's own registry or server writes it, never `latest`
    public record Versioned(String product, String version) {
        /// `product@version`.
        public String label() {
            return product + "@" + version;
        }
    }

    /// Whether requests asked for streamed answers.
    public enum Streaming {
        STREAM,
        WHOLE,
        /// Both kinds in one run.
        MIXED
    }
}
