package dev.throughline.wire.responses;

import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Part;
import dev.throughline.wire.WireException;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ResponsesImagesTest {

    @Test
    void imagesAreReadByTheirUrlAndFilesAreKept() throws WireException {
        List<Part> parts = parts("{'role':'user','content':["
                + "{'type':'input_image','image_url':'data:image/png;base64,AA','detail':'low'},"
                + "{'type':'input_image','file_id':'f'}]}");

        assertThat(parts.getFirst()).isInstanceOfSatisfying(Part.Image.class, image -> {
            assertThat(image.path()).isEqualTo("/input/0/content/0");
            assertThat(image.source()).isEqualTo(new ImageSource.Inline("image/png", "AA"));
            assertThat(image.value().path("detail").textValue()).isEqualTo("low");
        });
        assertThat(parts.get(1)).isInstanceOf(Part.Other.class);
    }

    @Test
    void imageInAnOutputFollowsTheResult() throws WireException {
        List<Part> parts = parts("{'type':'function_call_output','call_id':'c','output':["
                + "{'type':'input_image','image_url':'https://host/a'},{'type':'input_text','text':'t'}]}");

        assertThat(parts).hasSize(2).startsWith(new Part.ToolResult("/input/0", "c", "t", false));
        assertThat(parts.get(1))
                .isInstanceOfSatisfying(
                        Part.Image.class,
                        image -> assertThat(image.source()).isEqualTo(new ImageSource.Linked("https://host/a")));
    }

    private static List<Part> parts(String item) throws WireException {
        String body = "{'model':'m','input':[" + item + "]}";
        return new ResponsesCodec()
                .decode(EncodedResponses.json(body.replace('\'', '"')))
                .messages()
                .getFirst()
                .parts();
    }
}
