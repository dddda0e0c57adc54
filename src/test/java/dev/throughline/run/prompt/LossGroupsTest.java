package dev.throughline.run.prompt;

import dev.throughline.render.PrefixCause;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LossGroupsTest {
    private static StepLoss dropped(int request, int message, int tokens) {
        return new StepLoss(
                request,
                PrefixCause.REASONING_DROPPED,
                "/messages/" + message + "/reasoning_content",
                tokens,
                true,
                Optional.empty());
    }

    @Test
    void onePlaceKeepsItsPointer() {
        assertThat(LossGroups.of(List.of(dropped(5, 6, 100), dropped(9, 6, 100))))
                .singleElement()
                .satisfies(loss -> {
                    assertThat(loss.requests()).containsExactly(5, 9);
                    assertThat(loss.pointer()).isEqualTo("/messages/6/reasoning_content");
                });
    }

    @Test
    void severalPlacesHaveTheirShape() {
        assertThat(LossGroups.of(List.of(dropped(5, 6, 100), dropped(9, 12, 300))))
                .singleElement()
                .satisfies(loss -> {
                    assertThat(loss.pointer()).isEqualTo("/messages/*/reasoning_content");
                    assertThat(loss.least()).isEqualTo(100);
                    assertThat(loss.most()).isEqualTo(300);
                    assertThat(loss.wasted()).isEqualTo(400);
                });
    }

    @Test
    void otherCausesStandApartTheLargestFirst() {
        StepLoss system =
                new StepLoss(2, PrefixCause.SYSTEM_CHANGED, "/messages/0/content", 900, true, Optional.empty());

        assertThat(LossGroups.of(List.of(dropped(5, 6, 100), system)))
                .extracting(loss -> loss.cause())
                .containsExactly("SYSTEM_CHANGED", "REASONING_DROPPED");
    }
}
