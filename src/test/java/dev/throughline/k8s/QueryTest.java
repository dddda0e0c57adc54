package dev.throughline.k8s;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

class QueryTest {

    @Test
    void namesSeriesConditionsAndGroupingButNoFunctions() {
        Query query = Query.of(
                "histogram_quantile(0.99, sum by (le, phase) (rate(a_bucket{x=\"1|2\",y=~\"$z\"}[5m]))) > 2.5 or b:c");

        assertThat(query.selections()).extracting(Query.Selection::metric).containsExactly("a_bucket", "b:c");
        assertThat(query.grouping()).containsExactly("le", "phase");
        assertThat(query.selections().getFirst().conditions())
                .extracting(Query.Condition::label, condition -> String.join(",", condition.values()))
                .containsExactly(tuple("x", "1,2"), tuple("y", "$z"));
    }

    @Test
    void leavesOffsetsRangesAndNumbersOut() {
        Query query = Query.of("sum(a{b=\"c\"}) - (sum(a offset 15m) or vector(0)) > 2 * 86400");

        assertThat(query.selections()).extracting(Query.Selection::metric).containsExactly("a", "a");
        assertThat(query.grouping()).isEmpty();
    }
}
