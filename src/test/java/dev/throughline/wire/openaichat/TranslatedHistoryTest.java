package dev.throughline.wire.openaichat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.wire.HistoryField;
import org.junit.jupiter.api.Test;

import static dev.throughline.wire.openaichat.ChatRequests.anthropic;
import static dev.throughline.wire.openaichat.ChatRequests.history;
import static dev.throughline.wire.openaichat.ChatRequests.json;
import static dev.throughline.wire.openaichat.ChatRequests.responses;
import static org.assertj.core.api.Assertions.assertThat;

class TranslatedHistoryTest {
    private static final String THOUGHT = "One \\'two\\':\\n\\n  三, a space at the end \\n";
    private static final JsonNode WANTED = json(("{'m':["
                    + "{'role':'system','content':'Be kind.'},"
                    + "{'role':'user','content':'Tide at Bergen?'},"
                    + "{'role':'assistant','content':'I ask.','reasoning_content':'" + THOUGHT + "',"
                    + "'tool_calls':[{'id':'call_t','type':'function','function':"
                    + "{'name':'tide','arguments':'{\\'port\\':\\'Bergen\\'}'}}]},"
                    + "{'role':'tool','tool_call_id':'call_t','content':'low  \\n'},"
                    + "{'role':'user','content':'And later?'}]}"))
            .path("m");

    @Test
    void anthropicHistoryKeepsEveryWordThoughtCallAndResult() {
        Conversation request = anthropic("{'model':'m','max_tokens':9,'system':'Be kind.','messages':["
                + "{'role':'user','content':'Tide at Bergen?'},"
                + "{'role':'assistant','content':[{'type':'thinking','thinking':'" + THOUGHT + "','signature':'s'},"
                + "{'type':'text','text':'I ask.'},"
                + "{'type':'tool_use','id':'call_t','name':'tide','input':{'port':'Bergen'}}]},"
                + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'call_t','content':'low  \\n'},"
                + "{'type':'text','text':'And later?'}]}]}");

        assertThat(messages(request)).isEqualTo(WANTED);
    }

    @Test
    void responsesHistoryKeepsEveryWordThoughtCallAndResult() {
        Conversation request = responses("{'model':'m','instructions':'Be kind.','input':["
                + "{'role':'user','content':[{'type':'input_text','text':'Tide at Bergen?'}]},"
                + "{'type':'reasoning','summary':[],'content':[{'type':'reasoning_text','text':'" + THOUGHT + "'}]},"
                + "{'role':'assistant','content':[{'type':'output_text','text':'I ask.'}]},"
                + "{'type':'function_call','call_id':'call_t','name':'tide','arguments':'{\\'port\\':\\'Bergen\\'}'},"
                + "{'type':'function_call_output','call_id':'call_t','output':'low  \\n'},"
                + "{'role':'user','content':[{'type':'input_text','text':'And later?'}]}]}");

        assertThat(messages(request)).isEqualTo(WANTED);
    }

    private static JsonNode messages(Conversation request) {
        return ChatBody.translate(request, history(HistoryField.AS_SENT)).path("messages");
    }
}
