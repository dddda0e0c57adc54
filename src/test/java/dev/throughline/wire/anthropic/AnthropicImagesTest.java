package dev.throughline.wire.anthropic;

import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnthropicImagesTest {
    private static final String BYTES =
            "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'AA'}}";

    @Test
    void imagesAreReadFromBytesAndFromUrlsAndFilesAreKept() throws WireException {
        List<Part> parts = messages("[" + BYTES + ",{'type':'image','source':{'type':'url','url':'https://host/b'}},"
                        + "{'type':'image','source':{'type':'file','file_id':'f'}}]")
                .getFirst()
                .parts();

        assertThat(parts.get(0)).isInstanceOfSatisfying(Part.Image.class, image -> {
            assertThat(image.path()).isEqualTo("/messages/0/content/0");
            assertThat(image.source()).isEqualTo(new ImageSource.Inline("image/png", "AA"));
            assertThat(image.value().path("type").textValue()).isEqualTo("image");
        });
        assertThat(parts.get(1))
                .isInstanceOfSatisfying(
                        Part.Image.class,
                        image -> assertThat(image.source()).isEqualTo(new ImageSource.Linked("https://host/b")));
        assertThat(parts.get(2)).isInstanceOf(Part.Other.class);
    }

    @Test
    void imageInAResultFollowsItAndImageBesideItIsWhatTheUserSays() throws WireException {
        List<Message> messages = messages("[{'type':'tool_result','tool_use_id':'c','content':["
                + "{'type':'text','text':'a'}," + BYTES + ",{'type':'text','text':'b'}]}," + BYTES + "]");

        assertThat(messages).extracting(Message::role).containsExactly(Role.TOOL, Role.USER);
        assertThat(messages.getFirst().parts())
                .hasSize(2)
                .startsWith(new Part.ToolResult("/messages/0/content/0", "c", "ab", false));
        assertThat(messages.getFirst().parts().get(1).path()).isEqualTo("/messages/0/content/0/content/1");
        assertThat(messages.get(1).parts())
                .singleElement()
                .satisfies(image -> assertThat(image.path()).isEqualTo("/messages/0/content/1"));
    }

    private static List<Message> messages(String content) throws WireException {
        String body = "{'model':'m','max_tokens':1,'messages':[{'role':'user','content':" + content + "}]}";
        return new AnthropicCodec()
                .decode(StrictJson.parse(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8)))
                .messages();
    }
}
