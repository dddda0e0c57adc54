package dev.throughline.wire.chat;

import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import org.junit.jupiter.api.Test;

import static dev.throughline.wire.chat.ChatRequests.chat;
import static dev.throughline.wire.chat.ChatRequests.json;
import static org.assertj.core.api.Assertions.assertThat;

class ChatImagesTest {

    @Test
    void imagesAreReadByTheirUrlInBothSpellings() {
        Message message = message("{'role':'user','content':["
                + "{'type':'image_url','image_url':{'url':'data:image/png;base64,AA'}},"
                + "{'type':'image_url','image_url':'https://host/b.png'}]}");

        assertThat(message.parts())
                .containsExactly(
                        new Part.Image(
                                "/messages/0/content/0",
                                new ImageSource.Inline("image/png", "AA"),
                                json("{'type':'image_url','image_url':{'url':'data:image/png;base64,AA'}}")),
                        new Part.Image(
                                "/messages/0/content/1",
                                new ImageSource.Linked("https://host/b.png"),
                                json("{'type':'image_url','image_url':'https://host/b.png'}")));
    }

    @Test
    void imageWithoutAUrlIsKeptAsItCame() {
        Message message = message("{'role':'user','content':[{'type':'image_url','image_url':{}}]}");

        assertThat(message.parts()).singleElement().isInstanceOf(Part.Other.class);
    }

    @Test
    void partsOfAToolsAnswerThatAreNoTextFollowTheResult() {
        Message message = message("{'role':'tool','tool_call_id':'c','content':[{'type':'text','text':'see '},"
                + "{'type':'image_url','image_url':{'url':'u'}},{'type':'text','text':'this'},{'type':'odd'}]}");

        assertThat(message.role()).isEqualTo(Role.TOOL);
        assertThat(message.parts())
                .hasSize(3)
                .startsWith(new Part.ToolResult("/messages/0", "c", "see this", false))
                .satisfies(parts -> assertThat(parts.get(1)).isInstanceOf(Part.Image.class))
                .satisfies(parts -> assertThat(parts.get(2)).isInstanceOf(Part.Other.class));
    }

    private static Message message(String message) {
        return chat("{'model':'m','messages':[" + message + "]}").messages().getFirst();
    }
}
