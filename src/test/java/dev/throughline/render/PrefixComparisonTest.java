package dev.throughline.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class PrefixComparisonTest {
    private static final LocalDateTime NOON = LocalDateTime.of(2026, 7, 10, 12, 0);
    private static final ObjectNode ANSWER = json("""
            {"role": "assistant", "reasoning_content": "I must look it up.", "content": "",
             "tool_calls": [{"id": "a", "type": "function", "function": {"name": "find", "arguments": {"q": "x"}}}]}""");
    private static final ObjectNode RESULT = json("""
            {"role": "tool", "tool_call_id": "a", "content": "found"}""");
    private static final ObjectNode QUESTION = json("""
            {"role": "user", "content": "And now?"}""");

    private static ObjectNode first() {
        return json("""
                {"messages": [{"role": "system", "content": "Be exact."}, {"role": "user", "content": "Where?"}],
                 "tools": [{"type": "function", "function": {"name": "find", "parameters": {}}}],
                 "add_generation_prompt": true}""");
    }

    private static ObjectNode next(ObjectNode... more) {
        ObjectNode context = first();
        ArrayNode messages = context.withArray("messages");
        for (ObjectNode message : more) {
            messages.add(message.deepCopy());
        }
        return context;
    }

    private static PrefixComparison compare(String version, ObjectNode before, ObjectNode after) {
        ChatTemplate template =
                ChatTemplate.parse(GlmVersion.find(version).orElseThrow().template());
        return PrefixComparison.of(
                PromptTurn.of(template, before, NOON),
                Optional.of(ANSWER),
                PromptTurn.of(template, after, NOON),
                PrefixMeasure.CHARACTERS);
    }

    private static PrefixComparison edited(Consumer<ObjectNode> edit) {
        ObjectNode after = next(ANSWER, RESULT);
        edit.accept(after);
        return compare("glm-4.7", first(), after);
    }

    private static ObjectNode message(ObjectNode context, int index) {
        return (ObjectNode) context.at("/messages/" + index);
    }

    private static void assertCause(PrefixComparison found, PrefixCause cause, String pointer) {
        assertThat(found.isStable()).isFalse();
        assertThat(found.divergence()).hasValueSatisfying(divergence -> {
            assertThat(divergence.cause()).isEqualTo(cause);
            assertThat(divergence.pointer()).isEqualTo(pointer);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"glm-4.5", "glm-4.6", "glm-4.7", "glm-5", "glm-5.1", "glm-5.2", "glm-5.3"})
    void aToolStepContinuesWhereTheAnswerEnded(String version) {
        PrefixComparison found = compare(version, first(), next(ANSWER, RESULT));

        assertThat(found.answerIsRendered()).isTrue();
        assertThat(found.isStable()).isTrue();
        assertThat(found.common()).isEqualTo(found.previous());
        assertThat(found.divergence()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"glm-4.5", "glm-4.7", "glm-5", "glm-5.1", "glm-5.2"})
    void aQuestionClearsTheReasoningBeforeIt(String version) {
        PrefixComparison found = compare(version, next(), next(ANSWER, RESULT, QUESTION));

        assertCause(found, PrefixCause.REASONING_CLEARED, "/messages/2/reasoning_content");
    }

    @Test
    void keptReasoningKeepsThePrefix() {
        ObjectNode before = first().put("clear_thinking", false);
        ObjectNode after = next(ANSWER, RESULT, QUESTION).put("clear_thinking", false);

        assertThat(compare("glm-4.7", before, after).isStable()).isTrue();
        assertThat(compare("glm-5.3", first(), next(ANSWER, RESULT, QUESTION)).isStable())
                .isTrue();
    }

    @Test
    void namesReasoningThatTheClientDropped() {
        PrefixComparison found = edited(context -> message(context, 2).remove("reasoning_content"));

        assertCause(found, PrefixCause.REASONING_DROPPED, "/messages/2/reasoning_content");
        assertThat(found.divergence().orElseThrow().templateClearsAnyway()).isFalse();
        assertThat(found.divergence().orElseThrow().before()).contains("I must look it up.");
        assertThat(found.divergence().orElseThrow().after()).isNotEmpty();
    }

    @Test
    void saysWhenTheTemplateWouldHaveClearedWhatWasDropped() {
        ObjectNode after = next(ANSWER, RESULT, QUESTION);
        message(after, 2).remove("reasoning_content");

        PrefixComparison found = compare("glm-4.7", first(), after);

        assertCause(found, PrefixCause.REASONING_DROPPED, "/messages/2/reasoning_content");
        assertThat(found.divergence().orElseThrow().templateClearsAnyway()).isTrue();
    }

    @Test
    void namesTheOptionThatWouldHaveKeptThePrefix() {
        ObjectNode dropped = next(ANSWER, RESULT, QUESTION);
        message(dropped, 2).remove("reasoning_content");

        assertThat(divergence("glm-4.7", next(ANSWER, RESULT, QUESTION)).remedy())
                .contains("clear_thinking=false");
        assertThat(divergence("glm-4.7", dropped).remedy()).contains("clear_thinking=false");
        assertThat(divergence("glm-4.7", dropped).isAvoidable()).isTrue();
    }

    @Test
    void aTemplateWithoutSuchAnOptionPartsThePromptsWhateverIsSent() {
        ChatTemplate clears = ChatTemplate.parse("{% for m in messages %}{{ m.role }}:"
                + "{% if loop.last or messages[-1].role != 'user' %}{{ m.reasoning_content }}{% endif %}{{ m.content }}"
                + "{% endfor %}{% if add_generation_prompt %}assistant:{% endif %}");
        PrefixComparison found = PrefixComparison.of(
                PromptTurn.of(clears, next(ANSWER, RESULT), NOON),
                Optional.empty(),
                PromptTurn.of(clears, next(ANSWER, RESULT, QUESTION).put("add_generation_prompt", true), NOON),
                PrefixMeasure.CHARACTERS);

        assertThat(found.divergence().orElseThrow().cause()).isEqualTo(PrefixCause.REASONING_CLEARED);
        assertThat(found.divergence().orElseThrow().isAvoidable()).isFalse();
    }

    @Test
    void whatTheClientDroppedIsAvoidable() {
        PrefixComparison found = edited(context -> message(context, 2).remove("reasoning_content"));

        assertThat(found.divergence().orElseThrow().isAvoidable()).isTrue();
        assertThat(found.divergence().orElseThrow().remedy()).isEmpty();
    }

    @Test
    void withoutATokenizerTokensAreScaledByWhatTheServerCounted() {
        PrefixMeasure measure = PrefixMeasure.estimated(50);

        assertThat(measure.isEstimated()).isTrue();
        assertThat(measure.measure("a".repeat(160), 100, "a".repeat(120) + "b".repeat(80), 120))
                .isEqualTo(new PrefixMeasure.Lengths(30, 40, 50));
        assertThat(PrefixMeasure.estimated(0).measure("aaaa", 4, "aaaabbbb", 4))
                .isEqualTo(new PrefixMeasure.Lengths(1, 1, 2));
    }

    private static PrefixComparison.Divergence divergence(String version, ObjectNode after) {
        return compare(version, first(), after).divergence().orElseThrow();
    }

    @Test
    void namesEachFieldThatCanChange() {
        assertCause(
                edited(context -> message(context, 2).put("reasoning_content", "I must ask.")),
                PrefixCause.REASONING_CHANGED,
                "/messages/2/reasoning_content");
        assertCause(
                edited(context -> message(context, 2).put("content", "Wait.")),
                PrefixCause.CONTENT_CHANGED,
                "/messages/2/content");
        assertCause(
                edited(context ->
                        ((ObjectNode) context.at("/messages/2/tool_calls/0/function/arguments")).put("q", "y")),
                PrefixCause.ARGUMENTS_CHANGED,
                "/messages/2/tool_calls/0/function/arguments");
        assertCause(
                edited(context -> message(context, 0).put("content", "Be brief.")),
                PrefixCause.SYSTEM_CHANGED,
                "/messages/0/content");
        assertCause(
                edited(context -> message(context, 1).put("content", "Who?")),
                PrefixCause.MESSAGE_CHANGED,
                "/messages/1/content");
        assertCause(
                edited(context -> ((ObjectNode) context.at("/tools/0/function")).put("name", "seek")),
                PrefixCause.TOOLS_CHANGED,
                "/tools/0");
        assertCause(
                edited(context -> context.withArray("messages").remove(1)),
                PrefixCause.HISTORY_REPLACED,
                "/messages/1");
    }

    @Test
    void namesAnOptionThatChanged() {
        PrefixComparison found =
                compare("glm-5.3", first(), next(ANSWER, RESULT).put("reasoning_effort", "low"));

        assertCause(found, PrefixCause.OPTIONS_CHANGED, "/reasoning_effort");
    }

    @Test
    void namesAnotherTemplate() {
        ChatTemplate one = ChatTemplate.parse("{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}");
        ChatTemplate other = ChatTemplate.parse("{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}");

        PrefixComparison found = PrefixComparison.of(
                PromptTurn.of(one, first(), NOON),
                Optional.empty(),
                PromptTurn.of(other, first(), NOON),
                PrefixMeasure.CHARACTERS);

        assertCause(found, PrefixCause.TEMPLATE_CHANGED, "");
    }

    @Test
    void namesATemplateThatWritesAnEarlierMessageAnew() {
        ChatTemplate counts =
                ChatTemplate.parse("{{ messages|length }}{% for m in messages %}{{ m.content }}{% endfor %}");

        PrefixComparison found = PrefixComparison.of(
                PromptTurn.of(counts, first(), NOON),
                Optional.empty(),
                PromptTurn.of(counts, next(QUESTION), NOON),
                PrefixMeasure.CHARACTERS);

        assertCause(found, PrefixCause.TEMPLATE_REWRITES, "");
    }

    @Test
    void triesEveryBoundaryOfATemplate() {
        ChatTemplate template =
                ChatTemplate.parse(GlmVersion.find("glm-4.7").orElseThrow().template());

        assertThat(TemplateBoundary.tryAll(template))
                .filteredOn(trial -> !trial.option().startsWith("enable_thinking"))
                .extracting(
                        TemplateBoundary.Trial::boundary,
                        TemplateBoundary.Trial::option,
                        trial -> trial.comparison().orElseThrow().isStable())
                .containsExactly(
                        tuple(TemplateBoundary.TOOL_STEP, "", true),
                        tuple(TemplateBoundary.TOOL_STEP, "clear_thinking=false", true),
                        tuple(TemplateBoundary.QUESTION_AFTER_TOOLS, "", false),
                        tuple(TemplateBoundary.QUESTION_AFTER_TOOLS, "clear_thinking=false", true),
                        tuple(TemplateBoundary.QUESTION, "", false),
                        tuple(TemplateBoundary.QUESTION, "clear_thinking=false", true));
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) new JsonMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
