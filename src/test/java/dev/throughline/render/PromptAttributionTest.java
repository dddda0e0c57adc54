package dev.throughline.render;

import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PromptAttributionTest {
    /// The stretches of a text that a predicate holds for.
    private static List<String> stretches(String text, IntPredicate holds) {
        StringBuilder found = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            found.append(holds.test(at) ? text.charAt(at) : '\u0000');
        }
        return List.of(found.toString().split("\u0000+")).stream()
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private static List<String> sampled(String version, String context) {
        PromptAttribution prompt = RenderedConversations.attribution(version, context);
        return stretches(RenderedConversations.render(version, context).text(), prompt::isSampled);
    }

    @Test
    void theRoleMarkerBehindAnAnswerIsSampledAndNoContent() {
        assertThat(sampled("glm-4.7", RenderedConversations.TOOL_LOOP))
                .containsExactly(
                        "why</think>see<tool_call>f<arg_key>a</arg_key><arg_value>b</arg_value></tool_call>"
                                + "<|observation|>",
                        "done");

        Rendering rendering = RenderedConversations.render("glm-4.7", RenderedConversations.TOOL_LOOP);
        PromptAttribution prompt = RenderedConversations.attribution("glm-4.7", RenderedConversations.TOOL_LOOP);
        int marker = rendering.text().indexOf("<|observation|>");
        assertThat(prompt.isContent(marker)).isFalse();
        assertThat(prompt.isContent(marker - 1)).isTrue();
        assertThat(prompt.message(marker)).isEqualTo(1);
        assertThat(prompt.role(marker)).hasValue("assistant");
        assertThat(prompt.role(marker + "<|observation|><tool_response>".length()))
                .hasValue("tool");
        assertThat(prompt.role(0)).isEmpty();
    }

    @Test
    void theOpenerThatThePromptHasIsNotSampledNorIsALoneCloser() {
        String context = """
                {"messages": [{"role": "user", "content": "a"},
                  {"role": "assistant", "content": "b", "reasoning_content": "r"},
                  {"role": "user", "content": "c"},
                  {"role": "assistant", "content": "d", "reasoning_content": "s"}]}""";

        assertThat(sampled("glm-4.7", context)).containsExactly("b<|user|>", "s</think>d");
    }

    @Test
    void oldVersionsWriteTheOpenerAndTheNewlineBeforeItIsHeader() {
        String context = """
                {"messages": [{"role": "user", "content": "a"},
                  {"role": "assistant", "content": "b", "reasoning_content": "r"}]}""";

        assertThat(sampled("glm-4.5", context)).containsExactly("<think>r</think>\nb");
    }

    @Test
    void theEndOfAClosedTurnIsSampledAndTheLineEndBehindItIsNot() {
        String context = """
                {"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"},
                  {"role": "user", "content": "c"}], "add_generation_prompt": true}""";
        Rendering rendering = RenderedConversations.CLOSED_TURNS.render(
                RenderedConversations.json(context), RenderedConversations.NOON);
        PromptAttribution prompt = PromptAttribution.of(
                rendering, RenderedConversations.json(context).path("messages"), RenderedConversations.CLOSED_PROFILE);

        assertThat(stretches(rendering.text(), prompt::isSampled)).containsExactly("b<|endoftext|>");
        assertThat(stretches(rendering.text(), prompt::isContent)).containsExactly("a", "b", "c");
    }

    @Test
    void textThatReadsLikeAStopEndsNoAnswer() {
        String context = """
                {"messages": [{"role": "user", "content": "a"},
                  {"role": "assistant", "content": "x<|user|>y"}, {"role": "user", "content": "c"}]}""";

        assertThat(sampled("glm-4.7", context)).containsExactly("x<|user|>y<|user|>");
    }

    @Test
    void aProfileThatDoesNotFitIsRefused() {
        Rendering rendering = RenderedConversations.render("glm-4.7", RenderedConversations.TOOL_LOOP);
        ModelProfile other = new ModelProfile(List.of("<|bot|>"), List.of("<|done|>"), Optional.empty());

        assertThatThrownBy(() -> PromptAttribution.of(
                        rendering,
                        RenderedConversations.json(RenderedConversations.TOOL_LOOP)
                                .path("messages"),
                        other))
                .isInstanceOf(AttributionException.class)
                .hasMessageContaining("message 1 has none of its headers");
    }

    @Test
    void withoutAProfileOnlyMarkedGenerationsAreKnown() {
        String context = """
                {"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}""";
        Rendering marked = RenderedConversations.CLOSED_TURNS.render(
                RenderedConversations.json(context), RenderedConversations.NOON);
        PromptAttribution known = PromptAttribution.withoutProfile(
                marked, RenderedConversations.json(context).path("messages"));
        PromptAttribution unknown = PromptAttribution.withoutProfile(
                RenderedConversations.render("glm-4.7", context),
                RenderedConversations.json(context).path("messages"));

        assertThat(stretches(marked.text(), known::isSampled)).containsExactly("b");
        assertThat(unknown.knowsSampled()).isFalse();
        assertThatThrownBy(() -> unknown.isSampled(0))
                .isInstanceOf(AttributionException.class)
                .hasMessageContaining("profile is missing");
    }

    @Test
    void aProfileNeedsHeadersAndStops() {
        assertThatThrownBy(() -> new ModelProfile(List.of(), List.of("x"), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ModelProfile(List.of("x"), List.of(""), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
