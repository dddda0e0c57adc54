package dev.throughline.k8s;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

class PromQueryTest {

    @Test
    void namesSeriesConditionsAndGroupingButNoFunctions() {
        PromQuery promQuery = PromQuery.of(
                "histogram_quantile(0.99, sum by (le, phase) (rate(a_bucket{x=\"1|2\",y=~\"$z\"}[5m]))) > 2.5 or b:c");

        assertThat(promQuery.selections())
                .extracting(PromQuery.Selection::metric)
                .containsExactly("a_bucket", "b:c");
        assertThat(promQuery.grouping()).containsExactly("le", "phase");
        assertThat(promQuery.selections().getFirst().conditions())
                .extracting(PromQuery.Condition::label, condition -> String.join(",", condition.values()))
                .containsExactly(tuple("x", "1,2"), tuple("y", "$z"));
    }

    @Test
    void leavesOffsetsRangesAndNumbersOut() {
        PromQuery promQuery = PromQuery.of("sum(a{b=\"c\"}) - (sum(a offset 15m) or vector(0)) > 2 * 86400");

        assertThat(promQuery.selections())
                .extracting(PromQuery.Selection::metric)
                .containsExactly("a", "a");
        assertThat(promQuery.grouping()).isEmpty();
    }
}
