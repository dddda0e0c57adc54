package dev.throughline.trace.request;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.testing.BareConversations;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HistoryDigestsTest {

    @Test
    void continuedOnesAreThoseOfTheWholeAtEveryPlace() {
        var random = new Random(1);
        List<Message> messages = new ArrayList<>();
        HistoryDigests digests = HistoryDigests.of(request(messages));
        for (int step = 0; step < 60; step++) {
            int shared = random.nextInt(6) == 0 ? random.nextInt(messages.size() + 1) : messages.size();
            messages.subList(shared, messages.size()).clear();
            for (int i = random.nextInt(5); i >= 0; i--) {
                messages.add(message(random));
            }

            digests = digests.continued(request(messages), shared);

            HistoryDigests whole = HistoryDigests.of(request(messages));
            assertThat(digests.units()).isEqualTo(whole.units());
            for (int i = 0; i <= messages.size(); i++) {
                HistoryDigests until = HistoryDigests.of(request(messages.subList(0, i)));
                assertThat(digests.history(i)).isEqualTo(whole.history(i)).isEqualTo(until.history(i));
                assertThat(digests.units(until.units())).isEqualTo(until.units(until.units()));
            }
            for (int count = 0; count <= whole.units(); count++) {
                assertThat(digests.units(count)).isEqualTo(whole.units(count));
            }
        }
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
