package dev.throughline.render;

import dev.throughline.render.tokenizer.Encoding;
import dev.throughline.render.tokenizer.Tokenizer;
import java.util.Arrays;

/// Token ids, and which of them are learned. A token counts by its first character.
public final class LossMask {
    private final int[] ids;
    private final boolean[] learnt;

    private LossMask(int[] ids, boolean[] learnt) {
        this.ids = ids;
        this.learnt = learnt;
    }

    /// @throws AttributionException if the rules depend on what is sampled and that is not known
    public static LossMask of(Encoding tokens, PromptAttribution prompt, LossRules rules) {
        boolean[] learnt = new boolean[tokens.size()];
        for (int index = 0; index < learnt.length; index++) {
            learnt[index] = rules.accepts(prompt, tokens.start(index));
        }
        return new LossMask(tokens.ids(), learnt);
    }

    /// This mask with a learned stop token at the end, if the last answer is learned and has none. After calls it is
    /// the stop token of calls: a model that learned to end its text there would never wait for a result.
    ///
    /// @param hasCalls whether the last answer has calls
    /// @throws AttributionException if the stop of the profile is no token
    public LossMask ensureFinalStop(ModelProfile profile, boolean hasCalls, Tokenizer tokenizer) {
        int last = ids.length - 1;
        boolean isStopped = last < 0
                || !learnt[last]
                || profile.stops().stream()
                        .anyMatch(stop -> tokenizer.idOf(stop).orElse(-1) == ids[last]);
        if (isStopped) {
            return this;
        }
        String stop = profile.finalStop(hasCalls);
        int id = tokenizer.idOf(stop).orElseThrow(() -> new AttributionException("\"" + stop + "\" is no token"));
        int[] longerIds = Arrays.copyOf(ids, ids.length + 1);
        boolean[] longer = Arrays.copyOf(learnt, ids.length + 1);
        longerIds[ids.length] = id;
        longer[ids.length] = true;
        return new LossMask(longerIds, longer);
    }

    /// All ids; a copy.
    public int[] ids() {
        return ids.clone();
    }

    /// Number of tokens.
    public int size() {
        return ids.length;
    }

    /// Whether the token at `index` is learned.
    public boolean isLearnt(int index) {
        return learnt[index];
    }

    /// Number of learned tokens.
    public int learnt() {
        int count = 0;
        for (boolean each : learnt) {
            count += each ? 1 : 0;
        }
        return count;
    }
}
