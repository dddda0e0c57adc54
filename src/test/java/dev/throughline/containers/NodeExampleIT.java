package dev.throughline.containers;

import dev.throughline.testing.NodeScripts;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The Node example of the page on builds, with the images of these sources for the published ones.
class NodeExampleIT {
    private static final String SCRIPT = "reasoning.test.mjs";
    private static final int SECONDS = 300;

    @Test
    void clientKeepsReasoning() throws Exception {
        NodeScripts.Outcome outcome = NodeScripts.test(SCRIPT, NodeExampleIT::ours, SECONDS);

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("pass 1");
    }

    @Test
    void aClientThatDropsReasoningFailsTheTest() throws Exception {
        NodeScripts.Outcome outcome = NodeScripts.test(
                SCRIPT,
                text -> ours(text)
                        .replace(
                                "completion.choices[0].message)",
                                "{ role: 'assistant', content: completion.choices[0].message.content })"),
                SECONDS);

        assertThat(outcome.exitCode()).as(outcome.output()).isNotZero();
        assertThat(outcome.output()).contains("FAIL: THINK broken");
    }

    private static String ours(String text) {
        return text.replaceAll(
                        PublishedImages.SERVICE + ":[0-9.]+", Images.service().asCanonicalNameString())
                .replace(PublishedImages.POSTGRES, Images.postgres().asCanonicalNameString());
    }
}
