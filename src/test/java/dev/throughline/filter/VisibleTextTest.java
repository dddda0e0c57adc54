package dev.throughline.filter;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VisibleTextTest {
    private final List<String> sent = new ArrayList<>();
    private final VisibleText beforeCalls = visible(true);
    private final VisibleText alone = visible(false);

    @Test
    void whiteSpaceBeforeACallAtTheEndIsDropped() {
        say(beforeCalls, " a b ", "\n");
        assertThat(sent).containsExactly(" a b");
        beforeCalls.touch();
        beforeCalls.end();

        assertThat(sent).containsExactly(" a b");
    }

    @Test
    void whiteSpaceAtTheEndOfTheMessageIsKept() {
        say(beforeCalls, "a ", "\n");
        beforeCalls.end();
        beforeCalls.end();

        assertThat(sent).containsExactly("a", " \n");
    }

    @Test
    void whiteSpaceBetweenTwoTextsIsKept() {
        say(beforeCalls, "a ", "\n", " b");
        beforeCalls.touch();
        say(beforeCalls, " c");

        assertThat(sent).containsExactly("a", " \n b", " c");
    }

    @Test
    void whiteSpaceBehindReasoningAtTheStartIsDropped() {
        say(beforeCalls, " ");
        beforeCalls.touch();
        assertThat(beforeCalls.isEmpty()).isTrue();
        say(beforeCalls, "\n", " a");

        assertThat(beforeCalls.isEmpty()).isFalse();
        assertThat(sent).containsExactly("a");
    }

    @Test
    void whiteSpaceAtTheStartIsKeptWithoutReasoning() {
        say(beforeCalls, " ", "\n", "a");

        assertThat(sent).containsExactly(" \na");
    }

    @Test
    void nothingIsHeldBackWhereNoCallMayFollow() {
        say(alone, "a ", " ", "b ");
        alone.end();

        assertThat(sent).containsExactly("a ", " ", "b ");
    }

    @Test
    void whereNoCallMayFollowLayoutIsDroppedAtTheStartOnly() {
        alone.touch();
        say(alone, " ", " a ");
        alone.touch();
        say(alone, " ", "b");
        alone.end();

        assertThat(sent).containsExactly("a ", " b");
    }

    @Test
    void whiteSpaceBeforeWhatIsNoMarkupIsKept() {
        say(beforeCalls, "a ", "\n");
        beforeCalls.flush();
        say(beforeCalls, "\n");
        beforeCalls.flush();
        beforeCalls.end();

        assertThat(sent).containsExactly("a", " \n", "\n");
    }

    @Test
    void whiteSpaceThatTouchesMarkupStaysLayoutBeforeWhatIsNoMarkup() {
        beforeCalls.touch();
        say(beforeCalls, "\n");
        beforeCalls.flush();
        say(beforeCalls, "a");

        assertThat(sent).containsExactly("a");
    }

    @Test
    void onlyTheGivenPartIsSaid() {
        beforeCalls.text("x a y", 1, 4);
        beforeCalls.text("x b y", 2, 3);

        assertThat(sent).containsExactly(" a", " b");
    }

    private VisibleText visible(boolean callsMayFollow) {
        var out = new FilterOutput();
        out.begin(new Start(""), this::take);
        return new VisibleText(out, callsMayFollow);
    }

    private void take(StreamEvent event) {
        sent.add(((TextDelta) event).text());
    }

    private static void say(VisibleText text, String... pieces) {
        for (String piece : pieces) {
            text.text(piece, 0, piece.length());
        }
    }
}
