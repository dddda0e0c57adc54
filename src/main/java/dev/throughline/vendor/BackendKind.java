package dev.throughline.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The software or service of a backend, as the rule book describes it; decides the fields of requests translated for
/// it. Settings take precedence.
///
/// @param id the name used in settings
/// @param hosts of its service; none for software
/// @param names by which a list of models or a header shows it, in lower case
public record BackendKind(String id, List<String> hosts, List<String> names, Traits traits) {
    /// Unknown: it receives what open model servers understand.
    public static final BackendKind OTHER = new BackendKind(
            "other",
            List.of(),
            List.of(),
            new Traits(ThinkingForm.TEMPLATE_KWARGS, true, false, "as-sent", Files.UNKNOWN, false));

    /// As determined by its URL or its list of models.
    public static final BackendKind AUTO = new BackendKind("auto", List.of(), List.of(), OTHER.traits);

    public BackendKind {
        hosts = List.copyOf(hosts);
        names = List.copyOf(names);
    }

    /// The request features of a kind of server.
    ///
    /// @param thinking how thinking is switched on and off
    /// @param takesStreamOptions whether `stream_options` may be sent
    /// @param isTemplated whether the model's template decides where system messages are allowed
    /// @param readsBack where the reasoning of earlier answers is read: a value of the setting `reasoning-field`
    /// @param files what it does with PDFs in a request
    /// @param hidesSpecialTokens whether it leaves special tokens out of a text unless asked
    public record Traits(
            ThinkingForm thinking,
            boolean takesStreamOptions,
            boolean isTemplated,
            String readsBack,
            Files files,
            boolean hidesSpecialTokens) {
        /// Whether `chat_template_kwargs` may be sent.
        public boolean takesTemplateKwargs() {
            return thinking == ThinkingForm.TEMPLATE_KWARGS;
        }
    }

    /// How a request switches thinking on and off.
    public enum ThinkingForm {
        /// `chat_template_kwargs: {enable_thinking, clear_thinking}`, which the model's template reads.
        TEMPLATE_KWARGS,
        /// `thinking: {type, clear_thinking}`.
        THINKING_AND_CLEARING,
        /// `thinking: {type}`.
        THINKING,
        /// `reasoning: {enabled}`.
        REASONING,
        /// By no known parameter.
        NONE;

        /// Whether it has a parameter for keeping reasoning of earlier turns.
        public boolean saysClearing() {
            return this == TEMPLATE_KWARGS || this == THINKING_AND_CLEARING;
        }
    }

    /// How a kind of server handles PDFs.
    public enum Files {
        TAKEN,
        REFUSED,
        UNKNOWN
    }

    /// Every value of the setting `kind`.
    public static List<BackendKind> all() {
        return Stream.concat(RuleBook.bundled().kinds().stream(), Stream.of(OTHER, AUTO))
                .toList();
    }

    /// The kind with this id.
    /// @throws IllegalArgumentException if there is none
    public static BackendKind of(String id) {
        return all().stream()
                .filter(kind -> kind.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no kind " + id + "."));
    }

    /// The service at a host or a parent domain of it.
    public static Optional<BackendKind> ofHost(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return RuleBook.bundled().kinds().stream()
                .filter(kind -> kind.hosts.stream().anyMatch(own -> name.equals(own) || name.endsWith("." + own)))
                .findFirst();
    }

    /// The software identified by `owned_by` of a model, or by the header `server`.
    public static Optional<BackendKind> ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return RuleBook.bundled().kinds().stream()
                .filter(kind -> kind.names.stream().anyMatch(lower::contains))
                .findFirst();
    }

    /// Whether nothing is known of it.
    public boolean isUnknown() {
        return equals(OTHER) || equals(AUTO);
    }

    static BackendKind of(JsonNode json) {
        return new BackendKind(
                Rule.text(json, "id"),
                Rule.list(json.path("hosts")),
                Rule.list(json.path("names")),
                new Traits(
                        ThinkingForm.valueOf(constant(json, "thinking")),
                        json.path("stream-options").asBoolean(true),
                        json.path("templated").asBoolean(),
                        Rule.text(json, "reads-back"),
                        Files.valueOf(constant(json, "files")),
                        json.path("hides-special-tokens").asBoolean()));
    }

    private static String constant(JsonNode json, String field) {
        return Rule.text(json, field).toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
