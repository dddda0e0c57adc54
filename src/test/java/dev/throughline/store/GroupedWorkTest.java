package dev.throughline.store;

import dev.throughline.store.GroupedWork.Request;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GroupedWorkTest {
    private static final String KIND = "letters";
    private static final int MOST = 3;

    private final Set<String> incomplete = new HashSet<>();
    private final List<List<String>> served = new ArrayList<>();
    private final List<Promise<Void>> answers = new ArrayList<>();
    private GroupedWork<String, String, Void> work = work(Duration.ofDays(1));

    @Test
    void servesOneThatComesAloneAtOnceAndTheOthersTogether() {
        ask("a", "b", "c", "d", "e");

        answer();
        answer();

        assertThat(served).containsExactly(List.of("a"), List.of("b", "c", "d"), List.of("e"));
    }

    @Test
    void servesCompleteOnesFirst() {
        incomplete.addAll(List.of("b", "d"));
        ask("a", "b", "c", "d", "e");

        answer();
        incomplete.remove("d");
        answer();
        answer();

        assertThat(served).containsExactly(List.of("a"), List.of("c", "e"), List.of("d"), List.of("b"));
    }

    @Test
    void servesIncompleteOnesIfNoneIsComplete() {
        incomplete.addAll(List.of("a", "b", "c"));
        ask("a", "b", "c");

        answer();

        assertThat(served).containsExactly(List.of("a"), List.of("b", "c"));
    }

    @Test
    void servesOneThatHasWaitedWithThoseThatAreComplete() {
        work = work(Duration.ZERO);
        incomplete.add("b");
        ask("a", "b", "c");

        answer();

        assertThat(served).containsExactly(List.of("a"), List.of("b", "c"));
    }

    private GroupedWork<String, String, Void> work(Duration patience) {
        return new GroupedWork<>(
                MOST,
                new DatabaseProgress(),
                Duration.ofDays(1),
                patience,
                value -> !incomplete.contains(value),
                this::serve);
    }

    private void ask(String... values) {
        List.of(values).forEach(value -> work.ask(KIND, value));
    }

    /// Completes the group that is being served, so that the next one is.
    private void answer() {
        answers.getLast().complete();
    }

    private Future<Void> serve(String kind, List<Request<String, Void>> group) {
        served.add(group.stream().map(Request::value).toList());
        answers.add(Promise.promise());
        return answers.getLast().future();
    }
}
