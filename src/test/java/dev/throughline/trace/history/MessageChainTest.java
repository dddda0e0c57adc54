package dev.throughline.trace.history;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.testing.BareConversations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MessageChainTest {
    private static final Part HELLO = new Part.Text("/a", "hello");

    @Test
    void continuedOnesAreThoseOfTheWholeAtEveryPlace() {
        var random = new Random(1);
        List<Message> messages = new ArrayList<>();
        MessageChain chain = MessageChain.of(request(messages));
        for (int step = 0; step < 60; step++) {
            int shared = random.nextInt(6) == 0 ? random.nextInt(messages.size() + 1) : messages.size();
            messages.subList(shared, messages.size()).clear();
            for (int i = random.nextInt(5); i >= 0; i--) {
                messages.add(message(random));
            }

            chain = chain.continued(request(messages), shared);

            MessageChain whole = MessageChain.of(request(messages));
            assertThat(chain.units()).isEqualTo(whole.units());
            for (int i = 0; i <= messages.size(); i++) {
                MessageChain until = MessageChain.of(request(messages.subList(0, i)));
                assertThat(chain.at(i)).isEqualTo(whole.at(i)).isEqualTo(until.at(i));
                assertThat(chain.units(until.units())).isEqualTo(until.units(until.units()));
            }
            for (int count = 0; count <= whole.units(); count++) {
                assertThat(chain.units(count)).isEqualTo(whole.units(count));
            }
        }
    }

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

        assertThat(histories.map(MessageChainTest::hash).toList()).doesNotHaveDuplicates();
        assertThat(MessageChain.of(request(List.of())).at(0))
                .isNotEqualTo(MessageChain.of(BareConversations.of(Dialect.RESPONSES, List.of()))
                        .at(0));
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
    void unitsAreWhatUsersAndToolsSaid() {
        Message answer = assistant(new Part.Reasoning("/a", "f", "hello", Optional.empty()));
        Message result = user(new Part.ToolResult("/a", "c", "hello", false));
        MessageChain chain = MessageChain.of(request(List.of(user(HELLO), answer, result)));

        assertThat(chain.units()).isEqualTo(2);
        assertThat(chain.units(0)).isEqualTo("e3b0c44298fc1c14");
        assertThat(chain.units(1)).isEqualTo(MessageChain.firstUnit(List.of(user(HELLO))));
        assertThat(chain.units(2))
                .isNotEqualTo(MessageChain.of(request(List.of(user(HELLO), user(HELLO))))
                        .units(2));
        assertThat(MessageChain.firstUnit(List.of(answer))).isEmpty();
        assertThat(MessageChain.firstUnit(List.of(new Message("", Role.SYSTEM, List.of(HELLO)), answer, result)))
                .isEqualTo(MessageChain.firstUnit(List.of(result)));
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
        return MessageChain.of(request(messages)).at(messages.size());
    }

    private static Message message(Random random) {
        Role role = Role.values()[random.nextInt(Role.values().length)];
        List<Part> parts = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            parts.add(new Part.Text("/messages/0/content/" + i, random.nextInt(5) == 0 ? "" : "t" + random.nextInt()));
        }
        return new Message("/messages/0", role, parts);
    }

    private static Conversation request(List<Message> messages) {
        return BareConversations.of(Dialect.OPENAI_CHAT, messages);
    }
}
