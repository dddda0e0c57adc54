package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.wire.StrictJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.throughline.wire.chat.ChatRequests.chat;
import static dev.throughline.wire.chat.ChatRequests.flattening;
import static dev.throughline.wire.chat.ChatRequests.json;
import static dev.throughline.wire.chat.ChatRequests.kwargs;
import static org.assertj.core.api.Assertions.assertThat;

class ChatAdaptedBodyTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        'x':1 | 'x':1,'chat_template_kwargs':{'enable_thinking':true,'clear_thinking':false}
        'chat_template_kwargs':null,'x':1 | 'chat_template_kwargs':{'enable_thinking':true,\
        'clear_thinking':false},'x':1
        'chat_template_kwargs':{'a':1,'enable_thinking':false},'x':1 | 'chat_template_kwargs':{'a':1,\
        'enable_thinking':false,'clear_thinking':false},'x':1
        'chat_template_kwargs':{'enable_thinking':null} | 'chat_template_kwargs':{'enable_thinking':null,\
        'clear_thinking':false}
        'enable_thinking':false | 'enable_thinking':false,'chat_template_kwargs':{'clear_thinking':false}
        'thinking':{'type':'disabled'} | 'thinking':{'type':'disabled'},\
        'chat_template_kwargs':{'clear_thinking':false}
        'thinking':{'type':'enabled','clear_thinking':true} | 'thinking':{'type':'enabled','clear_thinking':true}
        'chat_template_kwargs':{'clear_thinking':true,'enable_thinking':false} | \
        'chat_template_kwargs':{'clear_thinking':true,'enable_thinking':false}
        'chat_template_kwargs':'odd'                        | 'chat_template_kwargs':'odd'
        """)
    void defaultsOfTheTemplateNeverOverrideTheClient(String sent, String wanted) {
        Conversation request = chat(body(sent));

        ObjectNode adapted =
                new ChatBackendCodec().adapt(request, kwargs("{'enable_thinking':true,'clear_thinking':false}"));

        assertThat(StrictJson.text(adapted)).isEqualTo(StrictJson.text(json(body(wanted))));
        assertThat(adapted == request.body()).isEqualTo(sent.equals(wanted));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        [{'type':'text','text':'a '},{'type':'text','text':'b','cache_control':{}}] | 'a b'
        [{'text':'a'},{'type':'input_text','text':'b'}]                             | 'ab'
        []                                                                          | ''
        [{'type':'text','text':'a'},{'type':'image_url','image_url':'u'}] | [{'type':'text','text':'a'},\
        {'type':'image_url','image_url':'u'}]
        [{'type':'text','text':'a'},{'type':'file','file':{}}] | [{'type':'text','text':'a'},{'type':'file',\
        'file':{}}]
        'a'                                                                         | 'a'
        null                                                                        | null
        """)
    void contentThatIsOnlyTextBecomesOneStringWhereTheBackendWantsIt(String sent, String wanted) {
        Conversation request = chat("{'messages':[{'role':'user','content':" + sent + ",'name':'n'}],'model':'m'}");

        ObjectNode adapted = new ChatBackendCodec().adapt(request, flattening());

        assertThat(StrictJson.text(adapted.at("/messages/0")))
                .isEqualTo(StrictJson.text(json("{'role':'user','content':" + wanted + ",'name':'n'}")));
        assertThat(adapted == request.body()).isEqualTo(sent.equals(wanted));
    }

    @Test
    void contentStaysAnArrayWhereTheBackendDoesNotAsk() {
        Conversation request =
                chat("{'model':'m','messages':[{'role':'user','content':[{'type':'text','text':'a'}]}]}");

        assertThat(new ChatBackendCodec().adapt(request, kwargs("{}"))).isSameAs(request.body());
    }

    @Test
    void unknownFieldsDigitsAndTheOrderOfKeysSurviveAChange() {
        String odd =
                "'zz':{'b':[1,null,'\u00e9'],'big':12345678901234567890,'exact':0.10000000000000000000001},'a':1e2";

        ObjectNode adapted = new ChatBackendCodec().adapt(chat(body(odd)), kwargs("{'k':1}"));

        assertThat(StrictJson.text(adapted))
                .isEqualTo(StrictJson.text(json(body(odd + ",'chat_template_kwargs':{'k':1}"))))
                .contains("12345678901234567890", "0.10000000000000000000001");
    }

    private static String body(String fields) {
        return "{'messages':[{'role':'user','content':'u'}],'model':'m'," + fields + "}";
    }
}
