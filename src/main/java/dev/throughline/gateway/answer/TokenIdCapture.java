package dev.throughline.gateway.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendPart;
import dev.throughline.backend.BackendSink;
import dev.throughline.backend.ForwardingSink;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.SampledTokens;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Records the ids of tokens that a chat backend returns, with their log-probabilities, and takes them out of the
/// answer unless the client asked for them. One instance per answer; confined to one event loop.
///
/// | server | prompt | answer | log-probabilities |
/// |---|---|---|---|
/// | vLLM | `prompt_token_ids`, in a stream of the first chunk | `token_ids` of the choice | its `logprobs.content` |
/// | SGLang | `prompt_token_ids` of the choice | its `meta_info.output_token_logprobs` | beside each id |
///
/// Source: `ChatCompletionResponse` of vLLM 0.10.2 and later, of SGLang 0.5.13 and later.
final class TokenIdCapture extends ForwardingSink {
    private static final String PROMPT = "prompt_token_ids";
    private static final String IDS = "token_ids";
    private static final String SGLANG_IDS = "response_token_ids";
    private static final String META = "meta_info";
    private static final String LOGPROBS = "logprobs";
    /// Ids of an answer that are recorded together.
    private static final int BATCH = 256;
    /// Ids of a prompt in one recorded text.
    private static final int PART = 16 * 1024;

    private final Answer answer;
    private final AnswerIdentity identity;
    private final int parent;
    private final Wanted wanted;
    private final RecentTokenIds recent;
    /// All that are recorded: of the prompt, then of the answer, in parts.
    private final List<int[]> recorded = new ArrayList<>();
    /// Token ids of the answer that are not recorded yet.
    private int[] ids = new int[0];
    private float[] logprobs = new float[0];

    /// The fields that the client itself requested.
    record Wanted(boolean ids, boolean logprobs, boolean meta) {
        static Wanted of(JsonNode body) {
            return new Wanted(
                    body.path("return_token_ids").asBoolean()
                            || body.path("return_prompt_token_ids").asBoolean(),
                    body.path(LOGPROBS).asBoolean(),
                    body.path("return_meta_info").asBoolean());
        }
    }

    /// @param parent number of the exchange that the request continues; 0 for none
    TokenIdCapture(
            BackendSink next,
            Answer answer,
            AnswerIdentity identity,
            int parent,
            Wanted wanted,
            RecentTokenIds recent) {
        super(next);
        this.answer = answer;
        this.identity = identity;
        this.parent = parent;
        this.wanted = wanted;
        this.recent = recent;
    }

    @Override
    public boolean on(BackendPart part) {
        return switch (part) {
            case BackendPart.Frame(SseFrame frame) -> next.on(new BackendPart.Frame(read(frame)));
            case BackendPart.Body(ObjectNode body, byte[] bytes) -> {
                boolean isChanged = read(body);
                finish();
                yield next.on(new BackendPart.Body(body, isChanged ? StrictJson.write(body) : bytes));
            }
            case BackendPart.Event _, BackendPart.Ended _, BackendPart.Failed _ -> {
                finish();
                yield next.on(part);
            }
        };
    }

    private SseFrame read(SseFrame frame) {
        byte[] data = Arrays.copyOfRange(frame.data(), frame.dataFrom(), frame.dataTo());
        Optional<ObjectNode> body = StrictJson.object(data).filter(this::read);
        return body.map(changed -> SseFrame.of(frame.event(), StrictJson.write(changed)))
                .orElse(frame);
    }

    /// Takes the ids from an answer or a chunk of one.
    /// @return whether something was taken out of it
    private boolean read(ObjectNode body) {
        boolean isChanged = prompt(body);
        for (JsonNode each : body.path("choices")) {
            if (each instanceof ObjectNode choice) {
                isChanged |= choice(choice);
            }
        }
        return isChanged;
    }

    private boolean choice(ObjectNode choice) {
        boolean isChanged = prompt(choice);
        if (choice.path("index").asInt() == 0) {
            tokens(choice);
            if (choice.path("finish_reason").isTextual()) {
                finish();
            }
        }
        if (!wanted.ids()) {
            isChanged |= choice.remove(IDS) != null | choice.remove(SGLANG_IDS) != null;
        }
        if (!wanted.meta()) {
            isChanged |= choice.remove(META) != null;
        }
        if (!wanted.logprobs() && choice.path(LOGPROBS).isObject()) {
            choice.putNull(LOGPROBS);
            isChanged = true;
        }
        return isChanged;
    }

    private boolean prompt(ObjectNode holder) {
        JsonNode found = holder.path(PROMPT);
        if (found.isArray() && recorded.isEmpty()) {
            recordPrompt(ids(found));
        }
        return !wanted.ids() && holder.remove(PROMPT) != null;
    }

    private static int[] ids(JsonNode list) {
        int[] found = new int[list.size()];
        for (int index = 0; index < found.length; index++) {
            found[index] = list.get(index).intValue();
        }
        return found;
    }

    private void tokens(ObjectNode choice) {
        JsonNode sampled = choice.path(META).path("output_token_logprobs");
        if (!sampled.isEmpty()) {
            int[] more = new int[sampled.size()];
            float[] probable = new float[more.length];
            for (int index = 0; index < more.length; index++) {
                probable[index] = logprob(sampled.get(index).path(0));
                more[index] = sampled.get(index).path(1).intValue();
            }
            add(more, probable);
            return;
        }
        JsonNode list = choice.path(IDS).isArray() ? choice.path(IDS) : choice.path(SGLANG_IDS);
        int[] more = ids(list);
        JsonNode content = choice.path(LOGPROBS).path("content");
        float[] probable = new float[more.length];
        for (int index = 0; index < more.length; index++) {
            // As many as there are ids, or they cannot be matched.
            probable[index] =
                    content.size() == more.length ? logprob(content.get(index).path("logprob")) : Float.NaN;
        }
        add(more, probable);
    }

    private static float logprob(JsonNode number) {
        return number.isNumber() ? number.floatValue() : Float.NaN;
    }

    private void add(int[] more, float[] probable) {
        ids = SampledTokens.joined(ids, more);
        int known = logprobs.length;
        logprobs = Arrays.copyOf(logprobs, known + probable.length);
        System.arraycopy(probable, 0, logprobs, known, probable.length);
        if (ids.length >= BATCH) {
            record();
        }
    }

    /// Records the prompt as the difference from what it continues.
    private void recordPrompt(int[] prompt) {
        recorded.add(prompt);
        int[] earlier =
                parent == 0 ? new int[0] : recent.find(identity.run(), parent).orElse(new int[0]);
        int different = Arrays.mismatch(earlier, prompt);
        int shared = different < 0 ? prompt.length : different;
        answer.sampled(SampledTokens.prompt(
                shared == 0 ? 0 : parent,
                shared,
                Arrays.copyOfRange(prompt, shared, Math.min(prompt.length, shared + PART))));
        recent.put(identity.run(), identity.number(), prompt);
        for (int from = shared + PART; from < prompt.length; from += PART) {
            answer.sampled(
                    SampledTokens.prompt(0, 0, Arrays.copyOfRange(prompt, from, Math.min(prompt.length, from + PART))));
        }
    }

    /// Records the rest, and keeps all for a request that continues the answer.
    private void finish() {
        record();
        if (!recorded.isEmpty()) {
            int[] all = recorded.stream().flatMapToInt(Arrays::stream).toArray();
            recent.put(identity.run(), identity.number(), all);
        }
    }

    /// Records what was not yet.
    private void record() {
        if (ids.length == 0) {
            return;
        }
        boolean isUnknown = false;
        for (float each : logprobs) {
            isUnknown |= Float.isNaN(each);
        }
        answer.sampled(SampledTokens.answer(ids, isUnknown ? new float[0] : logprobs));
        recorded.add(ids);
        ids = new int[0];
        logprobs = new float[0];
    }
}
