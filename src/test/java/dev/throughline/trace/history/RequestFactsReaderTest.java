package dev.throughline.trace.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.PrefixFacts;
import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TracedExchange;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.chat.ChatCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/// Requests are written with `'` for quotes.
class RequestFactsReaderTest {
    private static final String TOOL =
            "{'type':'function','function':{'name':'%s','description':'%s','parameters':{'a':%d}}}";
    private static final String FIRST = "{'role':'system','content':'s'},{'role':'user','content':'one'}";
    private static final String ANSWER = ",{'role':'assistant','content':'a'}";

    @Test
    void aGrowingHistoryChangesNothing() {
        PrefixFacts facts = after(chat(FIRST), chat(FIRST + ANSWER + ",{'role':'user','content':'two'}"));

        assertThat(facts.units()).isEqualTo(2);
        assertThat(facts.changed()).contains(Set.of());
    }

    @Test
    void theFirstRequestIsComparedWithNone() {
        assertThat(prefix(chat(FIRST), Optional.empty()).changed()).isEmpty();
    }

    @Test
    void aShorterHistoryIsNotCompared() {
        String two = FIRST + ANSWER + ",{'role':'user','content':'two'}";

        assertThat(after(chat(two), chat(FIRST + ANSWER)).changed()).isEmpty();
        assertThat(after(chat(FIRST), chat(FIRST + ANSWER)).changed()).contains(Set.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "none", textBlock = """
            {'role':'system','content':'s'},{'role':'user','content':'one'}         | none
            {'role':'system','content':'t'},{'role':'user','content':'one'}         | SYSTEM
            {'role':'user','content':'one'}                                         | SYSTEM
            {'role':'system','content':'s'},{'role':'system','content':'t'},{'role':'user','content':'one'} | SYSTEM
            {'role':'system','content':'s'},{'role':'user','content':'other'}       | HISTORY
            {'role':'system','content':'s'},{'role':'user','content':[{'type':'text','text':'o'},\
            {'type':'text','text':'ne'}]}                                           | HISTORY
            {'role':'system','content':'s'},{'role':'tool','tool_call_id':'c','content':'one'} | HISTORY
            """)
    void namesThePartThatChanged(String messages, PrefixPart changed) {
        PrefixFacts facts = after(chat(FIRST), chat(messages + ANSWER + ",{'role':'user','content':'two'}"));

        assertThat(facts.changed()).contains(changed == null ? Set.of() : Set.of(changed));
    }

    @Test
    void answersAreNoPartOfThePrefix() {
        String other = ",{'role':'assistant','content':'b','reasoning_content':'r'}";
        String more = ",{'role':'user','content':'two'}";

        assertThat(after(chat(FIRST + ANSWER + more), chat(FIRST + other + more + ANSWER))
                        .changed())
                .contains(Set.of());
    }

    /// A system message behind the first user message is history.
    @Test
    void aLaterSystemMessageCounts() {
        String note = ",{'role':'system','content':'note'}";

        assertThat(after(chat(FIRST + note), chat(FIRST + note + ANSWER)).changed())
                .contains(Set.of());
        assertThat(after(chat(FIRST + note), chat(FIRST + note.replace("note", "nota") + ANSWER))
                        .changed())
                .contains(Set.of(PrefixPart.HISTORY));
    }

    @ParameterizedTest
    @CsvSource({"f, d, 1, false", "g, d, 1, true", "f, e, 1, true", "f, d, 2, true"})
    void aToolIsItsNameDescriptionAndSchema(String name, String description, int schema, boolean isChanged) {
        Conversation before = chat(FIRST, ",'tools':[" + TOOL.formatted("f", "d", 1) + "]");
        Conversation request = chat(FIRST, ",'tools':[" + TOOL.formatted(name, description, schema) + "]");

        assertThat(after(before, request).changed()).contains(isChanged ? Set.of(PrefixPart.TOOLS) : Set.of());
        assertThat(after(chat(FIRST), request).changed()).contains(Set.of(PrefixPart.TOOLS));
    }

    @Test
    void theOrderOfToolsCounts() {
        String one = TOOL.formatted("f", "d", 1);
        String other = TOOL.formatted("g", "d", 1);

        assertThat(after(
                                chat(FIRST, ",'tools':[" + one + "," + other + "]"),
                                chat(FIRST, ",'tools':[" + other + "," + one + "]"))
                        .changed())
                .contains(Set.of(PrefixPart.TOOLS));
    }

    @Test
    void thinkingParametersAreOptions() {
        assertThat(after(chat(FIRST), chat(FIRST, ",'enable_thinking':true,'temperature':1"))
                        .changed())
                .contains(Set.of(PrefixPart.OPTIONS));
        assertThat(after(chat(FIRST, ",'temperature':0"), chat(FIRST, ",'temperature':1"))
                        .changed())
                .contains(Set.of());
    }

    @Test
    void cacheMarksMoveWithoutChangingThePrefix() {
        String image = "{'type':'image','source':{'type':'url','url':'https://h/%s'}%s}";
        String user = "{'role':'user','content':[%s]}";
        Conversation before = anthropic(user.formatted(image.formatted("x", ",'cache_control':{'type':'ephemeral'}")));

        assertThat(after(before, anthropic(user.formatted(image.formatted("x", ""))))
                        .changed())
                .contains(Set.of());
        assertThat(after(before, anthropic(user.formatted(image.formatted("y", ""))))
                        .changed())
                .contains(Set.of(PrefixPart.HISTORY));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "none", textBlock = """
            'clear_thinking':true                                             | true
            'chat_template_kwargs':{'clear_thinking':false}                   | false
            'thinking':{'type':'enabled','clear_thinking':true}               | true
            'extra_body':{'chat_template_kwargs':{'clear_thinking':true}}     | true
            'preserve_thinking':true                                          | false
            'chat_template_kwargs':{'preserve_thinking':false}                | true
            'preserve_thinking':true,'clear_thinking':true                    | true
            'context_management':{'edits':[{'type':'clear_thinking_20251015','keep':'all'}]} | false
            'context_management':{'edits':[{'type':'clear_tool_uses','keep':'all'}]}     | none
            'context_management':{'edits':[{'type':'clear_thinking_20251015','keep':2}]} | none
            'clear_thinking':'yes'                                            | none
            'temperature':1                                                   | none
            """)
    void readsWhetherThinkingIsToBeCleared(String fields, Boolean clears) {
        assertThat(facts(chat(FIRST, "," + fields)).clearThinking()).isEqualTo(Optional.ofNullable(clears));
    }

    @Test
    void parametersThatAreNullAreNotSent() {
        RequestFacts facts = facts(chat(FIRST, ",'reasoning_effort':null,'thinking':{'type':'enabled'},'seed':1"));

        assertThat(facts.params()).containsOnlyKeys("/thinking");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'role':'user','content':' Warmup '}                                                  |   | WARM_UP
            {'role':'user','content':'hello'}                                  | ,'max_tokens':1      | WARM_UP
            {'role':'user','content':'hello'}                                  | ,'max_tokens':2      | MAIN
            {'role':'user','content':'x'},{'role':'assistant','content':'a'},{'role':'user','content':'ping'} \
            |                                                                                          | MAIN
            {'role':'user','content':'x'},{'role':'assistant','content':'a'},{'role':'user','content':'y'} \
            | ,'max_tokens':1 | MAIN
            {'role':'user','content':'Generate a title for this'}              |                      | TITLE
            {'role':'system','content':'You are a TITLE GENERATOR.'},{'role':'user','content':'hello'} |  | TITLE
            {'role':'user','content':'title generator'},{'role':'user','content':'hello'} |           | MAIN
            {'role':'user','content':'Generate a title for this'} \
            | ,'tools':[{'type':'function','function':{'name':'f'}}] | MAIN
            """)
    void separatesTitlesAndWarmUpsFromConversations(String messages, String fields, RequestKind kind) {
        assertThat(facts(chat(messages, fields == null ? "" : fields)).kind()).isEqualTo(kind);
    }

    @Test
    void countsMessagesAndUserTurns() {
        RequestFacts facts = facts(chat("{'role':'user','content':'one'},{'role':'user','content':'more'}" + ANSWER
                + ",{'role':'tool','tool_call_id':'c','content':'r'}" + ANSWER
                + ",{'role':'user','content':'two'},{'role':'system','content':'s'},{'role':'user','content':'more'}"));

        assertThat(facts.messages()).isEqualTo(8);
        assertThat(facts.assistantMessages()).isEqualTo(2);
        assertThat(facts.userTurns()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "title generator",
                "Generate a title",
                "generate a short title",
                "generate a concise",
                "sentence-case title",
                "thread title",
                "short title for",
                "summarize this coding conversation",
                "isNewTopic",
                "new conversation topic",
                "extract any file paths",
                "command_prefix",
                "command prefix",
                "policy spec"
            })
    void knowsTheErrandsOfClientsAtTheBeginningOfATextOnly(String errand) {
        assertThat(kind("system", "Do: " + errand)).isEqualTo(RequestKind.TITLE);
        assertThat(kind("user", "x".repeat(4_000 - errand.length()) + errand)).isEqualTo(RequestKind.TITLE);
        assertThat(kind("user", "x".repeat(4_001 - errand.length()) + errand)).isEqualTo(RequestKind.MAIN);
    }

    private static RequestKind kind(String role, String text) {
        return facts(chat("{'role':'" + role + "','content':'" + text + "'},{'role':'user','content':'" + text + "'}"))
                .kind();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "none", textBlock = """
            sent | 'metadata':{'user_id':'u'},'prompt_cache_key':'c' | sent
            none | 'metadata':{'user_id':'u'},'prompt_cache_key':'c' | u
            none | 'metadata':{'user_id':1},'prompt_cache_key':'c'   | c
            none | 'prompt_cache_key':['c']                          | none
            """)
    void aSessionIsNamedByAHeaderElseByTheBody(String header, String fields, String key) {
        Map<String, String> headers = header == null ? Map.of() : Map.of("session-id", header);

        assertThat(read(chat(FIRST, "," + fields), headers).sessionKey()).isEqualTo(Optional.ofNullable(key));
    }

    @Test
    void aSessionsNameIsCutToTwoHundredCharacters() {
        assertThat(read(chat(FIRST), Map.of("session-id", "s".repeat(201))).sessionKey())
                .contains("s".repeat(200));
    }

    @Test
    void aRequestWithTheSameBodyRetriesTheLatest() {
        var run = new TokenlessRun(Dialect.OPENAI_CHAT);
        run.answer(0, 1, TokenlessRun.says("a"));
        run.answer(0, 1, TokenlessRun.says("b"));

        assertThat(HistoryTracer.trace(chat(FIRST), "", Map.of(), run.history())
                        .facts()
                        .retryOf())
                .hasValue(2);
        assertThat(HistoryTracer.trace(chat(FIRST), "other", Map.of(), run.history())
                        .facts()
                        .retryOf())
                .isEmpty();
    }

    @Test
    void tokensOfOtherRunsAreReportedWhereTheyAre() {
        String token = "[CONTENT-OAI-T1-0000000a]";
        var history = new RunHistory(ThinkingPolicy.PRESERVED, List.of(), Map.of(token, "other"));
        Conversation request = chat(
                "{'role':'user','content':'" + token + "'}" + ANSWER + ",{'role':'user','content':'" + token + "'}");

        assertThat(HistoryTracer.trace(request, "", Map.of(), history).facts().foreignTokens())
                .extracting(RequestFacts.ForeignToken::token, RequestFacts.ForeignToken::run)
                .containsExactly(tuple(token, "other"), tuple(token, "other"));
    }

    private static RequestFacts read(Conversation request, Map<String, String> headers) {
        return RequestFactsReader.read(request, "hash", headers, OptionalInt.empty(), List.of());
    }

    private static PrefixFacts after(Conversation before, Conversation request) {
        RequestFacts facts = facts(before);
        RequestFacts known = facts.with(Optional.of(prefix(before, Optional.empty())));
        return prefix(request, Optional.of(known));
    }

    private static PrefixFacts prefix(Conversation request, Optional<RequestFacts> before) {
        Optional<TracedExchange> parent = before.map(facts -> new TracedExchange(
                1,
                "key",
                ConversationLink.start(),
                facts,
                List.of(),
                List.of(),
                Optional.empty(),
                ExchangeOutcome.COMPLETED,
                Optional.empty()));
        return PrefixFactsReader.read(request, MessageChain.of(request), facts(request), parent)
                .orElseThrow();
    }

    private static RequestFacts facts(Conversation request) {
        return read(request, Map.of());
    }

    private static Conversation chat(String messages) {
        return chat(messages, "");
    }

    private static Conversation chat(String messages, String fields) {
        try {
            return new ChatCodec().decode(json("{'model':'m','messages':[" + messages + "]" + fields + "}"));
        } catch (WireException e) {
            throw new AssertionError(e);
        }
    }

    private static Conversation anthropic(String messages) {
        try {
            return new AnthropicCodec().decode(json("{'model':'m','max_tokens':5,'messages':[" + messages + "]}"));
        } catch (WireException e) {
            throw new AssertionError(e);
        }
    }

    private static ObjectNode json(String text) throws WireException {
        return StrictJson.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
