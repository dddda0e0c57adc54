package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.render.tokenizer.Encoding;
import dev.throughline.render.tokenizer.Tokenizer;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LossMaskTest {
    private static final Tokenizer TOKENIZER = RenderedConversations.TOKENIZER;
    private static final ModelProfile PROFILE = ModelProfile.of(RenderedConversations.glm("glm-4.7"));
    private static final Rendering PROMPT = RenderedConversations.render("glm-4.7", RenderedConversations.TOOL_LOOP);
    private static final JsonNode MESSAGES =
            RenderedConversations.json(RenderedConversations.TOOL_LOOP).path("messages");
    private static final String CALL =
            "why</think>see<tool_call>f<arg_key>a</arg_key><arg_value>b</arg_value></tool_call><|observation|>";

    private static LossMask mask(LossRules rules) {
        return LossMask.of(encoding(), PromptAttribution.of(PROMPT, MESSAGES, PROFILE), rules);
    }

    private static Encoding encoding() {
        return TOKENIZER.encode(PROMPT.text());
    }

    /// The text of the tokens that are learned.
    private static String learnt(LossMask mask) {
        StringBuilder found = new StringBuilder();
        for (int index = 0; index < mask.size(); index++) {
            found.append(mask.isLearnt(index) ? TOKENIZER.decode(mask.ids()[index]) : "");
        }
        return found.toString();
    }

    @Test
    void withoutARoleFilterWhatIsSampledIsLearnt() {
        LossMask mask = mask(LossRules.SAMPLED);

        assertThat(learnt(mask)).isEqualTo(CALL + "done");
        assertThat(mask.ids()).isEqualTo(encoding().ids());
        assertThat(mask.learnt()).isLessThan(mask.size());
    }

    @Test
    void aRoleFilterKeepsTheStopOfAnAnswerWithTheAnswer() {
        LossRules assistants = new LossRules(Optional.of(Set.of("assistant")), Set.of(), Optional.empty());
        LossRules tools = new LossRules(Optional.of(Set.of("tool")), Set.of(), Optional.empty());

        assertThat(learnt(mask(assistants))).isEqualTo(CALL + "done");
        assertThat(learnt(mask(tools))).isEmpty();
    }

    @Test
    void rolesThatAreLearntByTheirBodiesNeedNotBeSampled() {
        LossRules rules = new LossRules(Optional.of(Set.of()), Set.of("tool"), Optional.empty());

        assertThat(learnt(mask(rules))).isEqualTo("onetwo");
    }

    @Test
    void messagesThatAreNotTrainableAreLeftOut() {
        assertThat(learnt(mask(LossRules.SAMPLED.only(Set.of(4))))).isEqualTo("done");
        assertThat(learnt(mask(LossRules.SAMPLED.only(Set.of(1))))).isEqualTo(CALL);
    }

    @Test
    void whatIsNotKnownIsAnError() {
        PromptAttribution unknown = PromptAttribution.withoutProfile(PROMPT, MESSAGES);
        LossRules bodies = new LossRules(Optional.empty(), Set.of("tool"), Optional.empty());

        assertThatThrownBy(() -> LossMask.of(encoding(), unknown, LossRules.SAMPLED))
                .isInstanceOf(AttributionException.class)
                .hasMessageContaining("profile is missing");
        assertThat(learnt(LossMask.of(encoding(), unknown, bodies))).isEqualTo("onetwo");
    }

    @Test
    void aTokenCountsByItsFirstCharacter() {
        Encoding tokens = encoding();
        PromptAttribution prompt = PromptAttribution.of(PROMPT, MESSAGES, PROFILE);
        LossMask mask = LossMask.of(tokens, prompt, LossRules.SAMPLED);

        for (int index = 0; index < mask.size(); index++) {
            assertThat(mask.isLearnt(index)).isEqualTo(prompt.isSampled(tokens.start(index)));
        }
    }

    @Test
    void theStopThatASampleLacksIsLearntToo() {
        LossMask mask = mask(LossRules.SAMPLED);

        assertThat(learnt(mask.ensureFinalStop(PROFILE, false, TOKENIZER))).isEqualTo(CALL + "done<|user|>");
        assertThat(learnt(mask.ensureFinalStop(PROFILE, true, TOKENIZER))).isEqualTo(CALL + "done<|observation|>");
    }

    @Test
    void aStopIsNotRepeatedNorLearntWhereNothingElseIs() {
        LossMask stopped = mask(LossRules.SAMPLED).ensureFinalStop(PROFILE, false, TOKENIZER);
        LossMask first = mask(LossRules.SAMPLED.only(Set.of(1)));

        assertThat(stopped.ensureFinalStop(PROFILE, true, TOKENIZER)).isSameAs(stopped);
        assertThat(first.ensureFinalStop(PROFILE, true, TOKENIZER)).isSameAs(first);
    }
}
