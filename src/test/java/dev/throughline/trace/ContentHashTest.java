package dev.throughline.trace;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ContentHashTest {
    private static final ContentHash.Call LIST = new ContentHash.Call("bash", "{\"command\":\"ls\",\"all\":1}");

    @Test
    void ignoresWhiteSpaceAndTheWayArgumentsAreWritten() {
        var spaced = new ContentHash.Call("bash", " {\"all\": 1.0, \"command\": \"ls\"}");

        assertThat(ContentHash.of(" Look\n at\tthis. ", List.of(spaced)))
                .isEqualTo(ContentHash.of("Lookatthis.", List.of(LIST)))
                .matches("[0-9a-f]{64}");
        assertThat(ContentHash.of("", List.of(new ContentHash.Call("now", " "))))
                .isEqualTo(ContentHash.of("", List.of(new ContentHash.Call("now", "{}"))));
    }

    @Test
    void differsWithAnythingThatIsShown() {
        Stream<String> hashes = Stream.of(
                ContentHash.of("Look", List.of()),
                ContentHash.of("Look.", List.of()),
                ContentHash.of("Look", List.of(LIST)),
                ContentHash.of("Look", List.of(LIST, LIST)),
                ContentHash.of("Look", List.of(new ContentHash.Call("sh", LIST.arguments()))),
                ContentHash.of("Look", List.of(new ContentHash.Call("bash", "{\"command\":\"ls\"}"))),
                ContentHash.of("Lookbash", List.of(new ContentHash.Call("", LIST.arguments()))),
                ContentHash.of("Look", List.of(new ContentHash.Call("bash", "{\"command\":"))));

        assertThat(hashes.toList()).doesNotHaveDuplicates();
    }

    @Test
    void ofAMessageIsThatOfItsTextsAndCalls() {
        Part.Reasoning thought = new Part.Reasoning("", "thinking", "Hm.", Optional.empty());
        Part.ToolCall call = new Part.ToolCall("", "any id", LIST.name(), LIST.arguments());

        assertThat(hash(thought, new Part.Text("", "Look"), call)).contains(ContentHash.of("Look", List.of(LIST)));
        assertThat(hash(call)).contains(ContentHash.of("", List.of(LIST)));
        assertThat(hash(new Part.Text("", "Look"))).contains(ContentHash.of("Look", List.of()));
    }

    @Test
    void aMessageThatShowsNothingHasNone() {
        assertThat(hash()).isEmpty();
        assertThat(hash(new Part.Text("", " \n"))).isEmpty();
        assertThat(hash(new Part.Reasoning("", "thinking", "Hm.", Optional.empty())))
                .isEmpty();
    }

    private static Optional<String> hash(Part... parts) {
        return ContentHash.of(new Message("", Role.ASSISTANT, List.of(parts)));
    }
}
