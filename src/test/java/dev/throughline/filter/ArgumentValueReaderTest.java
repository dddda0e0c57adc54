package dev.throughline.filter;

import dev.throughline.filter.ArgumentValueReader.Decision;
import dev.throughline.filter.LiteralMarkers.Marker;
import dev.throughline.filter.LiteralMarkers.Meaning;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ArgumentValueReaderTest {
    private static final Marker CALL_OPEN = new Marker("<tool_call>", Meaning.CALL_OPEN, false);
    private static final Marker CALL_CLOSE = new Marker("</tool_call>", Meaning.CALL_CLOSE, false);
    private static final Marker KEY_OPEN = new Marker("<arg_key>", Meaning.KEY_OPEN, false);
    private static final Marker KEY_CLOSE = new Marker("</arg_key>", Meaning.KEY_CLOSE, false);
    private static final Marker VALUE_OPEN = new Marker("<arg_value>", Meaning.VALUE_OPEN, false);
    private static final Marker VALUE_CLOSE = new Marker("</arg_value>", Meaning.VALUE_CLOSE, false);

    private final StringBuilder data = new StringBuilder();
    private final ArgumentValueReader reader =
            new ArgumentValueReader(data::append, "next"::startsWith, "next"::equals);

    private void text(String text) {
        reader.text(text, 0, text.length());
    }

    @Test
    void holdsACloserUntilItIsKnownWhatFollows() {
        text("a");
        assertThat(reader.marker(VALUE_CLOSE)).isInstanceOf(Decision.Stays.class);
        text(" \n");
        assertThat(data).hasToString("a");

        assertThat(reader.marker(CALL_CLOSE)).isInstanceOf(Decision.Closed.class);
        assertThat(data).hasToString("a");
    }

    @Test
    void takesACloserBeforeTextForData() {
        reader.marker(VALUE_CLOSE);
        text(" x");

        assertThat(data).hasToString("</arg_value> x");
        assertThat(reader.end()).isEmpty();
    }

    @Test
    void takesHalfAnEscapedNewlineForData() {
        reader.marker(VALUE_CLOSE);
        text("\\");

        assertThat(reader.marker(CALL_CLOSE)).isInstanceOf(Decision.Stays.class);
        assertThat(data).hasToString("</arg_value>\\");
    }

    @Test
    void readsAnEscapedNewlineInPiecesAsLayout() {
        reader.marker(VALUE_CLOSE);
        text("\\");
        text("n");

        assertThat(reader.marker(KEY_OPEN)).isInstanceOf(Decision.Closed.class);
    }

    @Test
    void closesWithTheCallBeforeAnotherOne() {
        reader.marker(CALL_CLOSE);

        assertThat(reader.marker(CALL_OPEN)).isInstanceOf(Decision.ClosedWithCall.class);
        assertThat(data).isEmpty();
    }

    @Test
    void takesABalancedCallWithItsOwnValueForData() {
        reader.marker(CALL_OPEN);
        reader.marker(VALUE_OPEN);
        reader.marker(VALUE_CLOSE);
        reader.marker(CALL_CLOSE);

        assertThat(data).hasToString("<tool_call><arg_value></arg_value></tool_call>");
        assertThat(reader.end()).isEmpty();
    }

    @Test
    void endsBeforeTheKeyOfADeclaredArgument() {
        reader.marker(KEY_OPEN);
        text("next");
        reader.marker(KEY_CLOSE);

        assertThat(reader.marker(VALUE_OPEN))
                .isEqualTo(new Decision.NextValue("next", Anomaly.Kind.MISSING_VALUE_CLOSER));
    }

    @Test
    void takesTheKeyOfNoArgumentForData() {
        reader.marker(KEY_OPEN);
        text("other");
        reader.marker(KEY_CLOSE);

        assertThat(data).hasToString("<arg_key>other</arg_key>");
    }

    @Test
    void endsBeforeTheBareKeyOfADeclaredArgument() {
        reader.marker(VALUE_CLOSE);
        text("\nne");
        text("xt ");
        reader.marker(KEY_CLOSE);

        assertThat(reader.marker(VALUE_OPEN))
                .isEqualTo(new Decision.NextValue("next", Anomaly.Kind.MISSING_KEY_OPENER));
        assertThat(data).isEmpty();
    }

    @Test
    void takesABareWordThatBeginsNoKeyForData() {
        reader.marker(VALUE_CLOSE);
        text(" nex");
        text("us");

        assertThat(data).hasToString("</arg_value> nexus");
    }

    @Test
    void dropsANewlineBeforeTheCallsCloserOnly() {
        text("a\n");
        assertThat(data).hasToString("a");
        text("\n");
        assertThat(data).hasToString("a\n");

        reader.marker(CALL_CLOSE);
        assertThat(reader.marker(CALL_OPEN)).isInstanceOf(Decision.ClosedWithCall.class);
        assertThat(data).hasToString("a\n");
    }

    @Test
    void keepsANewlineBeforeItsOwnCloser() {
        text("a\n");
        reader.marker(VALUE_CLOSE);

        assertThat(data).hasToString("a\n");
    }

    @Test
    void saysAtTheEndWhetherItWasClosed() {
        reader.marker(VALUE_CLOSE);

        assertThat(reader.end()).containsInstanceOf(Decision.Closed.class);
    }
}
