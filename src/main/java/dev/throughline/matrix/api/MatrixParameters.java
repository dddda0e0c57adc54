package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.QueryTexts;
import dev.throughline.rest.SettingName;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.UriInfo;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/// The query parameters that select cells: the axes, then what else a cell can be selected by.
///
/// An axis with an empty value selects cells without it: `variant=` for default recipes, `backend=` for the stub.
public record MatrixParameters(
        @QueryParam("client")
        @Parameter(description = "The client or SDK; empty for backend checks")
        @PlainText(max = 200)
        @Nullable
        String client,

        @QueryParam("clientVersion")
        @Parameter(description = "Its version, also as `version`; latest for the newest measured one")
        @PlainText(max = 200)
        @Nullable
        String clientVersion,

        @QueryParam("variant")
        @Parameter(description = "A variant of its recipe; empty for the unmodified recipe")
        @PlainText(max = 200)
        @Nullable
        String variant,

        @QueryParam("sdk")
        @Parameter(description = "The packages that the client loads, as a cell names them; empty for none")
        @PlainText(max = 500)
        @Nullable
        String sdk,

        @QueryParam("reasoningField")
        @Parameter(description = "Where chat answers carried reasoning; empty for reasoning_content")
        @PlainText(max = 200)
        @Nullable
        String reasoningField,

        @QueryParam("model")
        @Parameter(description = "The model id that it was configured with")
        @PlainText(max = 200)
        @Nullable
        String model,

        @QueryParam("dialect")
        @Parameter(
                description = "The dialect of the client",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"openai-chat", "anthropic", "responses"}))
        @Nullable
        Dialect dialect,

        @QueryParam("dialectOut")
        @Parameter(
                description = "The dialect of the backend",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"openai-chat", "anthropic", "responses"}))
        @Nullable
        Dialect dialectOut,

        @QueryParam("policy")
        @Parameter(
                description = "When reasoning of earlier turns must be returned",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"preserved", "interleaved"}))
        @Nullable
        ThinkingPolicy policy,

        @QueryParam("scenario")
        @Parameter(description = "The stub's scenario, for example tools; probe for a backend check")
        @PlainText(max = 200)
        @Nullable
        String scenario,

        @QueryParam("vendor")
        @Parameter(
                description = "The rule book's profile as which the stub answered, for example deepseek:v4; empty for"
                        + " none. Without it, of such runs only ACCEPTED is listed")
        @PlainText(max = 200)
        @Nullable
        String vendor,

        @QueryParam("streaming")
        @Parameter(
                description = "Whether the requests asked for streamed answers",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"stream", "whole", "mixed"}))
        @Nullable
        Streaming streaming,

        @QueryParam("gateway")
        @Parameter(description = "The gateway between client and backend; empty for none")
        @PlainText(max = 200)
        @Nullable
        String gateway,

        @QueryParam("gatewayVersion") @Parameter(description = "Its version") @PlainText(max = 200) @Nullable
        String gatewayVersion,

        @QueryParam("backend")
        @Parameter(description = "The backend; empty for the stub")
        @PlainText(max = 200)
        @Nullable
        String backend,

        @QueryParam("backendVersion") @Parameter(description = "Its version") @PlainText(max = 200) @Nullable
        String backendVersion,

        @QueryParam("template")
        @Parameter(description = "SHA-256 of the backend's chat template")
        @PlainText(max = 200)
        @Nullable
        String template,

        @QueryParam("suite")
        @Parameter(description = "Major version of the test suite")
        @Pattern(regexp = "[0-9]{1,6}", message = SUITE)
        @Nullable
        String suite,

        @QueryParam("version") @Parameter(hidden = true) @PlainText(max = 200) @Nullable
        String version,

        @QueryParam("product") @Parameter(description = "A product in any role") @PlainText(max = 200) @Nullable
        String product,

        @QueryParam("capability")
        @Parameter(
                description = "THINK, CONTENT, TOOL_ID, TOOL_IN, TOOL_OUT, SIGNATURE, ORDER, PARAMS, CACHE; separate"
                        + " several by commas",
                schema = @Schema(implementation = String.class))
        @Nullable
        List<String> capability,

        @QueryParam("status")
        @Parameter(
                description = "PRESERVED, PARTIAL, BROKEN, …; separate several by commas",
                schema = @Schema(implementation = String.class))
        @Nullable
        List<String> status,

        @QueryParam("minConfidence")
        @Parameter(
                description = "Minimum confidence",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"low", "medium", "high"}))
        @Nullable
        Confidence minConfidence,

        @QueryParam("countTraffic") @DefaultValue("false") @Parameter(description = COUNT_TRAFFIC)
        boolean countTraffic,

        @QueryParam("latest")
        @DefaultValue("false")
        @Parameter(description = "Whether only the newest measured version of each product is shown")
        boolean latest,

        @QueryParam("asOf")
        @Parameter(
                description = "The matrix as of a moment, or of the start of a day in UTC",
                schema = @Schema(implementation = String.class))
        @Nullable
        Instant asOf) {
    static final String COUNT_TRAFFIC =
            "Whether cells of live traffic (origin TRAFFIC) count like those of what was measured on purpose";

    private static final String SUITE = "the major version of the suite was expected, for example 1.";
    private static final String LATEST = "latest";

    /// The cells that they select.
    /// @param uri of the request: Quarkus REST takes a parameter with an empty value for an absent one
    public MatrixQuery query(UriInfo uri) {
        Map<Axis, String> axes = axes();
        addEmpty(axes, uri.getQueryParameters());
        boolean isLatest = axes.remove(Axis.CLIENT_VERSION, LATEST) || latest;
        var filter = new CellFilter(
                axes,
                QueryTexts.constants("capability", Capability.class, capability),
                QueryTexts.constants("status", Status.class, status),
                QueryTexts.present(product),
                Optional.ofNullable(minConfidence),
                countTraffic || CellKey.TRAFFIC.equals(scenario));
        return new MatrixQuery(filter, isLatest, Optional.ofNullable(asOf));
    }

    private Map<Axis, String> axes() {
        Map<Axis, String> axes = new EnumMap<>(Axis.class);
        put(axes, Axis.CLIENT, client);
        put(axes, Axis.CLIENT_VERSION, clientVersion == null ? version : clientVersion);
        put(axes, Axis.VARIANT, variant);
        put(axes, Axis.SDK, sdk);
        put(axes, Axis.REASONING_FIELD, reasoningField);
        put(axes, Axis.MODEL, model);
        put(axes, Axis.DIALECT_IN, dialect);
        put(axes, Axis.DIALECT_OUT, dialectOut);
        put(axes, Axis.POLICY, policy);
        put(axes, Axis.SCENARIO, scenario);
        put(axes, Axis.VENDOR, vendor);
        put(axes, Axis.STREAMING, streaming);
        put(axes, Axis.GATEWAY, gateway);
        put(axes, Axis.GATEWAY_VERSION, gatewayVersion);
        put(axes, Axis.BACKEND, backend);
        put(axes, Axis.BACKEND_VERSION, backendVersion);
        put(axes, Axis.TEMPLATE, template);
        put(axes, Axis.SUITE, suite);
        return axes;
    }

    private static void addEmpty(Map<Axis, String> axes, Map<String, List<String>> query) {
        for (Axis axis : Axis.values()) {
            if (List.of("").equals(query.get(axis.field()))) {
                axes.putIfAbsent(axis, "");
            }
        }
    }

    private static void put(Map<Axis, String> axes, Axis axis, @Nullable Object value) {
        if (value != null) {
            axes.put(
                    axis,
                    value instanceof Enum<?> setting
                            ? SettingName.of(setting)
                            : value.toString().strip());
        }
    }
}
