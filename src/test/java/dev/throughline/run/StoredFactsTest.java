package dev.throughline.run;

import dev.throughline.conversation.Role;
import dev.throughline.store.StoredJson;
import dev.throughline.trace.PrefixFacts;
import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.RequestFacts;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Facts of requests as they are in the database.
class StoredFactsTest {
    private static final String BEFORE = """
            {"dialect": "OPENAI_CHAT", "model": "m", "kind": "MAIN", "messages": 1, "assistantMessages": 0,
             "userTurns": 1, "tools": 0, "params": {}, "sessionKey": null, "clearThinking": null, "bodyHash": "h",
             "retryOf": null, "foreignTokens": []}""";

    @Test
    void factsThatSayNothingOfThePrefixAreRead() {
        assertThat(StoredJson.read(BEFORE, RequestFacts.class).prefix()).isEmpty();
        assertThat(StoredJson.read(BEFORE, RequestFacts.class).compaction()).isEmpty();
    }

    @Test
    void factsOfThePrefixComeBackFromTheDatabase() {
        RequestFacts plain = StoredJson.read(BEFORE, RequestFacts.class);
        var facts = new RequestFacts(
                plain.dialect(),
                plain.model(),
                plain.kind(),
                plain.messages(),
                plain.assistantMessages(),
                plain.userTurns(),
                plain.tools(),
                plain.params(),
                plain.sessionKey(),
                plain.clearThinking(),
                plain.bodyHash(),
                plain.retryOf(),
                plain.foreignTokens(),
                Optional.of(new PrefixFacts("s", "t", 3, "h", "f", Optional.of(Set.of(PrefixPart.TOOLS)))),
                Optional.of(new RequestFacts.Compaction(Role.USER, "/messages/0")));

        String stored = StoredJson.write(facts);

        assertThat(stored).as("the hash is stored in a separate column").doesNotContain("bodyHash");
        assertThat(StoredJson.read("{\"bodyHash\": \"h\", " + stored.substring(1), RequestFacts.class))
                .isEqualTo(facts);
    }
}
