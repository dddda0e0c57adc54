package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.backend.settings.HistoryMode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.RestoredHistoryCache;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.repair.BlockSignatureResolver;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.trace.repair.HistoryStripping;
import dev.throughline.trace.repair.ReasoningDetailsRestoration;
import dev.throughline.trace.repair.RestoredHistory;
import dev.throughline.vendor.BackendKind;
import dev.throughline.vendor.Profile;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.translation.AllowedTools;
import dev.throughline.wire.translation.FileTextReplacement;
import dev.throughline.wire.translation.FunctionTools;
import dev.throughline.wire.translation.RepeatedItems;
import dev.throughline.wire.translation.ResultText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Adapts a request's history to a backend's settings, and creates the body from it.
final class OutgoingHistory {
    private OutgoingHistory() {}

    /// Edits the reasoning in the history: resolves our proofs, then applies the backend's settings. Does
    /// nothing without a backend.
    /// @param model the backend's name for the model
    static BlockSignatureResolver.Resolution of(
            ExchangeContext exchange,
            Backends backends,
            RestoredHistoryCache restoredHistories,
            Optional<HttpBackend> backend,
            String model) {
        if (backend.isEmpty()) {
            return new BlockSignatureResolver.Resolution(EditedHistory.asSent(exchange.request()), List.of());
        }
        BlockSignatureResolver.Resolution resolved =
                of(exchange, restoredHistories, backend.get(), handling(backends, backend.get(), model));
        EditedHistory edited = resolved.history();
        return model.equals(edited.request().model())
                ? resolved
                : new BlockSignatureResolver.Resolution(edited.withModel(model), resolved.unresolved());
    }

    /// How the history is handled for a backend.
    /// @param isOwnOnly whether the model's vendor reads the proofs of that model only
    private record Handling(HistoryMode mode, boolean isOwnOnly) {}

    private static Handling handling(Backends backends, HttpBackend backend, String model) {
        boolean isOwnOnly = backends.profile(backend, model)
                .filter(profile -> profile.thoughts() == Profile.Thoughts.OWN)
                .isPresent();
        return new Handling(backends.history(backend), isOwnOnly);
    }

    private static BlockSignatureResolver.Resolution of(
            ExchangeContext exchange, RestoredHistoryCache restoredHistories, HttpBackend backend, Handling handling) {
        BlockSignatureResolver.Resolution edited = exchange.tracing().isContinued()
                ? continued(exchange, backend, handling)
                : edited(exchange.request(), exchange.history(), backend, handling);
        if (RestoredHistoryCache.areKept(exchange.request().dialect(), backend, handling.mode())) {
            exchange.tracing()
                    .settled()
                    .filter(settled -> !settled.isIntact())
                    .ifPresent(settled ->
                            restoredHistories.put(exchange.run().id(), settled, RestoredHistory.of(edited.history())));
        }
        return edited;
    }

    /// Edits a request that continues another one: the exchange's history has only what it adds.
    private static BlockSignatureResolver.Resolution continued(
            ExchangeContext exchange, HttpBackend backend, Handling handling) {
        Conversation request = exchange.request();
        return exchange.dialectRequest()
                .restored()
                .map(restored -> restored.continued(
                        request, exchange.history(), (added, history) -> edited(added, history, backend, handling)))
                .orElseGet(() -> stripped(BlockSignatureResolver.resolveKept(request), handling.mode()));
    }

    private static BlockSignatureResolver.Resolution edited(
            Conversation request, RunHistory history, HttpBackend backend, Handling handling) {
        HistoryMode mode = handling.mode();
        BlockSignatureResolver.Resolution edited = mode == HistoryMode.REPAIR
                ? RestoredHistory.restore(request, history)
                : stripped(BlockSignatureResolver.resolve(request, history, false), mode);
        return new BlockSignatureResolver.Resolution(
                detailed(request, history, edited.history(), backend, handling), edited.unresolved());
    }

    private static BlockSignatureResolver.Resolution stripped(
            BlockSignatureResolver.Resolution resolved, HistoryMode mode) {
        Conversation request = resolved.history().request();
        EditedHistory edited = switch (mode) {
            case AUTO, AS_SENT, REPAIR -> EditedHistory.asSent(request);
            case KEEP_LAST -> HistoryStripping.keepLast(request);
            case NONE -> HistoryStripping.none(request);
        };
        return new BlockSignatureResolver.Resolution(resolved.history().then(edited), resolved.unresolved());
    }

    /// Adds the details that the backend issued, unless the settings put reasoning elsewhere. A request
    /// in the backend's own dialect is changed by repairs only.
    private static EditedHistory detailed(
            Conversation sent, RunHistory history, EditedHistory edited, HttpBackend backend, Handling handling) {
        BackendSettings settings = backend.settings();
        boolean isRepair = handling.mode() == HistoryMode.REPAIR;
        HistoryField field = settings.reasoningField();
        boolean isElsewhere = settings.dialect() == Dialect.OPENAI_CHAT
                ? field != HistoryField.AS_SENT && field != HistoryField.DETAILS
                : field == HistoryField.NONE;
        if (isElsewhere || handling.mode() == HistoryMode.NONE || sent.dialect() == settings.dialect() && !isRepair) {
            return edited;
        }
        int from = handling.mode() == HistoryMode.KEEP_LAST ? HistoryStripping.firstKept(sent) : 0;
        Optional<String> model = handling.isOwnOnly() ? Optional.of(sent.model()) : Optional.empty();
        var issuer = new ReasoningDetailsRestoration.Issuer(backend.name(), settings.dialect(), model);
        return ReasoningDetailsRestoration.restore(sent, edited, history, issuer, from, isRepair);
    }

    /// A request translated into the backend's dialect; into chat, adapted to its kind.
    private static ObjectNode translated(
            Conversation request, HttpBackend backend, BackendKind.Traits traits, Adaptation adaptation) {
        BackendCodec codec = backend.codec();
        Conversation inlined = FileTextReplacement.inline(ResultText.of(RepeatedItems.once(request)), codec.dialect());
        Conversation readable = FunctionTools.of(AllowedTools.of(inlined), codec.dialect());
        if (codec.dialect() != Dialect.OPENAI_CHAT) {
            return codec.translate(readable, adaptation);
        }
        ObjectNode body = codec.translate(
                readable,
                adaptation.withHistory(BackendKindRules.history(
                        backend.settings(),
                        traits,
                        backend.modelReasoningStates().field(request.model()))));
        boolean foldsSystem =
                traits.isTemplated() && !backend.settings().family().isGlm(request.model());
        BackendKindRules.apply(body, traits, foldsSystem, backend.templateKwargs());
        return SpecialTokenRequest.asked(body, backend, request.model());
    }

    /// For a client of the backend's dialect, the switches get the kind's names.
    private static ObjectNode fitted(ObjectNode body, HttpBackend backend, String model) {
        ObjectNode fit = SameDialectThinking.fit(
                        body, backend.kindSoFar(), backend.codec().dialect(), backend.templateKwargs())
                .body();
        return SpecialTokenRequest.asked(fit, backend, model);
    }

    /// The kind's handling of a request that is translated into chat; its discovery may be started on this
    /// event loop.
    static BackendKind.Traits traits(ExchangeContext exchange, HttpBackend backend) {
        boolean isTranslated = backend.codec().dialect() == Dialect.OPENAI_CHAT
                && exchange.request().dialect() != Dialect.OPENAI_CHAT;
        return isTranslated
                ? backend.kind(() -> BackendRequestHeaders.of(
                                exchange.dialectRequest().request().headers(), backend.settings(), false, false))
                        .traits()
                : BackendKind.OTHER.traits();
    }

    private static Map<String, ArrayNode> details(EditedHistory history) {
        Map<String, ArrayNode> details = new HashMap<>();
        history.details().forEach((path, json) -> details.put(path, StrictJson.array(json)));
        return details;
    }

    /// The body for the backend.
    /// @param bytes those that were received, if nothing has to change
    /// @param dropped what its vendor refuses: pointers into the client's request
    /// @param refusal why it is not sent; empty if it is
    record WrittenBody(byte[] bytes, List<String> dropped, Optional<Failure> refusal) {
        WrittenBody {
            dropped = List.copyOf(dropped);
        }
    }

    /// Writes the body for the backend.
    static WrittenBody body(ExchangeContext exchange, Backends backends, EditedHistory history, HttpBackend backend) {
        Optional<Profile> profile = backends.profile(backend, history.request().model());
        Set<String> betas =
                BackendRequestHeaders.betas(exchange.dialectRequest().request().headers());
        VendorFit.Fitted written =
                written(exchange.request(), history, backend, profile, traits(exchange, backend), betas);
        byte[] bytes = written.body() == exchange.request().body()
                ? exchange.sent()
                : exchange.request().dialect() == backend.codec().dialect()
                        ? exchange.known().body().written(written.body())
                        : StrictJson.write(written.body());
        return new WrittenBody(bytes, written.dropped(), written.refusal());
    }

    /// @param sent the client's request
    /// @param profile of the backend's model, if the rule book has one
    /// @param traits of the backend's kind
    /// @param betas that the client's headers name
    static VendorFit.Fitted written(
            Conversation sent,
            EditedHistory history,
            HttpBackend backend,
            Optional<Profile> profile,
            BackendKind.Traits traits,
            Set<String> betas) {
        BackendCodec codec = backend.codec();
        BackendSettings settings = backend.settings();
        Conversation request = history.request();
        var adaptation = new Adaptation(
                settings.reasoningField(),
                backend.templateKwargs(),
                settings.flattenContent(),
                history.changed(),
                details(history),
                profile.filter(known -> known.thoughts() != Profile.Thoughts.OPEN)
                        .isPresent());
        boolean isSame = codec.dialect() == request.dialect();
        ObjectNode made = isSame
                ? fitted(codec.adapt(request, adaptation), backend, request.model())
                : translated(request, backend, traits, adaptation);
        ObjectNode asked = TokenIdRequest.asked(made, backend);
        ObjectNode quiet = settings.prefixNoise()
                .map(noise -> PrefixNoise.without(asked, noise))
                .orElse(asked);
        ObjectNode body = settings.objectArguments() ? ObjectArguments.of(quiet) : quiet;
        return profile.map(known -> VendorFit.of(sent, body, known, codec.dialect(), isSame ? betas : Set.of()))
                .orElseGet(() -> new VendorFit.Fitted(body, List.of(), Optional.empty()));
    }

    /// Asks servers that leave special tokens out of a text for them, where a family writes its calls with
    /// them. Source: `skip_special_tokens` of vLLM's and SGLang's chat completions, true by default.
    static final class SpecialTokenRequest {
        private static final String FIELD = "skip_special_tokens";

        private SpecialTokenRequest() {}

        /// The body for the backend; the same instance if nothing has to change.
        static ObjectNode asked(ObjectNode body, HttpBackend backend, String model) {
            boolean isAsked = backend.kindSoFar().traits().hidesSpecialTokens()
                    && backend.settings().specialTokens()
                    && backend.settings().dialect() == Dialect.OPENAI_CHAT
                    && !body.path("tools").isEmpty()
                    && !body.has(FIELD)
                    && backend.family(model)
                            .filter(found -> found.markers().family().special())
                            .isPresent();
            if (!isAsked) {
                return body;
            }
            ObjectNode asked = JsonNodeFactory.instance.objectNode();
            asked.setAll(body);
            return asked.put(FIELD, false);
        }
    }

    /// Asks vLLM and SGLang for the ids of tokens and their log-probabilities. SGLang refuses them in streams.
    ///
    /// Source: `ChatCompletionRequest` of vLLM 0.10.2 and later; of SGLang 0.5.13 and later.
    private static final class TokenIdRequest {
        private static final String LOGPROBS = "logprobs";
        private static final List<String> VLLM = List.of("return_token_ids", LOGPROBS);
        private static final List<String> SGLANG = List.of("return_prompt_token_ids", "return_meta_info", LOGPROBS);

        private TokenIdRequest() {}

        /// The body for the backend; the same instance if nothing has to change.
        static ObjectNode asked(ObjectNode body, HttpBackend backend) {
            BackendSettings settings = backend.settings();
            if (!settings.tokenIds()
                    || settings.dialect() != Dialect.OPENAI_CHAT
                    || body.path("n").asInt(1) > 1) {
                return body;
            }
            List<String> fields =
                    fields(backend.kindSoFar().id(), body.path("stream").asBoolean());
            if (fields.stream().allMatch(field -> body.path(field).asBoolean())) {
                return body;
            }
            ObjectNode asked = JsonNodeFactory.instance.objectNode();
            asked.setAll(body);
            fields.forEach(field -> asked.put(field, true));
            return asked;
        }

        private static List<String> fields(String kind, boolean isStream) {
            return switch (kind) {
                case "vllm" -> VLLM;
                case "sglang" -> isStream ? List.of() : SGLANG;
                default -> List.of();
            };
        }
    }
}
