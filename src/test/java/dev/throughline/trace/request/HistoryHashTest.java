package dev.throughline.trace.request;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HistoryHashTest {
    private static final Part HELLO = new Part.Text("/a", "hello");

    @Test
    void everyDifferenceThatTracingDependsOnChangesIt() {
        Stream<List<Message>> histories = Stream.of(
                List.of(),
                List.of(user(HELLO)),
                List.of(user(HELLO), user()),
                List.of(user(HELLO, HELLO)),
                List.of(user(HELLO), user(HELLO)),
                List.of(assistant(HELLO)),
                List.of(assistant(new Part.Text("/b", "hello"))),
                List.of(user(new Part.Text("/a", "hell"), new Part.Text("/a", "o"))),
                List.of(user(new Part.Text("/a", "x".repeat(300)))),
                List.of(user(new Part.Text("/a", "x".repeat(70_000)))),
                List.of(user(HELLO), new Message("", Role.SYSTEM, List.of(HELLO))),
                List.of(assistant(new Part.Reasoning("/a", "f", "hello", Optional.empty()))),
                List.of(assistant(new Part.Reasoning("/a", "g", "hello", Optional.empty()))),
                List.of(assistant(new Part.Reasoning("/a", "f", "hello", Optional.of("")))),
                List.of(assistant(new Part.Reasoning("/a", "f", "hello", Optional.of("p")))),
                List.of(assistant(new Part.RedactedReasoning("/a", "hello"))),
                List.of(assistant(new Part.RedactedReasoning("/a", "other"))),
                List.of(assistant(new Part.Reference("/a", "hello"))),
                List.of(assistant(new Part.Reference("/a", "other"))),
                List.of(user(image("hello"))),
                List.of(user(image("other"))),
                List.of(assistant(new Part.ToolCall("/a", "c", "f", "{}"))),
                List.of(assistant(new Part.ToolCall("/a", "d", "f", "{}"))),
                List.of(assistant(new Part.ToolCall("/a", "c", "g", "{}"))),
                List.of(assistant(new Part.ToolCall("/a", "c", "f", "[]"))),
                List.of(user(new Part.ToolResult("/a", "c", "hello", false))),
                List.of(user(new Part.ToolResult("/a", "c", "hello", true))),
                List.of(user(new Part.ToolResult("/a", "d", "hello", false))),
                List.of(user(new Part.Other("/a", value("hello")))),
                List.of(user(new Part.Other("/a", value("other")))));

        assertThat(histories.map(HistoryHashTest::hash).toList()).doesNotHaveDuplicates();
        assertThat(new HistoryHash(Dialect.ANTHROPIC).value()).isNotEqualTo(new HistoryHash(Dialect.RESPONSES).value());
    }

    @Test
    void whatClientsChangeWithoutMeaningDoesNot() {
        ObjectNode marked = value("hello");
        marked.putObject("cache_control").put("type", "ephemeral");
        Message system = new Message("", Role.SYSTEM, List.of(HELLO));

        assertThat(hash(List.of(user(new Part.Other("/a", marked)))))
                .isEqualTo(hash(List.of(user(new Part.Other("/a", value("hello"))))));
        assertThat(hash(List.of(system, user(HELLO)))).isEqualTo(hash(List.of(user(HELLO))));
        assertThat(hash(List.of(user(new Part.Text("/b", "hello"))))).isEqualTo(hash(List.of(user(HELLO))));
        assertThat(marked.has("cache_control")).isTrue();
    }

    @Test
    void messagesCanBeAddedInAnyPortions() {
        var portions = new HistoryHash(Dialect.ANTHROPIC);
        portions.add(user(HELLO));
        portions.value();
        portions.add(assistant(HELLO));
        HistoryHash other = portions.copy();
        portions.add(user(HELLO));
        other.add(assistant(HELLO));

        assertThat(portions.value()).isEqualTo(hash(List.of(user(HELLO), assistant(HELLO), user(HELLO))));
    }

    private static ObjectNode value(String text) {
        return JsonNodeFactory.instance.objectNode().put("type", "hologram").put("text", text);
    }

    private static Part image(String text) {
        return new Part.Image("/a", new ImageSource.Linked("https://host/x.png"), value(text));
    }

    private static Message user(Part... parts) {
        return new Message("", Role.USER, List.of(parts));
    }

    private static Message assistant(Part... parts) {
        return new Message("", Role.ASSISTANT, List.of(parts));
    }

    private static UUID hash(List<Message> messages) {
        var hash = new HistoryHash(Dialect.ANTHROPIC);
        messages.forEach(hash::add);
        return hash.value();
    }
}
