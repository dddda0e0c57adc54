package dev.throughline.trace.repair;

import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.trace.TokenlessRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.call;
import static dev.throughline.trace.TokenlessRun.calls;
import static dev.throughline.trace.TokenlessRun.joined;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

/// Which of very many answers that show the same is restored: above 64 of them they are no longer compared one by
/// one.
class CrowdedAnswersTest {
    private final TokenlessRun chat = new TokenlessRun(Dialect.OPENAI_CHAT);

    @ParameterizedTest
    @ValueSource(ints = {2, 64, 65})
    void answersThatThoughtTheSameNeedNotBeTold(int count) {
        crowd(0, "Done.", count, false);

        assertThat(restored(done())).containsExactly("/messages/1: Same");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 64, 65})
    void answersThatThoughtDifferentlyAreNotGuessed(int count) {
        crowd(0, "Done.", count, true);

        assertThat(restored(done())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 64, 65})
    void oneThatContinuesTheAnswerBeforeIsTold(int count) {
        crowd(0, "Done.", count, true);
        int hello = chat.answer(0, 1, thinks("Hi"), says("Hello.")).number();
        chat.answer(hello, 2, thinks("Mine"), says("Done."));
        crowd(0, "Done.", 1, true);

        assertThat(restored(helloAndDone())).containsExactly("/messages/1: Hi", "/messages/3: Mine");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 64, 65})
    void oneThatBeginsAConversationIsTold(int count) {
        int hello = chat.answer(0, 1, thinks("Hi"), says("Hello.")).number();
        crowd(hello, "Done.", count, true);
        chat.answer(0, 1, thinks("Mine"), says("Done."));

        assertThat(restored(done())).containsExactly("/messages/1: Mine");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 64})
    void oneThatIsContinuedByTheAnswerBehindItIsTold(int count) {
        int hello = chat.answer(0, 1, thinks("Hi"), says("Hello.")).number();
        chat.answer(hello, 2, thinks("Other"), says("Done."));
        int mine = chat.answer(hello, 2, thinks("Mine"), says("Done.")).number();
        crowd(mine, "End.", count, false);

        assertThat(restored(
                        user(0, "Hi"),
                        assistant(1, text("Hello.")),
                        user(2, "More"),
                        assistant(3, text("Done.")),
                        user(4, "So"),
                        assistant(5, text("End."))))
                .containsExactly("/messages/1: Hi", "/messages/3: Mine", "/messages/5: Same");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 64, 65})
    void oneThatContinuesAnyOfEqualAnswersIsTold(int count) {
        int other = chat.answer(0, 1, thinks("Other"), says("Else.")).number();
        chat.answer(other, 2, thinks("Not this"), says("Done."));
        crowd(0, "Hello.", count, false);
        chat.answer(2 + count, 2, thinks("Mine"), says("Done."));
        chat.answer(other, 2, thinks("Nor this"), says("Done."));

        assertThat(restored(helloAndDone())).containsExactly("/messages/1: Same", "/messages/3: Mine");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void answersToEqualAnswersAreToldIfTheyThoughtTheSame(boolean isSame) {
        crowd(0, "Hello.", 2, false);
        crowd(0, "Done.", 65, true);
        chat.answer(1, 2, thinks("Mine"), says("Done."));
        chat.answer(2, 2, thinks(isSame ? "Mine" : "Not mine"), says("Done."));

        if (isSame) {
            assertThat(restored(helloAndDone())).containsExactly("/messages/1: Same", "/messages/3: Mine");
        } else {
            assertThat(restored(helloAndDone())).containsExactly("/messages/1: Same");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 33})
    void answersToEqualAnswersAreComparedUpToSixtyFour(int each) {
        crowd(0, "Hello.", 2, false);
        crowd(1, "Done.", each, false);
        crowd(2, "Done.", each, false);
        chat.answer(0, 1, thinks("Other"), says("Done."));

        if (each == 32) {
            assertThat(restored(helloAndDone())).containsExactly("/messages/1: Same", "/messages/3: Same");
        } else {
            assertThat(restored(helloAndDone())).containsExactly("/messages/1: Same");
        }
    }

    @Test
    void anyOfVeryManyAnswersToOneOfEqualAnswersIsTold() {
        crowd(0, "Hello.", 2, false);
        crowd(2, "Done.", 65, false);
        chat.answer(0, 1, thinks("Other"), says("Done."));

        assertThat(restored(helloAndDone())).containsExactly("/messages/1: Same", "/messages/3: Same");
    }

    @Test
    void amongTooManyToTooManyNoneIsTold() {
        crowd(0, "Hello.", 65, false);
        crowd(0, "Done.", 65, true);
        chat.answer(1, 2, thinks("Mine"), says("Done."));

        assertThat(restored(helloAndDone())).containsExactly("/messages/1: Same");
    }

    @Test
    void withoutOneThatContinuesTheAnswerBeforeThoseBehindItAreMeant() {
        chat.answer(0, 1, thinks("Earlier"), says("Done."));
        int hello = chat.answer(0, 1, thinks("Hi"), says("Hello.")).number();
        chat.answer(0, 1, thinks("Later"), says("Done."));

        assertThat(hello).isEqualTo(2);
        assertThat(restored(helloAndDone())).containsExactly("/messages/1: Hi", "/messages/3: Later");
    }

    @Test
    void behindAnUnknownAnswerNoneIsTold() {
        chat.answer(0, 1, thinks("One"), says("Done."));
        chat.answer(1, 2, thinks("Two"), says("Done."));

        assertThat(restored(
                        user(0, "Hi"),
                        assistant(1, text("Unknown")),
                        user(2, "More"),
                        assistant(3, text("Done.")),
                        user(4, "So")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65})
    void aSplitAnswerIsToldUpToSixtyFour(int count) {
        crowd(0, "Done. Well.", count, false);

        assertThat(restored(user(0, "Hi"), assistant(1, text("Done.")), assistant(2, text(" Well."))))
                .hasSize(count == 64 ? 1 : 0);
    }

    @Test
    void aPieceThatIsAnAnswerOfItsOwnIsNotPartOfTheNext() {
        chat.answer(0, 1, thinks("One"), says("Done."));
        chat.answer(1, 1, joined(thinks("Two"), says("Done."), calls("c1")));

        assertThat(restored(user(0, "Hi"), assistant(1, text("Done.")), assistant(2, text("Done."), call("c1"))))
                .containsExactly("/messages/1: One", "/messages/2: Two");
    }

    private void crowd(int parent, String text, int count, boolean isVaried) {
        for (int i = 0; i < count; i++) {
            chat.answer(parent, parent == 0 ? 1 : 2, thinks(isVaried ? "Thought " + i : "Same"), says(text));
        }
    }

    private static Message[] done() {
        return new Message[] {user(0, "Hi"), assistant(1, text("Done.")), user(2, "More")};
    }

    private static Message[] helloAndDone() {
        return new Message[] {
            user(0, "Hi"), assistant(1, text("Hello.")), user(2, "More"), assistant(3, text("Done.")), user(4, "So")
        };
    }

    /// The path and the first restored reasoning of each message that got any, in order.
    private List<String> restored(Message... request) {
        return chat.repair(request).request().messages().stream()
                .flatMap(message -> message.parts().stream()
                        .filter(part -> part instanceof Part.Reasoning)
                        .map(part -> message.path() + ": " + ((Part.Reasoning) part).text()))
                .toList();
    }
}
