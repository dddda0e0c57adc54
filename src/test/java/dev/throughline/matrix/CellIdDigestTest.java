package dev.throughline.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.trace.ThinkingPolicy;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CellIdDigestTest {
    private static CellKey key(String sdk, String reasoningField) {
        return new CellKey(
                1,
                "tools",
                ThinkingPolicy.PRESERVED,
                CellKey.Streaming.STREAM,
                Optional.of(new Versioned("opencode", "1.1.34")),
                "",
                sdk,
                reasoningField,
                "glm-4.7",
                Optional.empty(),
                Optional.empty(),
                "",
                Dialect.OPENAI_CHAT,
                Dialect.OPENAI_CHAT,
                "");
    }

    @Test
    void aCombinationWithoutPackagesKeepsTheIdOfEarlierReleases() {
        assertThat(CellIdDigest.of(key("", ""))).isEqualTo("0cf69b3eb1a4b43b6c21d056501aa322");
    }

    @Test
    void packagesAndTheReasoningFieldMakeOthers() {
        assertThat(Stream.of(key("", ""), key("ai@6", ""), key("ai@7", ""), key("", "ai@6"), key("ai@6", "reasoning"))
                        .map(CellIdDigest::of))
                .doesNotHaveDuplicates();
    }
}
