package dev.throughline.wire.translation;

import dev.throughline.conversation.Dialect;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The treatment of each request field in each other dialect.
///
/// A field is identified by its name, or by its pointer if a nested field is treated separately. Unknown
/// fields are server-specific: a chat backend receives them unchanged, the others do not support them.
public final class FieldTreatmentTable {
    /// After each name: to chat, Anthropic, Responses; c is carried, m is met, d is dropped, r is refused,
    /// - is the dialect's own.
    private static final Map<Dialect, String> TABLES =
            Map.of(Dialect.OPENAI_CHAT, """
                    model - c c
                    messages - c c
                    tools - c c
                    tool_choice - c c
                    stream - c c
                    stream_options - m m
                    max_tokens - c c
                    max_completion_tokens - c c
                    temperature - c c
                    top_p - c c
                    top_k - c d
                    stop - c d
                    user - c c
                    parallel_tool_calls - c c
                    chat_template_kwargs - c c
                    enable_thinking - c c
                    clear_thinking - d c
                    thinking - c c
                    reasoning_effort - c c
                    response_format - c c
                    metadata - d c
                    service_tier - d c
                    safety_identifier - d c
                    prompt_cache_key - d c
                    prompt_cache_retention - d c
                    top_logprobs - d c
                    verbosity - d c
                    functions - d d
                    function_call - d d
                    seed - d d
                    logprobs - d d
                    logit_bias - d d
                    frequency_penalty - d d
                    presence_penalty - d d
                    repetition_penalty - d d
                    min_p - d d
                    store - d d
                    modalities - d d
                    audio - d d
                    prediction - d d
                    web_search_options - d d
                    n - r r
                    """, Dialect.ANTHROPIC, """
                    model c - c
                    messages c - c
                    system c - c
                    max_tokens c - c
                    stream c - c
                    tools c - c
                    tool_choice c - c
                    temperature c - c
                    top_p c - c
                    top_k c - d
                    stop_sequences c - d
                    metadata d - d
                    metadata/user_id c - c
                    thinking d - d
                    thinking/type c - c
                    thinking/budget_tokens d - c
                    thinking/clear_thinking c - c
                    output_config d - d
                    output_config/effort c - c
                    output_config/format c - c
                    output_format c - c
                    context_management d - d
                    container d - d
                    mcp_servers d - d
                    service_tier d - c
                    cache_control d - d
                    betas d - d
                    anthropic_beta d - d
                    anthropic_version m - m
                    inference_geo d - d
                    speed d - d
                    stream_options m - m
                    n r - r
                    """, Dialect.RESPONSES, """
                    model c c -
                    input c c -
                    instructions c c -
                    tools c c -
                    tool_choice c c -
                    stream c c -
                    stream_options m m -
                    parallel_tool_calls c c -
                    max_output_tokens c c -
                    max_tool_calls d d -
                    temperature c c -
                    top_p c c -
                    top_k c c -
                    user c c -
                    reasoning d d -
                    reasoning/effort c c -
                    reasoning/summary m m -
                    reasoning/generate_summary m m -
                    text d d -
                    text/format c c -
                    include d d -
                    store m m -
                    previous_response_id m m -
                    conversation d d -
                    prompt r r -
                    background r r -
                    truncation d d -
                    metadata d d -
                    client_metadata d d -
                    context_management d d -
                    service_tier d d -
                    prompt_cache_key d d -
                    prompt_cache_retention d d -
                    safety_identifier d d -
                    top_logprobs d d -
                    n r r -
                    """);

    private static final Map<Dialect, Map<String, Map<Dialect, FieldTreatment>>> FATES = read();

    private FieldTreatmentTable() {}

    /// The known fields of a dialect, in the order of the table.
    public static Set<String> fields(Dialect from) {
        return Objects.requireNonNull(FATES.get(from)).keySet();
    }

    /// The treatment of a field in another dialect.
    /// @param field its name, or its pointer without the first `/`
    public static FieldTreatment of(Dialect from, String field, Dialect to) {
        Map<Dialect, FieldTreatment> known =
                Objects.requireNonNull(FATES.get(from)).get(field);
        if (known != null) {
            return Objects.requireNonNull(known.get(to));
        }
        return to == Dialect.OPENAI_CHAT ? FieldTreatment.CARRIED : FieldTreatment.DROPPED;
    }

    /// Whether fields inside this one are treated separately.
    static boolean isSplit(Dialect from, String field) {
        return fields(from).stream().anyMatch(known -> known.startsWith(field + "/"));
    }

    private static Map<Dialect, Map<String, Map<Dialect, FieldTreatment>>> read() {
        Map<Dialect, Map<String, Map<Dialect, FieldTreatment>>> tables = new EnumMap<>(Dialect.class);
        TABLES.forEach((from, table) -> {
            Map<String, Map<Dialect, FieldTreatment>> fields = new LinkedHashMap<>();
            table.lines().map(line -> line.split(" ")).forEach(line -> fields.put(line[0], fates(line)));
            tables.put(from, fields);
        });
        return tables;
    }

    private static Map<Dialect, FieldTreatment> fates(String... line) {
        Map<Dialect, FieldTreatment> fates = new EnumMap<>(Dialect.class);
        fates.put(Dialect.OPENAI_CHAT, fate(line[1]));
        fates.put(Dialect.ANTHROPIC, fate(line[2]));
        fates.put(Dialect.RESPONSES, fate(line[3]));
        return fates;
    }

    private static FieldTreatment fate(String letter) {
        return switch (letter) {
            case "c", "-" -> FieldTreatment.CARRIED;
            case "m" -> FieldTreatment.MET;
            case "d" -> FieldTreatment.DROPPED;
            case "r" -> FieldTreatment.REFUSED;
            default -> throw new IllegalArgumentException("expected one of c m d r -, found " + letter);
        };
    }

    /// How a request field is translated to another dialect.
    public enum FieldTreatment {
        /// It is translated.
        CARRIED,
        /// Its effect is achieved without it, or the answer does not depend on it.
        MET,
        /// It has no counterpart and is dropped, which is reported to the client and recorded.
        DROPPED,
        /// The answer would be wrong without it: the request is refused.
        REFUSED
    }
}
